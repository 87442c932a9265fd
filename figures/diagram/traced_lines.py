"""Find the lines between the nodes of a raster diagram as shapes, with the arrow heads at their ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from ...papers.types import BBox
from ..primitives import Point
from ..raster.canvas import Canvas
from ..raster.trace import TracedLine, trace_lines
from ..shapes.label import Label
from ..shapes.shape import Shape, box_corners
from .isolate import Flags, Tip, isolate_lines, take_tips
from .strokes import direction, join_dashes, merge_junctions, resolve_crossings, take_rings, without_barbs
from .types import Node

MOST_LINES = 1000
FEW_HEADS = 0.3  # least ratio of arrow heads to lines, for the lines to be arrows
CLOSE = 8.0  # pixels; largest distance between a node and lines that start there
# The next sizes are in letter heights, unless stated otherwise.
ARM, SHARP = 0.6, 0.85  # length over which a turn is measured; cosine of a sharp turn
SHORTEST = 0.5  # least length of a line
HEAD_REACH = 0.5  # largest distance between an arrow head and the end of its line
DASH_REACH = 1.1  # HEAD_REACH for a line that points at the head
AIMED = 0.97  # least cosine of the angle between a line and the tip that it points at
# Radius around the ends of a line; least ratio of ink between the end with a head and the other end
NEAR, HEAVIER = 0.7, 1.5
WEDGE = 2.6, 4.0  # least width of an arrow head where two lines meet, or more lines, in widths of its line


def find_lines(
    canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label], frames: Sequence[BBox]
) -> tuple[list[Shape], list[Shape]]:
    """Return the lines and the arrow heads between the nodes, in canvas pixels. The outlines of `frames` are left
    out.
    """
    em = canvas.em
    ink = isolate_lines(canvas, nodes, phrases, frames)
    whole = ink.copy()
    tips = take_tips(ink, em)
    traced = sorted(trace_lines(ink), key=lambda line: -len(line.points))[:MOST_LINES]
    lines, hooks = without_barbs(merge_junctions(traced, em), em)
    joined, rings = take_rings(join_dashes(lines, [tip.box for tip in tips], em), em)
    strokes = [
        piece
        for line in joined
        for piece in _split_at_nodes(line, nodes, em)
        if max(piece.ends) >= 0 or len(piece.points) >= SHORTEST * em
    ]
    dots = [tip.box for tip in tips if tip.is_dot or _is_wedge(tip, strokes, em)] + rings
    heads = [tip.box for tip in tips if tip.box not in dots] + hooks
    if len(heads) >= FEW_HEADS * len(strokes):
        strokes = resolve_crossings(strokes, em)
        heads += _likely_heads(strokes, heads, whole, em)
    junctions = _junctions(strokes)
    shapes = [_line(stroke, junctions, [*dots, *heads], em) for stroke in strokes]
    return shapes, [Shape("polygon", box_corners(b), b, (0, 0, 0), None, closed=True) for b in heads]


def _split_at_nodes(line: TracedLine, nodes: Sequence[Node], em: float) -> list[TracedLine]:
    """Split a line where it turns sharply at a node, because two lines start at one point there."""
    points, arm = line.points, max(3, round(ARM * em))
    sharpest, at = SHARP, -1
    for i in range(arm, len(points) - arm):
        (ax, ay), (x, y), (bx, by) = points[i - arm], points[i], points[i + arm]
        lengths = math.hypot(x - ax, y - ay) * math.hypot(bx - x, by - y)
        cosine = ((x - ax) * (bx - x) + (y - ay) * (by - y)) / max(1.0, lengths)
        if cosine < sharpest and any(node.box.distance(BBox(x, y, x, y)) <= CLOSE for node in nodes):
            sharpest, at = cosine, i
    if at < 0:
        return [line]
    one = TracedLine(points[: at + 1], (line.ends[0], -1))
    return [one, *_split_at_nodes(TracedLine(points[at:], (-1, line.ends[1])), nodes, em)]


def _likely_heads(strokes: Sequence[TracedLine], heads: Sequence[BBox], ink: Flags, em: float) -> list[BBox]:
    """Return small boxes as heads for lines without a head. The head is at the end with clearly more ink."""
    bare = [
        s for s in strokes if max(s.ends) < 0 and not any(_reaches(s, last, heads, em) for last in (0, 1))
    ]
    found = []
    for stroke in bare:
        first, last = (_ink_near(stroke.points[-last], ink, em) for last in (0, 1))
        if max(first, last) >= HEAVIER * min(first, last):
            x, y = stroke.points[0 if first > last else -1]
            found.append(BBox(x - 1, y - 1, x + 1, y + 1))
    return found


def _ink_near(point: Point, ink: Flags, em: float) -> int:
    """Return the number of ink pixels around a point."""
    reach = round(NEAR * em)
    top, left = max(0, round(point[1]) - reach), max(0, round(point[0]) - reach)
    return int(ink[top : top + 2 * reach + 1, left : left + 2 * reach + 1].sum())


def _reaches(stroke: TracedLine, last: int, boxes: Sequence[BBox], em: float) -> BBox | None:
    """Return the tip or dot at the end of a line; None without such a tip or dot.

    A tip that the line points at may be farther away.
    """
    x, y = stroke.points[-last]
    ahead = direction(stroke, bool(last), em)
    gaps = []
    for box in boxes:
        gap, dx, dy = box.distance(BBox(x, y, x, y)), (box.x0 + box.x1) / 2 - x, (box.y0 + box.y1) / 2 - y
        is_ahead = dx * ahead[0] + dy * ahead[1] > AIMED * math.hypot(dx, dy)
        gaps.append((gap * HEAD_REACH / DASH_REACH if is_ahead else gap, box.x0, box))
    nearest = min(gaps, key=lambda item: item[:2], default=None)
    return nearest[2] if nearest is not None and nearest[0] <= HEAD_REACH * em else None


def _is_wedge(tip: Tip, strokes: Sequence[TracedLine], em: float) -> bool:
    """True for a tip where lines only run together, so that it is no arrow head."""
    points = [BBox(*stroke.points[i], *stroke.points[i]) for stroke in strokes for i in (0, -1)]
    meeting = sum(tip.box.distance(point) <= HEAD_REACH * em for point in points)
    return meeting > 1 and tip.width < WEDGE[meeting > 2]


def _junctions(strokes: Sequence[TracedLine]) -> dict[int, Point]:
    """Map each junction to the mean of the stroke ends that meet there."""
    ends = sorted((s.ends[last], s.points[-last]) for s in strokes for last in (0, 1) if s.ends[last] >= 0)
    middles = {}
    for junction, group in groupby(ends, key=lambda end: end[0]):
        points = [point for _, point in group]
        middles[junction] = (
            math.fsum(x for x, _ in points) / len(points),
            math.fsum(y for _, y in points) / len(points),
        )
    return middles


def _line(stroke: TracedLine, junctions: dict[int, Point], tips: Sequence[BBox], em: float) -> Shape:
    """Return the stroke as a shape, with its ends extended to the centers of tips and dots or to junctions."""
    start, end = (_meeting_point(stroke, last, junctions, tips, em) for last in (0, 1))
    points = (*([start] if start else []), *stroke.points, *([end] if end else []))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = BBox(min(xs), min(ys), max(xs), max(ys))
    return Shape("line", points, box, None, (0, 0, 0))


def _meeting_point(
    stroke: TracedLine, last: int, junctions: dict[int, Point], tips: Sequence[BBox], em: float
) -> Point | None:
    box = _reaches(stroke, last, tips, em)
    if box is not None:
        return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return junctions.get(stroke.ends[last])
