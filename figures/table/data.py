"""Convert a table to figure data: rows of names, columns of values, and a fact per cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from ...papers.types import BBox
from ..names import parse_name
from ..numbers import NUMBER, Number, number_of
from ..types import Appearance, Attribute, Entries, Fact, FigureData, FigureName
from .header.paired import divide_columns
from .marks import are_marks
from .types import Cell, Table
from .values import is_dash, is_value, numbers_in

SUMMARY = re.compile(
    r"^\W*(?:(?:macro|micro|grand|sub)?[\s-]*(?:total|average|avg|mean|sum|overall|all)s?\b(?!-\w)\.?)", re.I
)
_SPREAD = re.compile(rf"(?:±|\+/-|\+-)\s*(?P<number>{NUMBER.pattern})", re.VERBOSE)
_UNIT = re.compile(r"\d\s?(?P<unit>%|[a-zA-Zµ/]{1,6})\.?$")
_HEADER_UNIT = re.compile(r"\((?P<unit>%|[^()\s]{1,8})\)|\[(?P<square>[^\[\]\s]{1,8})\]")
# SI prefixes and the short scale; "K" is the kelvin and "m" the meter.
_FACTORS = {"k": 1e3, "M": 1e6, "B": 1e9, "×103": 1e3, "×106": 1e6}
_COUNT = re.compile(r"\W{0,2}\d{1,4}\W?")
NO_NAME = FigureName("")


def build_table_data(table: Table) -> FigureData:
    """Return the figure data of a table, with rows by columns of values. Columns of text name the rows.

    Columns with several values per cell are first divided. A column holds values if at least half of its cells
    do. If all columns hold values, the first column names the rows.
    """
    table = divide_columns(table)
    data = [index for index in range(len(table.columns)) if _holds_values(table, index)]
    data = data[1:] if len(data) == len(table.columns) > 1 or _numbers_rows(table, data) else data
    named = [index for index in range(len(table.columns)) if index not in data]
    cells = [[row.cells[index] for index in data] for row in table.rows]
    numbers = restore_decimal_points(
        [[tuple(numbers_in(cell.text)) if cell else () for cell in row] for row in cells]
    )
    units = [_unit_of_header(table.columns[index].title) for index in data]
    facts = tuple(
        _fact(r, c, cell, numbers[r][c], units[c])
        for r, row in enumerate(cells)
        for c, cell in enumerate(row)
        if cell is not None
    )
    return FigureData("table", _rows(table, named), _columns(table, data), facts)


def _fact(row: int, column: int, cell: Cell, numbers: tuple[Number, ...], unit: str) -> Fact:
    spread = _SPREAD.search(cell.text)
    deviation = number_of(found) if spread and (found := NUMBER.search(spread["number"])) else None
    own = _UNIT.search(cell.text.strip())
    return Fact(
        row,
        column,
        numbers,
        cell.text,
        own["unit"] if own else unit,
        _FACTORS.get(unit, 1.0),
        deviation.value if deviation else None,
        box=cell.bbox,
        appearance=Appearance(prints=cell.prints) if cell.prints else None,
    )


def _unit_of_header(title: str) -> str:
    match = _HEADER_UNIT.search(title)
    return (match["unit"] or match["square"]) if match else ""


def _holds_values(table: Table, column: int) -> bool:
    texts = [cell.text for row in table.rows if (cell := row.cells[column])]
    if not texts or all(map(is_dash, texts)):
        return False
    return 2 * sum(map(is_value, texts)) >= len(texts) or are_marks(texts)


def _numbers_rows(table: Table, data: Sequence[int]) -> bool:
    """True if the first column of values only numbers the rows. It then has no title, unlike other columns, and
    holds whole numbers.
    """
    if not data or table.columns[data[0]].title or not any(column.title for column in table.columns):
        return False
    texts = [cell.text for row in table.rows if (cell := row.cells[data[0]])]
    before = any(table.columns[index].title for index in range(data[0]))
    return all(map(_COUNT.fullmatch, texts)) and (len(data) > 1 or not before)


def _parse_names(texts: Sequence[str]) -> tuple[FigureName, ...]:
    """Parse the names. Names that differ only in marks or citations keep them: "FactLex" and "FactLex*"."""
    names = [parse_name(text) if text else NO_NAME for text in texts]
    markers: dict[str, set[tuple[str, ...]]] = {}
    for name in names:
        markers.setdefault(name.text, set()).add(name.markers)
    return tuple(
        FigureName(" ".join(text.split())) if name.markers and len(markers[name.text]) > 1 else name
        for text, name in zip(texts, names, strict=True)
    )


def _rows(table: Table, named: Sequence[int]) -> Entries:
    attributes = []
    for depth, column in enumerate(named):
        cells = [row.cells[column] for row in table.rows]
        names = _parse_names([cell.text if cell else "" for cell in cells])
        boxes = tuple(cell.bbox if cell else None for cell in cells)
        attributes.append(Attribute("row", names, boxes, table.columns[column].title, depth))
    if any(row.group for row in table.rows):
        groups = _parse_names([row.group for row in table.rows])
        nowhere: tuple[BBox | None, ...] = (None,) * len(groups)
        attributes.append(Attribute("group", groups, nowhere, "", len(named), heading=True))
    leading = attributes[0].names if attributes else (NO_NAME,) * len(table.rows)
    return Entries(
        len(table.rows),
        tuple(attributes),
        blocks=tuple(row.block for row in table.rows),
        summary=tuple(bool(SUMMARY.match(name.text)) for name in leading),
    )


def _columns(table: Table, data: Sequence[int]) -> Entries:
    levels = max((len(column.header) for column in table.columns), default=0)
    top = max(0.0, min((row.y0 for row in table.rows), default=0.0))
    boxes = tuple(BBox(table.columns[c].x0, 0.0, table.columns[c].x1, top) for c in data)
    attributes = []
    for level in range(levels):
        headers = [table.columns[c].header for c in data]
        texts = [header[level] if level < len(header) else "" for header in headers]
        if any(texts):
            names = _parse_names(texts)
            depth = levels - 1 - level
            attributes.append(Attribute("column", names, boxes, "", depth, heading=depth > 0))
    return Entries(len(data), tuple(attributes))


def restore_decimal_points(rows: Sequence[Sequence[tuple[Number, ...]]]) -> list[list[tuple[Number, ...]]]:
    """Restore decimal points that OCR lost, in numbers far above the range of a column of decimals."""
    columns = [_restore_column(column) for column in zip(*rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)] or [[] for _ in rows]


def _restore_column(column: Sequence[tuple[Number, ...]]) -> list[tuple[Number, ...]]:
    main = [numbers[0] for numbers in column if numbers]
    decimals = [number.decimals for number in main if number.decimals]
    if len(decimals) < 3 or len(decimals) < 0.7 * len(main):
        return list(column)
    typical = median(abs(number.value) for number in main)
    shift = 10.0 ** median(decimals)
    result = []
    for numbers in column:
        if numbers and not numbers[0].decimals and abs(numbers[0].value) > 8 * typical:
            moved = numbers[0].value / shift
            if 0.2 * typical <= abs(moved) <= 5 * typical:
                numbers = (replace(numbers[0], value=moved, step=1 / shift), *numbers[1:])
        result.append(numbers)
    return result
