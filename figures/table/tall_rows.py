"""Join the lines of rows whose cells have several lines: names around their values, or bracketed values under
others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .columns import BRACKETED
from .lines import TextSegment

FEWEST = 2  # least number of such rows for lines to be joined
ENCLOSED = (
    0.8  # least share of rows with a name above and below, among rows without a name next to their values
)

Cells = Sequence[Sequence[TextSegment]]  # the segments of a line, by column


def join_lines(
    middles: Sequence[float], placed: Sequence[Cells], has_data: Sequence[bool], data: Sequence[bool]
) -> list[list[int]]:
    """Return the line indices of each row, in order.

    `middles` are the positions of the lines. `has_data` and `data` are True for lines and columns that hold values.
    """
    return _join_brackets(placed, has_data, data) or _join_names(middles, placed, has_data)


def _join_brackets(
    placed: Sequence[Cells], has_data: Sequence[bool], data: Sequence[bool]
) -> list[list[int]]:
    """Join lines of bracketed values with the values above them and the names between.

    [] with fewer than FEWEST lines of bracketed values, or if two of these lines follow the same line of values.
    """
    bracketed = [filled and is_bracketed(cells, data) for cells, filled in zip(placed, has_data, strict=True)]
    rows: list[list[int]] = []
    first = 0  # row of the values to which the next bracketed values belong
    for index, filled in enumerate(has_data):
        if not bracketed[index]:
            rows.append([index])
            first = len(rows) - 1 if filled else first
            continue
        if not rows or len(rows[first]) > 1 or not has_data[rows[first][0]]:
            return []
        rows[first:] = [[line for row in rows[first:] for line in row] + [index]]
    return rows if sum(bracketed) >= FEWEST else []


def is_bracketed(cells: Cells, data: Sequence[bool]) -> bool:
    """True if all filled cells in value columns are in brackets, and at least one cell is filled."""
    texts = [
        " ".join(segment.text for segment in segments)
        for segments, of_data in zip(cells, data, strict=True)
        if of_data and segments
    ]
    return bool(texts) and all(BRACKETED.fullmatch(text) for text in texts)


def _join_names(
    middles: Sequence[float], placed: Sequence[Cells], has_data: Sequence[bool]
) -> list[list[int]]:
    """Join lines of values with the lines of the name around them. Each name line joins the nearest values.

    Lines are joined only if nearly all rows without a name on their own line have one above and below.
    """
    rows = [[index] for index in range(len(placed))]
    valued = [index for index, filled in enumerate(has_data) if filled]
    names = [
        index for index, cells in enumerate(placed) if not has_data[index] and cells[0] and not any(cells[1:])
    ]
    unnamed = [index for index in valued if not placed[index][0]]
    if len(unnamed) < FEWEST:
        return rows
    nearest = {name: min(valued, key=lambda line: abs(middles[line] - middles[name])) for name in names}
    enclosed = [line for line in unnamed if nearest.get(line - 1) == line == nearest.get(line + 1)]
    if len(enclosed) < ENCLOSED * len(unnamed) or any(nearest[name] not in enclosed for name in names):
        return rows
    owners = [nearest.get(index, index) for index in range(len(placed))]
    cuts = [0, *(i + 1 for i, (one, other) in enumerate(pairwise(owners)) if one != other), len(owners)]
    return [list(range(start, end)) for start, end in pairwise(cuts)]
