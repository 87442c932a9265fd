"""Paths of a vector figure as shapes: segments, lines, rectangles, circles, polygons, markers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..raster.canvas import to_lab
from ..types import RGB, Lab, Point
from .types import Subpath, VectorFigure, VectorPath

ShapeKind = Literal["segment", "line", "rectangle", "circle", "polygon"]

STRAIGHT = 1e-3  # points by which a corner may lie off a straight side
MOST_CORNERS = 400  # shapes with more are traced curves, whose corners are not simplified
LEVEL = 0.15  # points by which an axis-parallel side may lean
OUTLINE = 1.6  # points between a filled shape and its outline drawn as a path of its own
ROUND = 0.09  # by which the share of its box that a polygon of eight or more corners fills may differ from that of a circle
SHARED_CENTRE = 0.35  # points between the middles of the strokes of one marker
FEWEST_HATCHES = 2  # strokes
WIDEST_HATCH = 12.0  # points between two strokes; gridlines are farther apart
WHITE = 250  # of 255, all channels of which look white


@dataclass(frozen=True, slots=True)
class Shape:
    """One subpath with its style. `points` are its corners, the first not repeated at the end of closed shapes.

    `marker` is the name of a shape of raster.marker_shapes that it resembles, "" for none. `hatch` are the directions
    (degrees, 0..175) of strokes that fill it, () for none; `fill` is then their colour. `texture`
    describes a tiling pattern as rendered (see textures.py). `order` grows in painting order.
    """

    kind: ShapeKind
    points: tuple[Point, ...]
    box: BBox
    fill: RGB | None
    stroke: RGB | None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    patterned: bool = False
    marker: str = ""
    closed: bool = False
    order: int = 0
    hatch: tuple[float, ...] = ()
    texture: tuple[float, ...] = ()

    @property
    def cx(self) -> float:
        return (self.box.x0 + self.box.x1) / 2

    @property
    def cy(self) -> float:
        return (self.box.y0 + self.box.y1) / 2

    @property
    def side(self) -> float:
        """The longer side of the box."""
        return max(self.box.width, self.box.height)

    @property
    def colour(self) -> RGB:
        """Fill where there is one that is not white, else stroke."""
        if self.fill is not None and (not is_white(self.fill) or self.stroke is None):
            return self.fill
        return self.stroke or (0, 0, 0)

    @property
    def hollow(self) -> bool:
        return self.fill is None or (is_white(self.fill) and self.stroke is not None)

    @property
    def level(self) -> bool:
        """True for a horizontal segment."""
        return self.kind == "segment" and self.box.height <= LEVEL

    @property
    def upright(self) -> bool:
        """True for a vertical segment."""
        return self.kind == "segment" and self.box.width <= LEVEL


def is_white(colour: RGB) -> bool:
    return min(colour) >= WHITE


@lru_cache(maxsize=4096)
def to_lab_triple(colour: RGB) -> Lab:
    """CIELAB of sRGB bytes."""
    lightness, a, b = to_lab(np.array([[colour]], dtype=np.uint8))[0, 0].tolist()
    return (lightness, a, b)


def colour_distance(a: RGB, b: RGB) -> float:
    """CIE76 distance of two colours."""
    return 0.0 if a == b else math.dist(to_lab_triple(a), to_lab_triple(b))


def build_shapes(figure: VectorFigure) -> list[Shape]:
    """Shapes in painting order, outlines joined with what they surround and crossing strokes with one another."""
    single = [
        shape
        for path in figure.paths
        for subpath in path.subpaths
        if (shape := _shape(path, subpath)) is not None
    ]
    return _with_crossed_strokes(_with_hatches(_with_outlines(single)))


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
        points = _box_corners(box)
    elif kind == "segment" and len(points) > 2:
        points = (min(points), max(points))
    return Shape(kind, points, box, fill, path.stroke, *style, marker, closed, path.order)


def _distinct(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points without immediate repetitions."""
    kept = [points[0]]
    kept += [point for before, point in pairwise(points) if math.dist(before, point) > 1e-3]
    return tuple(kept)


def _corners(cycle: Sequence[Point]) -> tuple[Point, ...]:
    """The points of a closed shape that are no part of a straight side; the first two are repeated at the end."""
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
        return "rectangle"  # with rounded corners
    return "polygon"


def _is_round(points: Sequence[Point], box: BBox) -> bool:
    centre, radius = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2), (box.width + box.height) / 4
    return all(abs(math.dist(p, centre) - radius) < 0.06 * radius + 0.05 for p in points)


def polygon_area(points: Sequence[Point]) -> float:
    """Signed area by the shoelace formula."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*points, points[0]))) / 2


def _marker_name(kind: ShapeKind, points: Sequence[Point], box: BBox) -> str:
    """The marker that a closed shape resembles by its corners; "" for shapes that are none."""
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


def _with_outlines(shapes: Sequence[Shape]) -> list[Shape]:
    """A fill and its outline, drawn one after the other as paths of their own, become one shape."""
    joined: list[Shape] = []
    for shape in shapes:
        for back in range(1, min(3, len(joined)) + 1):
            before = joined[-back]
            if before.closed and shape.closed and _is_outline(before, shape):
                fill, stroke = (before, shape) if before.fill is not None else (shape, before)
                joined[-back] = replace(fill, stroke=stroke.stroke, width=stroke.width, dash=stroke.dash)
                break
        else:
            joined.append(shape)
    return joined


def _is_outline(a: Shape, b: Shape) -> bool:
    parts = (a.fill is None) != (b.fill is None) and (a.stroke is None) != (b.stroke is None)
    x, y = a.box, b.box
    return parts and max(abs(x.x0 - y.x0), abs(x.y0 - y.y0), abs(x.x1 - y.x1), abs(x.y1 - y.y1)) < OUTLINE


def _with_hatches(shapes: Sequence[Shape]) -> list[Shape]:
    """Outlined rectangles take up the parallel strokes that fill them from side to side."""
    strokes = [i for i, s in enumerate(shapes) if s.kind == "segment" and s.stroke is not None]
    frames = [i for i, s in enumerate(shapes) if s.kind == "rectangle" and s.fill is None]
    if len(strokes) < FEWEST_HATCHES or not frames:
        return list(shapes)
    ends = np.array([(*shapes[i].points[0], *shapes[i].points[1]) for i in strokes])
    used: set[int] = set()
    result = list(shapes)
    for index in sorted(frames, key=lambda i: shapes[i].box.width * shapes[i].box.height):
        found = [
            strokes[k] for k in np.flatnonzero(_fills(ends, shapes[index].box)) if strokes[k] not in used
        ]
        angles = tuple(sorted({_angle(shapes[k]) for k in found}))
        box = shapes[index].box
        dense = len(found) >= max(FEWEST_HATCHES, min(box.width, box.height) / WIDEST_HATCH)
        if dense and 0 < len(angles) <= 3:
            used.update(found)
            result[index] = replace(shapes[index], hatch=angles, fill=shapes[found[0]].stroke)
    return [s for i, s in enumerate(result) if i not in used]


def _fills(ends: NDArray[np.float64], box: BBox) -> NDArray[np.bool_]:
    """(n,) which strokes (x0, y0, x1, y1) run inside the box from one side of it to another."""
    xs, ys = ends[:, 0::2], ends[:, 1::2]
    inside = (xs > box.x0 - 0.8) & (xs < box.x1 + 0.8) & (ys > box.y0 - 0.8) & (ys < box.y1 + 0.8)
    to_x = np.minimum(np.abs(xs - box.x0), np.abs(xs - box.x1))
    to_y = np.minimum(np.abs(ys - box.y0), np.abs(ys - box.y1))
    on_side = np.minimum(to_x, to_y) < 0.8
    along_side = (to_x < 0.3).all(axis=1) & (np.ptp(xs, axis=1) < 0.3)
    along_side |= (to_y < 0.3).all(axis=1) & (np.ptp(ys, axis=1) < 0.3) & (np.abs(ys[:, 0] - box.y0) < 0.3)
    result: NDArray[np.bool_] = inside.all(axis=1) & on_side.all(axis=1) & ~along_side
    return result


def _angle(stroke: Shape) -> float:
    """Direction of a stroke in degrees, 0..175, to within 5."""
    (x0, y0), (x1, y1) = stroke.points[:2]
    return round(math.degrees(math.atan2(y1 - y0, x1 - x0)) / 5) * 5 % 180


def _with_crossed_strokes(shapes: Sequence[Shape]) -> list[Shape]:
    """Short strokes of one style through one middle become a plus, a cross or a star."""
    result: list[Shape] = []
    for group in _crossing_groups(shapes):
        if len(group) == 1:
            result.append(group[0])
            continue
        box = group[0].box
        for other in group[1:]:
            box = box.union(other.box)
        parallel = sum(s.level or s.upright for s in group)
        if len(group) == 2 and _radiates(group[:1], group[1]):
            result += group  # a corner
            continue
        name = "star" if len(group) > 2 else "plus" if parallel else "cross"
        result.append(replace(group[0], kind="polygon", box=box, marker=name, points=_box_corners(box)))
    return result


def _box_corners(box: BBox) -> tuple[Point, ...]:
    return ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))


def _crossing_groups(shapes: Sequence[Shape]) -> Iterator[list[Shape]]:
    group: list[Shape] = []
    for shape in shapes:
        if group and _crosses(group, shape):
            group.append(shape)
            continue
        if group:
            yield group
        group = [shape]
    if group:
        yield group


def _crosses(group: Sequence[Shape], shape: Shape) -> bool:
    first = group[0]
    if shape.kind != "segment" or first.kind != "segment" or shape.stroke != first.stroke or len(group) >= 6:
        return False
    if _radiates(group, shape):
        return True
    close = math.dist((first.cx, first.cy), (shape.cx, shape.cy)) < SHARED_CENTRE
    lengths = [math.dist(*s.points) for s in (first, shape)]
    alike = max(lengths) < 1.6 * min(lengths) and max(lengths) < 40
    return close and alike and all(_directions_differ(s, shape) for s in group)


def _radiates(group: Sequence[Shape], shape: Shape) -> bool:
    """True if equally long short strokes all begin at one point, as those of an asterisk do."""
    lengths = [math.dist(*s.points[:2]) for s in (*group, shape)]
    if max(lengths) > 12 or max(lengths) > 1.2 * min(lengths):
        return False
    return any(
        all(min(math.dist(p, end) for p in s.points) < SHARED_CENTRE for s in group) for end in shape.points
    )


def _directions_differ(a: Shape, b: Shape) -> bool:
    (ax, ay), (bx, by) = _direction(a), _direction(b)
    return abs(ax * by - ay * bx) > 0.3


def _direction(shape: Shape) -> Point:
    (x0, y0), (x1, y1) = shape.points[:2]
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    return (x1 - x0) / length, (y1 - y0) / length


def outer_box(boxes: Iterable[BBox]) -> BBox | None:
    """Smallest box around all; None for none."""
    found = list(boxes)
    if not found:
        return None
    return BBox(
        min(b.x0 for b in found), min(b.y0 for b in found), max(b.x1 for b in found), max(b.y1 for b in found)
    )
