"""Divide columns whose cells hold several values: "EM / F1" over "76.9 / 84.0" becomes two columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....papers.types import BBox
from ..types import Cell, Column, Row, Table
from ..values import is_dash, is_value

_NAME = r"[^\W\d_][\w@.+-]*(?: [\w@.+-]+)?"
_NAMES = re.compile(rf"(?P<lead>.*?)(?P<open>\(?)(?P<names>{_NAME}(?: ?/ ?{_NAME}){{1,3}})(?(open)\)?)")
_FEWEST = 2  # least number of cells that have as many values as the header has names


def divide_columns(table: Table) -> Table:
    """Return `table` with each column of several values divided. The parts keep the upper levels of the header."""
    names = [_names_of(table, place) for place in range(len(table.columns))]
    if not any(names):
        return table
    columns = [
        part for column, own in zip(table.columns, names, strict=True) for part in _divide(column, own)
    ]
    return Table(tuple(columns), tuple(_divide_row(row, names) for row in table.rows))


def _names_of(table: Table, place: int) -> tuple[str, ...]:
    """Return the names of the values in each cell of a column, with the text before them in the header; () for a
    plain column.
    """
    header = table.columns[place].header
    match = _NAMES.fullmatch(header[-1].strip()) if header else None
    if match is None:
        return ()
    names = [name.strip() for name in match["names"].split("/")]
    texts = [cell.text for row in table.rows if (cell := row.cells[place]) and not is_dash(cell.text)]
    whole = [text for text in texts if len(_values(text, len(names))) == len(names)]
    if len(whole) < max(_FEWEST, len(texts)):
        return ()
    return tuple(f"{match['lead'].strip()} {name}".strip() for name in names)


def _values(text: str, count: int) -> Sequence[str]:
    """Return the values of a cell, split at slashes; () if the cell does not have exactly `count` values."""
    values = [value.strip() for value in text.split("/")]
    return values if len(values) == count and all(value and is_value(value) for value in values) else ()


def _divide(column: Column, names: Sequence[str]) -> list[Column]:
    count = len(names) or 1
    width = (column.x1 - column.x0) / count
    return [
        Column(
            (*column.header[:-1], names[place]) if names else column.header,
            column.x0 + place * width,
            column.x0 + (place + 1) * width,
        )
        for place in range(count)
    ]


def _divide_row(row: Row, names: Sequence[Sequence[str]]) -> Row:
    cells = [
        part for cell, own in zip(row.cells, names, strict=True) for part in _divide_cell(cell, len(own))
    ]
    return replace(row, cells=tuple(cells))


def _divide_cell(cell: Cell | None, count: int) -> list[Cell | None]:
    """Return the values of a cell, each with its part of the box. A dash is repeated for each value."""
    if count == 0 or cell is None:
        return [cell] * (count or 1)
    values = _values(cell.text, count) or [cell.text] * count
    width = (cell.bbox.x1 - cell.bbox.x0) / count
    return [
        replace(
            cell,
            text=value,
            bbox=BBox(
                cell.bbox.x0 + place * width, cell.bbox.y0, cell.bbox.x0 + (place + 1) * width, cell.bbox.y1
            ),
        )
        for place, value in enumerate(values)
    ]
