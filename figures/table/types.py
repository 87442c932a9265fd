"""Values of a table that has been read."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox


@dataclass(frozen=True, slots=True)
class Cell:
    """Text of one cell and the box of its words. `spread` marks a label that was carried here from a merged cell.

    `prints` are among "bold", "underlined", "shaded".
    """

    text: str
    bbox: BBox
    spread: bool = False
    prints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """`header` is the path of header texts from the top level down to the column's own; any level may be ""."""

    header: tuple[str, ...]
    x0: float
    x1: float

    @property
    def title(self) -> str:
        """The header path as one text."""
        return " ".join(level for level in self.header if level)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the body: a cell or None per column. `group` is the heading above it, `block` counts rule-bounded parts."""

    cells: tuple[Cell | None, ...]
    y0: float
    y1: float
    group: str = ""
    block: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The body of a table under its columns; rows from top to bottom, columns from left to right."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
