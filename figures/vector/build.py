"""Convert the paths of a vector figure to shapes. Each subpath is classified by its corners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ...papers.types import BBox
from ..primitives import Point
from ..shapes.shape import LEVEL, Shape, ShapeKind, box_corners
from .dashes import read_dashes
from .join import join_shapes
from .types import Subpath, VectorFigure, VectorPath

STRAIGHT = 1e-3  # points; a corner that deviates less from a straight side is dropped
MOST_CORNERS = 400  # shapes with more corners are traced curves and are not simplified
# Largest difference between a circle and a polygon of eight or more corners, in the share of the bounding box filled
ROUND = 0.09


def build_shapes(figure: VectorFigure) -> list[Shape]:
    """Return the shapes in painting order. Outlines are joined with their fills, hatches with their frames, and
    crossing strokes with each other.
    """
    single: list[Shape] = []
    for path in figure.paths:
        dashed = read_dashes(path)
        if dashed is not None:
            single.append(dashed)
            continue
        shapes = (_shape(path, subpath) for subpath in path.subpaths)
        single += [shape for shape in shapes if shape is not None]
    return join_shapes(single)


def _shape(path: VectorPath, subpath: Subpath) -> Shape | None:
    points = _distinct(subpath.points)
    closed = subpath.closed or (path.fill is not None and len(points) > 2)
    if len(points) > 2 and math.dist(points[0], points[-1]) < 0.05:
        closed, points = True, points[:-1]
    if closed and 3 < len(points) <= MOST_CORNERS:
        points = _corners((*points, points[0], points[1]))
    box = _cut(_hull(points), path.clip)
    if box is None or len(points) < 2:
        return None
    kind = _kind(points, closed, subpath.curved, box)
    fill = path.fill if kind not in ("segment",) and (closed or path.stroke is None) else None
    if fill is None and path.stroke is None:
        return None
    marker = _marker_name(kind, points, box) if closed else ""
    style = (path.width, path.dash, path.opacity, path.patterned and fill is not None)
    if kind == "rectangle":
        points = box_corners(box)
    elif kind == "segment" and len(points) > 2:
        points = (min(points), max(points))
    return Shape(kind, points, box, fill, path.stroke, *style, marker, closed, path.order)


def _distinct(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the points without immediate repetitions."""
    kept = [points[0]]
    kept += [point for before, point in pairwise(points) if math.dist(before, point) > 1e-3]
    return tuple(kept)


def _corners(cycle: Sequence[Point]) -> tuple[Point, ...]:
    """Return the points of a closed shape that are not inside a straight side. The first two points of `cycle` are
    repeated at its end.
    """
    corners: list[Point] = []
    before = cycle[-3]
    for point, after in pairwise(cycle[:-1]):
        run = math.dist(before, after)
        turn = (after[0] - before[0]) * (point[1] - before[1]) - (after[1] - before[1]) * (
            point[0] - before[0]
        )
        between = math.dist(before, point) + math.dist(point, after) <= run + 0.05
        if run < 1e-6 or abs(turn) / run > STRAIGHT or not between:
            corners.append(point)
            before = point
    return tuple(corners)


def _hull(points: Sequence[Point]) -> BBox:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return BBox(min(xs), min(ys), max(xs), max(ys))


def _cut(box: BBox, clip: BBox | None) -> BBox | None:
    if clip is None:
        return box
    x0, y0, x1, y1 = max(box.x0, clip.x0), max(box.y0, clip.y0), min(box.x1, clip.x1), min(box.y1, clip.y1)
    return BBox(x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else None


def _kind(points: Sequence[Point], closed: bool, curved: bool, box: BBox) -> ShapeKind:
    if len(points) == 2 or (not closed and min(box.width, box.height) <= LEVEL and len(points) < 4):
        return "segment"
    if not closed:
        return "line"
    level = all(min(abs(b[0] - a[0]), abs(b[1] - a[1])) <= LEVEL for a, b in pairwise((*points, points[0])))
    if level and len(points) == 4:
        return "rectangle"
    area = abs(polygon_area(points))
    full = box.width * box.height
    even = abs(box.width - box.height) < 0.1 * max(box.width, box.height) + 0.05
    if (
        even
        and full > 0
        and len(points) >= 8
        and abs(area / full - math.pi / 4) < ROUND
        and _is_round(points, box)
    ):
        return "circle"
    if curved and full > 0 and area > 0.9 * full and len(points) >= 8:
        return "rectangle"  # a rectangle with rounded corners
    return "polygon"


def _is_round(points: Sequence[Point], box: BBox) -> bool:
    center, radius = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2), (box.width + box.height) / 4
    return all(abs(math.dist(p, center) - radius) < 0.06 * radius + 0.05 for p in points)


def polygon_area(points: Sequence[Point]) -> float:
    """Return the signed area by the shoelace formula."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*points, points[0]))) / 2


def _marker_name(kind: ShapeKind, points: Sequence[Point], box: BBox) -> str:
    """Return the name of the marker that a closed shape resembles, judged by its corners; "" for other shapes."""
    width, height = box.width, box.height
    if max(width, height) > 1.6 * min(width, height) + 0.2:
        return ""
    if kind == "circle":
        return "circle"
    if kind == "rectangle":
        return "square"
    share = abs(polygon_area(points)) / max(1e-9, width * height)
    count = len(points)
    if count == 3:
        return _triangle(points, box)
    if count == 4:
        return "diamond" if abs(share - 0.5) < 0.1 else ""
    if count in (5, 6):
        return {5: "pentagon", 6: "hexagon"}[count] if share > 0.6 else ""
    if count == 8:
        return "hexagon" if share > 0.7 else "star"
    if count == 10:
        return "star"
    if count == 12 and share < 0.75:
        middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        nearest = min(points, key=lambda p: math.dist(p, middle))
        lean = abs(math.degrees(math.atan2(nearest[1] - middle[1], nearest[0] - middle[0]))) % 90
        return "plus" if 25 < lean < 65 else "cross"
    return ""


def _triangle(points: Sequence[Point], box: BBox) -> str:
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    slack = 0.1 * max(box.width, box.height)
    if sum(abs(y - box.y1) < slack for y in ys) == 2:
        return "triangle"
    if sum(abs(y - box.y0) < slack for y in ys) == 2:
        return "triangle down"
    if sum(abs(x - box.x1) < slack for x in xs) == 2:
        return "triangle left"
    return "triangle right" if sum(abs(x - box.x0) < slack for x in xs) == 2 else ""
