"""Values of a figure with the names of their row and column."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FigureValue:
    """A cell of a table or a mark of a chart.

    `row` and `column` are its names, outer names first, joined by " > ". `value` is the main number, multiplied by
    the factor of its heading or axis; it is None for a text. `error` is the printed deviation or, if `printed` is ""
    because the number was measured, half the width of the measurement. `low` and `high` are the interval printed
    after the value. `printed` is the cell as it is in the paper.
    """

    row: str
    column: str
    value: float | None
    error: float | None
    low: float | None
    high: float | None
    unit: str
    printed: str


FIELDS = FigureValue.__slots__


@dataclass(frozen=True, slots=True)
class FigureValues:
    """The values of one figure or table, row by row. `kind` is "table" or a kind of figure such as "line" or "bar"."""

    paper_id: str
    figure: str
    label: str
    caption: str
    page: int
    kind: str
    values: tuple[FigureValue, ...]
