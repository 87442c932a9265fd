"""Join shapes that several paths draw together: outlines with their fills, hatches, and crossing strokes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..primitives import Point
from ..shapes.cielab import is_white
from ..shapes.shape import Shape, box_corners

OUTLINE = 1.6  # points; largest distance between a filled shape and its separately drawn outline
SHARED_CENTER = 0.35  # points; largest distance between the centers of the strokes of one marker
FEWEST_HATCHES = 2  # least number of strokes of a hatch
WIDEST_HATCH = 12.0  # points; largest distance between two strokes of a hatch; gridlines are farther apart


def _with_outlines(shapes: Sequence[Shape]) -> list[Shape]:
    """Join a fill and its outline that are drawn as separate paths shortly after one another."""
    joined: list[Shape] = []
    for shape in shapes:
        for back in range(1, min(3, len(joined)) + 1):
            before = joined[-back]
            if shape.patterned and before.fill is not None and _same_place(before, shape, 0.5):
                joined[-back] = replace(before, patterned=True)  # a pattern over a fill that has the color
                break
            if before.closed and shape.closed and _is_outline(before, shape):
                fill, stroke = (before, shape) if before.fill is not None else (shape, before)
                joined[-back] = replace(fill, stroke=stroke.stroke, width=stroke.width, dash=stroke.dash)
                break
        else:
            joined.append(shape)
    return joined


def _is_outline(a: Shape, b: Shape) -> bool:
    parts = (a.fill is None) != (b.fill is None) and (a.stroke is None) != (b.stroke is None)
    return parts and _same_place(a, b, OUTLINE)


def _same_place(a: Shape, b: Shape, slack: float) -> bool:
    x, y = a.box, b.box
    return max(abs(x.x0 - y.x0), abs(x.y0 - y.y0), abs(x.x1 - y.x1), abs(x.y1 - y.y1)) < slack


def _with_hatches(shapes: Sequence[Shape]) -> list[Shape]:
    """Turn the parallel strokes across rectangles without a fill, or with a white fill, into the hatch of these
    rectangles.
    """
    strokes = [i for i, s in enumerate(shapes) if s.kind == "segment" and s.stroke is not None]
    frames = [
        i for i, s in enumerate(shapes) if s.kind == "rectangle" and (s.fill is None or is_white(s.fill))
    ]
    if len(strokes) < FEWEST_HATCHES or not frames:
        return list(shapes)
    ends = np.array([(*shapes[i].points[0], *shapes[i].points[1]) for i in strokes])
    used: set[int] = set()
    result = list(shapes)
    for index in sorted(frames, key=lambda i: shapes[i].box.width * shapes[i].box.height):
        found = [
            strokes[k] for k in np.flatnonzero(_fills(ends, shapes[index].box)) if strokes[k] not in used
        ]
        box = shapes[index].box
        dense = max(FEWEST_HATCHES, min(box.width, box.height) / WIDEST_HATCH)
        counts = Counter(_angle(shapes[k]) for k in found)
        angles = tuple(sorted(angle for angle, count in counts.items() if count >= dense))
        if 0 < len(angles) <= 3:
            used.update(found)
            result[index] = replace(shapes[index], hatch=angles, fill=shapes[found[0]].stroke)
    return [s for i, s in enumerate(result) if i not in used]


def _fills(ends: NDArray[np.float64], box: BBox) -> NDArray[np.bool_]:
    """Return an (n,) mask of the strokes (x0, y0, x1, y1) that run inside the box from one side to another."""
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
    """Return the direction of a stroke in degrees, 0..175, rounded to 5."""
    (x0, y0), (x1, y1) = stroke.points[:2]
    return round(math.degrees(math.atan2(y1 - y0, x1 - x0)) / 5) * 5 % 180


def _with_crossed_strokes(shapes: Sequence[Shape]) -> list[Shape]:
    """Join short strokes of one style with a common center into a plus, a cross or a star."""
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
            result += group  # the two strokes form a corner
            continue
        name = "star" if len(group) > 2 else "plus" if parallel else "cross"
        result.append(replace(group[0], kind="polygon", box=box, marker=name, points=box_corners(box)))
    return result


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
    close = math.dist((first.cx, first.cy), (shape.cx, shape.cy)) < SHARED_CENTER
    lengths = [math.dist(*s.points) for s in (first, shape)]
    alike = max(lengths) < 1.6 * min(lengths) and max(lengths) < 40
    return close and alike and all(_directions_differ(s, shape) for s in group)


def _radiates(group: Sequence[Shape], shape: Shape) -> bool:
    """True if short strokes of equal length all start at one point, as in an asterisk."""
    lengths = [math.dist(*s.points[:2]) for s in (*group, shape)]
    if max(lengths) > 12 or max(lengths) > 1.2 * min(lengths):
        return False
    return any(
        all(min(math.dist(p, end) for p in s.points) < SHARED_CENTER for s in group) for end in shape.points
    )


def _directions_differ(a: Shape, b: Shape) -> bool:
    (ax, ay), (bx, by) = _direction(a), _direction(b)
    return abs(ax * by - ay * bx) > 0.3


def _direction(shape: Shape) -> Point:
    (x0, y0), (x1, y1) = shape.points[:2]
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    return (x1 - x0) / length, (y1 - y0) / length


def join_shapes(shapes: Sequence[Shape]) -> list[Shape]:
    """Join outlines with their fills, hatches with their frames, and crossing strokes with each other."""
    return _with_crossed_strokes(_with_hatches(_with_outlines(shapes)))
