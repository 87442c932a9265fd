"""Represent a table that has been read."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell and the box of its words.

    `spread` is True for a label copied here from a merged cell. `prints` may hold "bold", "underlined" and "shaded".
    """

    text: str
    bbox: BBox
    spread: bool = False
    prints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column from `x0` to `x1`.

    `header` is the path of header texts from the top level down to the column's own title; any level may be "".
    """

    header: tuple[str, ...]
    x0: float
    x1: float

    @property
    def title(self) -> str:
        """The header path as one text."""
        return " ".join(level for level in self.header if level)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the body, with a cell or None per column.

    `group` is the heading above the row. `block` is the number of the part between wide rules, counted from 0.
    """

    cells: tuple[Cell | None, ...]
    y0: float
    y1: float
    group: str = ""
    block: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table, left to right, and its body rows, top to bottom."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
