"""Format of numbers in the tables of a report."""

from __future__ import annotations

from collections.abc import Sequence

from .report import Estimate, Report, ReportPart, ReportTable

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
