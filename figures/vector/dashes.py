"""Read dashed lines that are drawn as one path with a filled quadrilateral for each dash."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from ...papers.types import BBox
from ..primitives import Point
from ..shapes.shape import Shape
from .types import VectorPath

FEWEST = 2  # least number of dashes
WIDEST = 5.0  # points; largest width of a line
DOT = 1.35  # largest ratio of the sides of a dot
QUADRILATERALS = (
    0.6  # least share of quadrilaterals: dashes at a corner have more sides, and the last may be short
)
SAME_WIDTH = 0.25  # largest relative difference between the width of a dash and the median width
AHEAD = 0.5  # least cosine of the angle between a dash and the gap after it
ONWARD = 0.7  # least share of gaps that continue their dash; parallel lines are next to each other instead
WIDEST_GAP = 4.0  # largest gap between two dashes, in lengths of the longest dash


def read_dashes(path: VectorPath) -> Shape | None:
    """Return the line that the filled pieces of a path draw; None for any other path."""
    if path.fill is None or path.stroke is not None or len(path.subpaths) < FEWEST:
        return None
    pieces = [_distinct(subpath.points) for subpath in path.subpaths]
    dashes = [dash for points in pieces if (dash := _dash(points)) is not None]
    width = median(dash[2] for dash in dashes) if dashes else 0.0
    dashes = [dash for dash in dashes if abs(dash[2] - width) <= SAME_WIDTH * width]
    if len(dashes) < max(FEWEST, QUADRILATERALS * len(pieces)):
        return None
    line = list(dashes[0][:2])
    if math.dist(line[0], dashes[1][0]) < math.dist(line[1], dashes[1][0]):
        line.reverse()
    gaps, onward = [], 0
    for one, other, _ in dashes[1:]:
        near, far = (one, other) if math.dist(line[-1], one) <= math.dist(line[-1], other) else (other, one)
        gaps.append(math.dist(line[-1], near))
        onward += _cosine(line[-2], line[-1], near) > AHEAD
        line += [near, far]
    if onward < ONWARD * len(gaps):
        return None
    lengths = [math.dist(*dash[:2]) for dash in dashes]
    if max(gaps) > WIDEST_GAP * max(max(lengths), width) or median(gaps) < 0.1 * width:
        return None
    xs, ys = [x for x, _ in line], [y for _, y in line]
    box = BBox(min(xs), min(ys), max(xs), max(ys))
    style = (width, (round(max(median(lengths), width), 1), round(median(gaps), 1)), path.opacity)
    return Shape("line", tuple(_without_bends(line)), box, None, path.fill, *style, order=path.order)


def _cosine(a: Point, b: Point, c: Point) -> float:
    """Return the cosine of the angle by which a path turns at its second point; 1 if points coincide."""
    length = math.dist(a, b) * math.dist(b, c)
    return ((b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])) / length if length else 1.0


def _distinct(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > 1e-3:
            kept.append(point)
    return kept[:-1] if len(kept) > 1 and math.dist(kept[0], kept[-1]) < 0.05 else kept


def _dash(points: Sequence[Point]) -> tuple[Point, Point, float] | None:
    """Return the two ends and the width of a dash; None for other shapes.

    A dash is a parallelogram with two short sides, or a dot, whose ends are both its center.
    """
    if len(points) != 4:
        return None
    a, b, c, d = points
    sides = math.dist(a, b), math.dist(b, c), math.dist(c, d), math.dist(d, a)
    if max(abs(sides[0] - sides[2]), abs(sides[1] - sides[3])) > 0.1 * max(sides):
        return None
    if max(sides) < DOT * min(sides):
        ends, width = (_middle(a, c), _middle(a, c)), (sides[0] + sides[1]) / 2
    elif sides[0] <= sides[1]:
        ends, width = (_middle(a, b), _middle(c, d)), sides[0]
    else:
        ends, width = (_middle(b, c), _middle(d, a)), sides[1]
    return (*ends, width) if width <= WIDEST else None


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _without_bends(line: Sequence[Point]) -> list[Point]:
    """Return the line without points inside a straight stretch."""
    kept = [line[0]]
    for point, after in pairwise(line[1:]):
        (x0, y0), (x1, y1) = kept[-1], after
        run = math.dist(kept[-1], after)
        off = abs((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)) / max(run, 1e-6)
        if off > 0.15:
            kept.append(point)
    return [*kept, line[-1]]
