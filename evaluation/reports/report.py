"""Report of a run: means with intervals, further tables, curves, failures, and its numbers as they are printed.

Every printer prints this one value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...agent.types import Usage
from ..statistics.bootstrap import cluster_bootstrap
from ..types import Example, Scores

READ_RIGHT, ABSTAINED = "read right", "abstained"  # metrics of every task that reads figures


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval at 95% over `n` scores; `unscored` more have none. Without any score all are None."""

    n: int
    unscored: int = 0
    mean: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class ReportPart:
    """Some of the examples: those whose tag `by` is `label`, or all of them, where both are ""."""

    by: str
    label: str
    n: int
    estimates: tuple[tuple[str, Estimate], ...]

    def estimate(self, metric: str) -> Estimate:
        """The estimate of `metric`; KeyError where there is none."""
        return dict(self.estimates)[metric]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of its own: rows of a label and numbers, one for each of `columns`; those in `counts` hold whole
    numbers.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    counts: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReportCurve:
    """A metric at k = 1, 2, ...: `values[0]` is that at 1."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ReportExtra:
    """Tables and curves of a benchmark besides its means."""

    tables: tuple[ReportTable, ...] = ()
    curves: tuple[ReportCurve, ...] = ()
    curve_metric: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Results of a run. `headline` is the metric that matters most, `columns` are those of the main table, () for all.

    `settings` are (name, value) pairs of what was run, `errors` the distinct errors with how often each occurred.
    `usage` is of the system, `judging` of the judges; `seconds` are those of all predictions together.
    """

    name: str
    title: str
    headline: str
    columns: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    parts: tuple[ReportPart, ...]
    extra: ReportExtra = field(default_factory=ReportExtra)
    notes: tuple[str, ...] = ()
    errors: tuple[tuple[str, int], ...] = ()
    usage: Usage = field(default_factory=Usage)
    judging: Usage = field(default_factory=Usage)
    seconds: float = 0.0

    @property
    def overall(self) -> ReportPart:
        """All examples."""
        return self.parts[0]


def summarize(
    examples: Sequence[Example], scores: Sequence[Scores], by: Sequence[str]
) -> tuple[ReportPart, ...]:
    """All examples, then those of each value of each tag in `by`, values in alphabetical order, "" left out.

    Intervals resample whole groups of examples. Unscored examples are counted, not averaged.
    """
    rows = list(zip(examples, scores, strict=True))
    parts = [_part("", "", rows)]
    for tag in by:
        for label in sorted({example.tag(tag) for example, _ in rows} - {""}):
            parts.append(_part(tag, label, [row for row in rows if row[0].tag(tag) == label]))
    return tuple(parts)


Row = tuple[Example, Scores]


def _part(by: str, label: str, rows: Sequence[Row]) -> ReportPart:
    names = list(dict.fromkeys(name for _, scores in rows for name, _ in scores.values))
    return ReportPart(by, label, len(rows), tuple((name, _estimate(name, rows)) for name in names))


def _estimate(metric: str, rows: Sequence[Row]) -> Estimate:
    found = [(value, example) for example, scores in rows if (value := scores.value(metric)) is not None]
    if not found:
        return Estimate(0, len(rows))
    interval = cluster_bootstrap([value for value, _ in found], [e.group or e.id for _, e in found])
    return Estimate(len(found), len(rows) - len(found), interval.mean, interval.low, interval.high)


def count_errors(errors: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Distinct errors with how often each occurs, the most frequent first, ties by text."""
    counts: Mapping[str, int] = {error: errors.count(error) for error in dict.fromkeys(errors) if error}
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


NONE = "-"


def number(value: float | None) -> str:
    """Three decimals; "-" for none."""
    return NONE if value is None else f"{value:.3f}"


def cells(table: ReportTable, values: Sequence[float | None]) -> list[str]:
    """The numbers of a row of `table` as they look."""
    return [
        str(int(value)) if value is not None and column in table.counts else number(value)
        for column, value in zip(table.columns, values, strict=True)
    ]


def between(estimate: Estimate) -> str:
    """The interval, with two decimals."""
    if estimate.low is None or estimate.high is None:
        return NONE
    return f"{estimate.low:.2f}-{estimate.high:.2f}"


def chance(p: float) -> str:
    """A p-value; none is 0."""
    return number(p) if p >= 0.001 else "<.001"


def previous_tag(parts: Sequence[ReportPart], part: ReportPart) -> str:
    """The tag of the part before `part`: where it differs a new section begins. That of `part` for the first."""
    at = parts.index(part)
    return parts[at - 1].by if at else part.by


def unscored(report: Report) -> str:
    """One line on what has no score and is in no mean; "" when everything has one."""
    missing = [f"{name} {e.unscored}" for name, e in report.overall.estimates if e.unscored]
    return f"Unscored, in no mean: {', '.join(missing)} of {report.overall.n}." if missing else ""


USD, TOKENS, SECONDS = "US dollars per question", "tokens per question", "seconds per question"


def unit_of(reports: Sequence[Report]) -> str:
    """Dollars where any of them was paid for, tokens where any asked a model at all, else seconds."""
    if any(report.usage.usd > 0 for report in reports):
        return USD
    return TOKENS if any(_tokens(report) for report in reports) else SECONDS


def cost_of(report: Report, unit: str) -> float:
    """The mean over all examples, without what judging cost."""
    total = {USD: report.usage.usd, TOKENS: float(_tokens(report)), SECONDS: report.seconds}[unit]
    return total / max(1, report.overall.n)


def describe_costs(report: Report) -> str:
    """One sentence on calls, tokens, dollars and time."""
    usage, judging = report.usage, report.judging
    if not (usage.calls or usage.cached or judging.calls or judging.cached):
        return f"No model was called; {report.seconds:.0f} s of work."
    parts = [
        f"{usage.calls} model calls, {_tokens(report):,} tokens, {_dollars(usage)}, {report.seconds:.0f} s of work",
        f"{usage.cached} replies from disk, at no cost" if usage.cached else "",
        f"judging: {judging.calls} calls, {_dollars(judging)}" if judging.calls else "",
    ]
    return "; ".join(part for part in parts if part) + "."


def _dollars(usage: Usage) -> str:
    """The sum of known prices; "at least" where some of it has none."""
    if usage.unpriced and usage.unpriced >= usage.calls:
        return "no price known"
    return f"{'at least ' if usage.unpriced else ''}${usage.usd:.4f}"


def _tokens(report: Report) -> int:
    return report.usage.prompt_tokens + report.usage.completion_tokens
