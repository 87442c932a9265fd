"""A table seen as items with attributes: its rows under its columns, or its columns beside its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from ....papers.types import BBox
from ...numbers import Number
from ...table.types import Cell, Table
from ...table.values import is_dash, is_value, numbers_in


@dataclass(frozen=True, slots=True)
class TableAttribute:
    """One label per item: the names in a column, the headings over rows, one level of the header."""

    title: str
    labels: tuple[str, ...]
    boxes: tuple[BBox | None, ...]
    place: int  # 0 for the leftmost column of names or the lowest level of the header
    heading: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """`values[i][f]` are the numbers of item i under field f, the main one first; `attributes` describe the items,
    `fields` the fields, each by one label per item or field. `across` is True when the items are columns."""

    attributes: tuple[TableAttribute, ...]
    fields: tuple[TableAttribute, ...]
    values: tuple[tuple[tuple[Number, ...], ...], ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    blocks: tuple[int, ...]
    across: bool

    @property
    def size(self) -> int:
        return len(self.values)


def views_of(table: Table) -> list[TableView]:
    """The rows as items and, where there are values, the columns as items."""
    data = [index for index in range(len(table.columns)) if _holds_values(table, index)]
    names = [index for index in range(len(table.columns)) if index not in data]
    row_attributes = _row_attributes(table, names)
    column_attributes = _column_attributes(table, data)
    cells = tuple(tuple(row.cells[index] for index in data) for row in table.rows)
    values = _repaired([[_numbers(cell) for cell in row] for row in cells])
    rows = TableView(
        row_attributes, column_attributes, values, cells, tuple(row.block for row in table.rows), across=False
    )
    if not data:
        return [rows]
    turned = tuple(zip(*values, strict=True)) if values else ()
    columns = TableView(
        column_attributes,
        row_attributes,
        turned,
        tuple(zip(*cells, strict=True)),
        (0,) * len(data),
        across=True,
    )
    return [rows, columns]


def _holds_values(table: Table, column: int) -> bool:
    texts = [row.cells[column].text for row in table.rows if row.cells[column]]  # type: ignore[union-attr]
    return (
        bool(texts)
        and 2 * sum(is_value(text) for text in texts) >= len(texts)
        and not all(map(is_dash, texts))
    )


def _numbers(cell: Cell | None) -> tuple[Number, ...]:
    return tuple(numbers_in(cell.text)) if cell else ()


def _row_attributes(table: Table, names: Sequence[int]) -> tuple[TableAttribute, ...]:
    attributes = [
        TableAttribute(
            table.columns[column].title,
            tuple(row.cells[column].text if row.cells[column] else "" for row in table.rows),  # type: ignore[union-attr]
            tuple(row.cells[column].bbox if row.cells[column] else None for row in table.rows),  # type: ignore[union-attr]
            place,
        )
        for place, column in enumerate(names)
    ]
    if any(row.group for row in table.rows):
        groups = tuple(row.group for row in table.rows)
        attributes.append(TableAttribute("", groups, (None,) * len(groups), len(names), heading=True))
    return tuple(attributes)


def _column_attributes(table: Table, data: Sequence[int]) -> tuple[TableAttribute, ...]:
    depth = max((len(column.header) for column in table.columns), default=0)
    top = min((row.y0 for row in table.rows), default=0.0)
    attributes = []
    for level in range(depth):
        labels = tuple(_level(table, column, level) for column in data)
        boxes = tuple(BBox(table.columns[c].x0, 0.0, table.columns[c].x1, max(0.0, top)) for c in data)
        if any(labels):
            attributes.append(TableAttribute("", labels, boxes, depth - 1 - level, heading=level < depth - 1))
    return tuple(attributes)


def _level(table: Table, column: int, level: int) -> str:
    header = table.columns[column].header
    return header[level] if level < len(header) else ""


def _repaired(rows: Sequence[Sequence[tuple[Number, ...]]]) -> tuple[tuple[tuple[Number, ...], ...], ...]:
    """`rows`, except that a number far out of its column of decimals gets back the point that reading lost."""
    if not rows or not rows[0]:
        return ((),) * len(rows)
    columns = [_repaired_column([row[index] for row in rows]) for index in range(len(rows[0]))]
    return tuple(zip(*columns, strict=True))


def _repaired_column(column: Sequence[tuple[Number, ...]]) -> list[tuple[Number, ...]]:
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
