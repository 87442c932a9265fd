"""Find the columns of a table from the boxes in its rows."""

from __future__ import annotations

from collections.abc import Sequence

from ....types import BBox

_COLUMN_GAP = 0.5  # share of a line's height; narrower white space separates words
_CROSSED = 0.15  # share of the rows that may cross the white space between two columns


def find_columns(rows: Sequence[Sequence[BBox]], size: float) -> list[tuple[float, float]]:
    """Return the left and right edges of the columns, which are separated by white space that few rows cross.

    `rows` holds the boxes of each row; `size` is the font size.
    """
    edges = sorted({round(side) for row in rows for box in row for side in (box.x0, box.x1)})
    if not edges:
        return []
    low, high = edges[0], edges[-1]
    covered = [0] * (high - low + 1)
    for row in rows:
        for box in row:
            for x in range(round(box.x0) - low, round(box.x1) - low + 1):
                covered[x] += 1
    most = _CROSSED * len(rows)
    columns: list[tuple[float, float]] = []
    start: int | None = None
    for x, count in enumerate([*covered, 0]):
        if count > most and start is None:
            start = x
        elif count <= most and start is not None:
            columns.append((float(start + low), float(x - 1 + low)))
            start = None
    merged: list[tuple[float, float]] = []
    for left, right in columns:
        if merged and left - merged[-1][1] < _COLUMN_GAP * size:
            merged[-1] = (merged[-1][0], right)
        else:
            merged.append((left, right))
    return merged
