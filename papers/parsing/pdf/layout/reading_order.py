"""Determine the reading order of the lines of a page, for any number of columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..text.lines import Line

# A column must contain this share of the characters of its region.
_COLUMN_SHARE = 0.08
# Half the width, in points, of the strip that a line must cross to count as crossing the gutter.
_STRIP = 2.0


def split_columns(lines: Sequence[Line]) -> list[list[Line]]:
    """Split lines into runs in reading order. Each run is a piece of one column, from top to bottom."""
    ordered = sorted(lines, key=_top)
    cut = find_gutter(ordered)
    if cut is None:
        return [ordered] if ordered else []
    runs: list[list[Line]] = []
    left: list[Line] = []
    right: list[Line] = []
    wide: list[Line] = []
    for line in ordered:
        crosses = line.bbox.x0 < cut - _STRIP and line.bbox.x1 > cut + _STRIP
        if crosses:
            runs += split_columns(left) + split_columns(right)
            left, right = [], []
            wide.append(line)
            continue
        if wide:
            runs.append(wide)
            wide = []
        (left if line.bbox.x1 <= cut + _STRIP else right).append(line)
    runs += split_columns(left) + split_columns(right)
    if wide:
        runs.append(wide)
    return runs


def find_gutter(lines: Sequence[Line]) -> float | None:
    """Return the x of the gutter between two columns of `lines`, or None for a single column.

    The gutter is the middle of the strip that the fewest characters cross; the widest strip wins a tie. It counts only
    if both sides contain a fair share of the text and are next to each other over much of their height.
    """
    if len(lines) < 4:
        return None
    x0, x1 = min(line.bbox.x0 for line in lines), max(line.bbox.x1 for line in lines)
    if x1 - x0 < 60:
        return None
    grid = np.arange(x0 + 0.12 * (x1 - x0), x1 - 0.12 * (x1 - x0), 1.0)
    starts = np.array([line.bbox.x0 for line in lines])
    ends = np.array([line.bbox.x1 for line in lines])
    weights = np.array([float(_weight(line)) for line in lines])
    crossing = (starts[None, :] < grid[:, None] - _STRIP) & (ends[None, :] > grid[:, None] + _STRIP)
    crossed = crossing @ weights
    cut = _find_widest_minimum(grid, crossed)
    at = int(np.abs(grid - cut).argmin())
    left = ~crossing[at] & (ends <= grid[at] + _STRIP)
    right = ~crossing[at] & ~left
    total = float(weights.sum())
    if min(weights[left].sum(), weights[right].sum()) < _COLUMN_SHARE * total:
        return None
    if crossed[at] > 3 * min(weights[left].sum(), weights[right].sum()):
        return None
    return float(cut) if _are_side_by_side(lines, left, right) else None


def _are_side_by_side(lines: Sequence[Line], left: np.ndarray, right: np.ndarray) -> bool:
    """True if each side has at least two lines and the sides overlap over half the height of the shorter side."""
    a = [line for line, is_in in zip(lines, left, strict=True) if is_in]
    b = [line for line, is_in in zip(lines, right, strict=True) if is_in]
    if min(len(a), len(b)) < 2:
        return False
    top = max(a[0].bbox.y0, b[0].bbox.y0)
    bottom = min(a[-1].bbox.y1, b[-1].bbox.y1)
    heights = [side[-1].bbox.y1 - side[0].bbox.y0 for side in (a, b)]
    return bottom - top >= 0.5 * min(heights)


def _find_widest_minimum(grid: np.ndarray, crossed: np.ndarray) -> float:
    lowest = crossed.min()
    best = (0, 0.0)
    start: int | None = None
    for i, value in enumerate([*crossed, np.inf]):
        if value <= lowest and start is None:
            start = i
        elif value > lowest and start is not None:
            if i - start > best[0]:
                best = (i - start, float((grid[start] + grid[i - 1]) / 2))
            start = None
    return best[1]


def _weight(line: Line) -> int:
    return line.characters


def _top(line: Line) -> tuple[float, float]:
    return (line.baseline, line.bbox.x0)
