"""Tables whose header is printed more than once: over a further part below, or over columns side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from .types import Row, Table
from .values import is_value

_FEWEST_TITLES = 2  # of columns, that a row must have to repeat the header
_MOST_SIDES = 4  # parts side by side

_T = TypeVar("_T")


def split_at_headers(table: Table) -> Table:
    """`table` without the rows that repeat its header over a further part; the text beside the titles is the heading of the part.

    Unchanged where no row has the titles of all columns but the first, at least two.
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
    """`table` with columns side by side below one another, where each side has the same titles and begins with names.

    The first column may have other titles, each of which is the heading of its side's rows; it need not hold names if
    the titles are the same and no column is before all sides. A column of names before them stays with each. Unchanged
    where no division into two to four sides fits, the fewest first.
    """
    for starts, width in _divide(table):
        titles = [[column.header for column in table.columns[start : start + width]] for start in starts]
        titled = all(map(any, titles[0][1:])) and all(side[1:] == titles[0][1:] for side in titles)
        same = not starts[0] and any(titles[0][0]) and all(side[0] == titles[0][0] for side in titles)
        if titled and (same or all(_holds_names(table, start) for start in starts)):
            return _stack(table, starts, width)
    return table


def split_lists(table: Table) -> list[Table]:
    """The lists side by side in `table`, each of which begins with names under the same title; itself where there is only one.

    Of several divisions that into the most lists.
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
    """Beginnings and width of two to four sides of the same width, with and without a column of names before them."""
    count = len(table.columns)
    for lead in (0, 1):
        for sides in range(2, _MOST_SIDES + 1):
            width, rest = divmod(count - lead, sides)
            if not rest and width >= 2 and (not lead or _holds_names(table, 0)):
                yield range(lead, count, width), width


def _side(items: Sequence[_T], start: int, width: int, starts: range) -> tuple[_T, ...]:
    """The items before all sides and those of the side from `start`."""
    return (*items[: starts[0]], *items[start : start + width])


def _rows_of(table: Table, start: int, width: int, starts: range, heading: str = "") -> tuple[Row, ...]:
    """The rows of the side from `start` that are not empty, with `heading` before their own."""
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
    """True if most of the cells of a column, and at least two, are words."""
    texts = [cell.text for row in table.rows if (cell := row.cells[column])]
    words = sum(any(c.isalpha() for c in text) and not is_value(text) for text in texts)
    return words >= 2 and 2 * words > len(texts)
