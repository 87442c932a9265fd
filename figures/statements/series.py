"""List the series of a plot and their values at its positions."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox
from ..answer.entities import naming_attribute
from ..numbers import format_measured
from ..types import Fact, FigureData

DIGITS = 3  # significant digits of measured values
_FEWEST_PRINTED = 3  # least number of printed values of a row
_GROUPED = 10_000  # least value whose digits are printed in groups of three


@dataclass(frozen=True, slots=True)
class PlotValue:
    """A value of a series at a position of the plot.

    `label` is the name of the position. `at` is its number on a numeric axis, otherwise None. `text` is the
    value with its unit.
    """

    row: int
    column: int
    label: str
    at: float | None
    value: float
    text: str
    box: BBox | None


def name_series(data: FigureData) -> list[str]:
    """Return the name of each row; "" for rows without a name."""
    naming = naming_attribute(data.rows)
    return [name.text for name in naming.names] if naming else [""] * data.rows.count


def list_values(data: FigureData, row: int) -> list[PlotValue]:
    """Return the values of a row, from left to right.

    If at least half of the values are printed, only these are returned, because the others lie between marks.
    """
    facts = [fact for fact in data.facts if fact.row == row and fact.value is not None]
    printed = [fact for fact in facts if fact.printed and fact.text]
    kept = printed if len(printed) >= max(_FEWEST_PRINTED, len(facts) / 2) else facts
    values = [_plot_value(data, fact) for fact in kept]
    numeric = all(value.at is not None for value in values)
    return sorted(values, key=lambda value: (value.at or 0.0) if numeric else value.column)


def _plot_value(data: FigureData, fact: Fact) -> PlotValue:
    places = naming_attribute(data.columns)
    at = data.columns.at[fact.column] if data.columns.at else None
    label = places.names[fact.column].text if places else ""
    value = fact.value or 0.0
    text = fact.text if fact.printed and fact.text else print_measured(value)
    place = label or (print_measured(at) if at is not None else "")
    return PlotValue(fact.row, fact.column, place, at, value, text + fact.unit, fact.box)


def print_measured(value: float) -> str:
    """Return the value with DIGITS significant digits, with groups of three digits in large numbers: "712,000"."""
    rounded = format_measured(value, DIGITS)
    return f"{float(rounded):,.0f}" if abs(value) >= _GROUPED else rounded
