"""Report of a run: means with intervals, further tables, curves and failures, and how its numbers are printed.

All outputs print this one value.
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
    """The mean of `n` scores with its 95% interval. `unscored` is the number of examples without a score.

    Mean and interval are None if there is no score.
    """

    n: int
    unscored: int = 0
    mean: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class ReportPart:
    """The results of the examples whose tag `by` is `label`, or of all examples if both are ""."""

    by: str
    label: str
    n: int
    estimates: tuple[tuple[str, Estimate], ...]

    def estimate(self, metric: str) -> Estimate:
        """Return the estimate of `metric`. Raises KeyError if there is none."""
        return dict(self.estimates)[metric]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table with a row label and one number for each of `columns`. The columns in `counts` hold whole numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    counts: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReportCurve:
    """A metric at k = 1, 2, ...; `values[0]` is its value at k = 1."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ReportExtra:
    """Tables and curves of a benchmark in addition to its means."""

    tables: tuple[ReportTable, ...] = ()
    curves: tuple[ReportCurve, ...] = ()
    curve_metric: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Results of a run.

    `headline` is the most important metric; `columns` are the metrics of the main table (() for all). `settings` are
    (name, value) pairs of what was run. `errors` are distinct errors with the number of times each occurred. `usage`
    is that of the system, and `judging` that of the judges. `seconds` is the sum over all predictions.
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
        """The results of all examples."""
        return self.parts[0]


def summarize(
    examples: Sequence[Example], scores: Sequence[Scores], by: Sequence[str]
) -> tuple[ReportPart, ...]:
    """Return the results of all examples, then of the examples with each value of each tag in `by`.

    Values are in alphabetical order; "" is left out. Intervals resample whole groups of examples. Unscored examples
    are counted but not averaged.
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
    """Count how often each distinct error occurs; the most frequent comes first, ties by text. "" is not counted."""
    counts: Mapping[str, int] = {error: errors.count(error) for error in dict.fromkeys(errors) if error}
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


NONE = "-"


def number(value: float | None) -> str:
    """Format a number with three decimals; "-" for None."""
    return NONE if value is None else f"{value:.3f}"


def cells(table: ReportTable, values: Sequence[float | None]) -> list[str]:
    """Format the numbers of a row of `table`, as whole numbers in its `counts` columns."""
    return [
        str(int(value)) if value is not None and column in table.counts else number(value)
        for column, value in zip(table.columns, values, strict=True)
    ]


def between(estimate: Estimate) -> str:
    """Format the interval with two decimals; "-" if there is none."""
    if estimate.low is None or estimate.high is None:
        return NONE
    return f"{estimate.low:.2f}-{estimate.high:.2f}"


def chance(p: float) -> str:
    """Format a p-value with three decimals; "<.001" for smaller values."""
    return number(p) if p >= 0.001 else "<.001"


def previous_tag(parts: Sequence[ReportPart], part: ReportPart) -> str:
    """Return the tag of the part before `part`, or of `part` itself if it is the first.

    Printers begin a new section if it differs from the tag of `part`.
    """
    at = parts.index(part)
    return parts[at - 1].by if at else part.by


def unscored(report: Report) -> str:
    """Return one line about scores that are missing and so not in any mean; "" if none is missing."""
    missing = [f"{name} {e.unscored}" for name, e in report.overall.estimates if e.unscored]
    return f"Unscored, in no mean: {', '.join(missing)} of {report.overall.n}." if missing else ""


USD, TOKENS, SECONDS = "US dollars per question", "tokens per question", "seconds per question"


def unit_of(reports: Sequence[Report]) -> str:
    """Return the unit of costs: dollars if any run was paid for, else tokens if any run asked a model, else seconds."""
    if any(report.usage.usd > 0 for report in reports):
        return USD
    return TOKENS if any(_tokens(report) for report in reports) else SECONDS


def cost_of(report: Report, unit: str) -> float:
    """Return the mean cost per example in `unit`, without the cost of judging."""
    total = {USD: report.usage.usd, TOKENS: float(_tokens(report)), SECONDS: report.seconds}[unit]
    return total / max(1, report.overall.n)


def describe_costs(report: Report) -> str:
    """Return one sentence on calls, tokens, dollars and time."""
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
    """Return the sum of the known prices, preceded by "at least" if some calls have no known price."""
    if usage.unpriced and usage.unpriced >= usage.calls:
        return "no price known"
    return f"{'at least ' if usage.unpriced else ''}${usage.usd:.4f}"


def _tokens(report: Report) -> int:
    return report.usage.prompt_tokens + report.usage.completion_tokens
