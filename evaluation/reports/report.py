"""Report of a run: means with intervals, further tables, curves, failures. Every printer prints this one value."""

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
    """A table of its own: rows of a label and numbers, one for each of `columns`; those in `counts` hold whole numbers."""

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

    `settings` are (name, value) pairs of what was run, `errors` the distinct errors with how often each occurred. `usage`
    is of the system, `judging` of the judges; `seconds` are those of all predictions together.
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


def summarise(
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
