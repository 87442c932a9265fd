"""Tables whose header is printed more than once: over a further part below, or over columns side by side."""

from __future__ import annotations

from dataclasses import replace

from .types import Column, Row, Table
from .values import is_value

_FEWEST_TITLES = 2  # of columns, that a row must have to repeat the header
_MOST_SIDES = 4  # parts side by side


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
    """`table` with columns side by side below one another, where each side begins with names and has the same titles.

    The title of the names of each side is the heading of its rows. Unchanged where no division into two to four sides fits, the
    fewest first.
    """
    count = len(table.columns)
    for sides in range(2, _MOST_SIDES + 1):
        width, rest = divmod(count, sides)
        if rest or width < 2:
            continue
        starts = range(0, count, width)
        titles = [[column.header for column in table.columns[start + 1 : start + width]] for start in starts]
        titled = all(map(any, titles[0])) and all(side == titles[0] for side in titles)
        if titled and all(_holds_names(table, start) for start in starts):
            return _stack(table, starts, width)
    return table


def _stack(table: Table, starts: range, width: int) -> Table:
    headings = [table.columns[start].title for start in starts]
    distinct = len(set(headings)) > 1
    rows = [
        replace(row, cells=cells, group=f"{heading if distinct else ''} {row.group}".strip())
        for start, heading in zip(starts, headings, strict=True)
        for row in table.rows
        if any(cells := row.cells[start : start + width])
    ]
    names: Column = replace(table.columns[0], header=()) if distinct else table.columns[0]
    return Table((names, *table.columns[1:width]), tuple(rows))


def _holds_names(table: Table, column: int) -> bool:
    """True if most of the cells of a column, and at least two, are words."""
    texts = [cell.text for row in table.rows if (cell := row.cells[column])]
    words = sum(any(c.isalpha() for c in text) and not is_value(text) for text in texts)
    return words >= 2 and 2 * words > len(texts)
