"""Handle tables whose header is printed more than once: over a further part below, or over columns side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from .types import Row, Table
from .values import is_value

_FEWEST_TITLES = 2  # least number of column titles in a row that repeats the header
_MOST_SIDES = 4  # most parts side by side

_T = TypeVar("_T")


def split_at_headers(table: Table) -> Table:
    """Return `table` without rows that repeat its header over a further part.

    The text next to the repeated titles becomes the heading of that part. A repeated header has the titles of
    all columns except the first, at least two.
    """
    titles = [column.header[-1] if column.header else "" for column in table.columns]
    repeats = [_texts(row)[1:] == titles[1:] for row in table.rows]
    if sum(map(bool, titles[1:])) < _FEWEST_TITLES or not any(repeats):
        return table
    heading, rows = titles[0], list[Row]()
    for row, is_header in zip(table.rows, repeats, strict=True):
        if is_header:
            heading = _texts(row)[0] or heading
        else:
            rows.append(replace(row, group=f"{heading} {row.group}".strip()))
    columns = (replace(table.columns[0], header=()), *table.columns[1:])
    return Table(columns, tuple(rows)) if rows else table


def _texts(row: Row) -> list[str]:
    return [cell.text if cell else "" for cell in row.cells]


def stack_repeated_columns(table: Table) -> Table:
    """Return `table` with sides that stand next to each other stacked below each other.

    All sides have the same titles, and each starts with a column of names. The first titles of the sides may
    differ; they become the headings of their rows. If all titles are equal and no column precedes the sides, the
    first columns need not hold names. A column of names before the sides is repeated for each side. The division
    into the fewest sides (two to four) is used. Without a division, the table is returned unchanged.
    """
    for starts, width in _divide(table):
        titles = [[column.header for column in table.columns[start : start + width]] for start in starts]
        titled = all(map(any, titles[0][1:])) and all(side[1:] == titles[0][1:] for side in titles)
        same = not starts[0] and any(titles[0][0]) and all(side[0] == titles[0][0] for side in titles)
        if titled and (same or all(_holds_names(table, start) for start in starts)):
            return _stack(table, starts, width)
    return table


def split_lists(table: Table) -> list[Table]:
    """Split `table` into the lists that stand side by side in it; [table] if there is only one.

    Each list starts with names under the same title. The division into the most lists is used.
    """
    for starts, width in sorted(_divide(table), key=lambda division: -len(division[0])):
        titles = [table.columns[start].header[-1:] for start in starts]
        if any(titles[0]) and len(set(titles)) == 1 and all(_holds_names(table, start) for start in starts):
            return [
                Table(_side(table.columns, start, width, starts), _rows_of(table, start, width, starts))
                for start in starts
            ]
    return [table]


def _divide(table: Table) -> Iterator[tuple[range, int]]:
    """Yield the start columns and the width of two to four equal sides, without and with a column of names before
    them.
    """
    count = len(table.columns)
    for lead in (0, 1):
        for sides in range(2, _MOST_SIDES + 1):
            width, rest = divmod(count - lead, sides)
            if not rest and width >= 2 and (not lead or _holds_names(table, 0)):
                yield range(lead, count, width), width


def _side(items: Sequence[_T], start: int, width: int, starts: range) -> tuple[_T, ...]:
    """Return the items before all sides, followed by the items of the side that starts at `start`."""
    return (*items[: starts[0]], *items[start : start + width])


def _rows_of(table: Table, start: int, width: int, starts: range, heading: str = "") -> tuple[Row, ...]:
    """Return the non-empty rows of the side that starts at `start`, with `heading` before their own headings."""
    return tuple(
        replace(row, cells=_side(row.cells, start, width, starts), group=f"{heading} {row.group}".strip())
        for row in table.rows
        if any(row.cells[start : start + width])
    )


def _stack(table: Table, starts: range, width: int) -> Table:
    headings = [table.columns[start].title for start in starts]
    distinct = len(set(headings)) > 1
    rows = [
        row
        for start, heading in zip(starts, headings, strict=True)
        for row in _rows_of(table, start, width, starts, heading if distinct else "")
    ]
    columns = list(_side(table.columns, starts[0], width, starts))
    if distinct:
        columns[starts[0]] = replace(columns[starts[0]], header=())
    return Table(tuple(columns), tuple(rows))


def _holds_names(table: Table, column: int) -> bool:
    """True if more than half of a column's cells are words, and at least two."""
    texts = [cell.text for row in table.rows if (cell := row.cells[column])]
    words = sum(any(c.isalpha() for c in text) and not is_value(text) for text in texts)
    return words >= 2 and 2 * words > len(texts)
