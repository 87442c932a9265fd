"""Connections between the nodes of a raster diagram: traced lines with the arrow heads at their ends."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ...papers.types import BBox
from ..primitives import Point
from ..raster.canvas import Canvas
from ..raster.trace import TracedLine, trace_lines
from ..shapes.label import Label
from .frames import OUTLINE
from .isolate import Flags, Tip, isolate_lines, take_tips
from .strokes import (
    direction,
    join_dashes,
    merge_junctions,
    resolve_crossings,
    take_rings,
    without_barbs,
)
from .types import Node

MOST_LINES = 1000
FEW_HEADS = 0.3  # share of the connections up to which arrow heads are taken for lines that run together
# In letter heights.
TOUCH = 0.6  # between the end of a line and the box that it leads to
BARE_TOUCH = 1.2  # between the end of a line and the text without a box that it leads to
AIM = 2.5  # of a line that tells where it points to
SHORT = 4.0  # between the end of a line and the box that it points to
SHORTEST = 0.5  # of a line
HEAD_REACH = 0.5  # between an arrow head and the end of its line
DASH_REACH = 1.1  # the same, of a dashed line that points at it
AIMED = 0.97  # cosine of the angle between a line and the tip that it points at
DOT_REACH = 1.2  # between the dot of a node and its text
FLARE = 1.3  # around the end of a line, in which the barbs of an arrow head are
SHAFT = 0.5, 1.6  # from the end of a line, between which its direction is that of an arrow
BENT = 0.12  # from the straight line of an arrow
BARBS = 0.8  # from the line to the ends of its barbs
WEDGE = 2.6, 4.0  # least width of an arrow head to which two lines lead, or more, in widths of its line
ARM, SHARP = 0.6, 0.85  # over which a turn is measured; cosine of a sharp one
CLOSE = 8.0  # pixels between a node and lines that begin at one point of it
AT_BOX = 2.0  # pixels between an outline and lines that part there
NEAR, HEAVIER = 0.7, 1.5  # around the ends of a line; of the ink there, where an arrow head is


@dataclass(frozen=True, slots=True)
class NodeConnection:
    """Lines that meet: the `nodes` that they touch, and those of them at which they have arrow `heads`."""

    nodes: frozenset[int]
    heads: frozenset[int]


@dataclass(frozen=True, slots=True)
class LineDrawing:
    """The ink between `nodes`, its `tips`, and the letter height. Lines that flare at an end may have a head there."""

    ink: Flags
    nodes: Sequence[Node]
    tips: Sequence[Tip]
    em: float
    flares: bool = True


@dataclass(frozen=True, slots=True)
class LineEnd:
    """The node at the end of a line (-1: none), the tip there (-1: none), and True if that is an arrow head."""

    node: int
    tip: int = -1
    headed: bool = False


def find_connections(
    canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label], frames: Sequence[BBox]
) -> list[NodeConnection]:
    """Connections by lines that touch two nodes or more; the outlines of `frames` are left out."""
    em = canvas.em
    ink = isolate_lines(canvas, nodes, phrases, frames)
    lines_only = ink.copy()
    tips = take_tips(lines_only, em)
    traced = sorted(trace_lines(lines_only), key=lambda line: -len(line.points))[:MOST_LINES]
    lines, hooks = without_barbs(merge_junctions(traced, em), em)
    joined, rings = take_rings(join_dashes(lines, [tip.box for tip in tips], em), em)
    tips += [Tip(ring, is_dot=True, is_wedge=True) for ring in rings]
    strokes = [
        piece
        for line in joined
        for piece in _split_at_nodes(line, nodes, em)
        if max(piece.ends) >= 0 or len(piece.points) >= SHORTEST * em
    ]
    drawing = LineDrawing(ink, nodes, [*_without_wedges(tips, strokes, em), *map(Tip, hooks)], em)
    found = _all_connections(strokes, drawing)
    branching = any(len(connection.nodes) > 2 and not connection.heads for connection in found)
    if branching:  # a tree, whose lines flare where they part
        found = _all_connections(strokes, replace(drawing, flares=False))
    if sum(bool(connection.heads) for connection in found) < FEW_HEADS * len(found):
        found = [replace(connection, heads=frozenset()) for connection in found]
    return found


def _all_connections(strokes: Sequence[TracedLine], drawing: LineDrawing) -> list[NodeConnection]:
    """The connections by all lines; where most have arrow heads, single lines get the likely one."""
    found: list[NodeConnection] = []
    plain: list[tuple[int, TracedLine]] = []
    for group in _meeting(strokes, [_ends(stroke, drawing) for stroke in strokes]):
        connections = _connections([strokes[i] for i in group], drawing)
        if len(group) == 1 and connections and not connections[0].heads:
            plain.append((len(found), strokes[group[0]]))
        found += connections
    if 2 * sum(bool(connection.heads) for connection in found) >= len(found):
        for index, stroke in plain:
            found[index] = _with_likely_head(found[index], stroke, drawing)
    return found


def _split_at_nodes(line: TracedLine, nodes: Sequence[Node], em: float) -> list[TracedLine]:
    """Two lines of one that turns sharply at a node, where two lines begin at one point."""
    points, arm = line.points, max(3, round(ARM * em))
    sharpest, at = SHARP, -1
    for i in range(arm, len(points) - arm):
        (ax, ay), (x, y), (bx, by) = points[i - arm], points[i], points[i + arm]
        lengths = math.hypot(x - ax, y - ay) * math.hypot(bx - x, by - y)
        cosine = ((x - ax) * (bx - x) + (y - ay) * (by - y)) / max(1.0, lengths)
        if cosine < sharpest and any(_distance(node, BBox(x, y, x, y)) <= CLOSE for node in nodes):
            sharpest, at = cosine, i
    if at < 0:
        return [line]
    one = TracedLine(points[: at + 1], (line.ends[0], -1))
    return [one, *_split_at_nodes(TracedLine(points[at:], (-1, line.ends[1])), nodes, em)]


def _with_likely_head(connection: NodeConnection, stroke: TracedLine, drawing: LineDrawing) -> NodeConnection:
    """The connection with an arrow head at the end of its line that has clearly more ink, if one has."""
    first, last = _ends(stroke, drawing)
    one, other = (_ink_near(stroke.points[i], drawing) for i in (0, -1))
    if (
        max(one, other) < HEAVIER * min(one, other)
        or first.node == last.node
        or min(first.node, last.node) < 0
    ):
        return connection
    return replace(connection, heads=frozenset({first.node if one > other else last.node}))


def _ink_near(point: Point, drawing: LineDrawing) -> int:
    """Pixels of ink around a point."""
    reach = round(NEAR * drawing.em)
    top, left = max(0, round(point[1]) - reach), max(0, round(point[0]) - reach)
    return int(drawing.ink[top : top + 2 * reach + 1, left : left + 2 * reach + 1].sum())


def _without_wedges(tips: Sequence[Tip], strokes: Sequence[TracedLine], em: float) -> list[Tip]:
    """The tips; those where lines only run together are marked as wedges."""
    result = []
    for tip in tips:
        points = [BBox(*stroke.points[i], *stroke.points[i]) for stroke in strokes for i in (0, -1)]
        meeting = sum(tip.box.distance(point) <= HEAD_REACH * em for point in points)
        wedge = meeting > 1 and tip.width < WEDGE[meeting > 2]
        result.append(replace(tip, is_wedge=True) if wedge else tip)
    return result


def _ends(stroke: TracedLine, drawing: LineDrawing) -> tuple[LineEnd, LineEnd]:
    first, last = (_line_end(stroke, at_last, drawing) for at_last in (False, True))
    for _ in range(2):  # the end with a head first
        if first.node < 0 and (last.node >= 0 or first.headed):
            first = _ahead(stroke, False, first, drawing)
        if last.node < 0 and (first.node >= 0 or last.headed):
            last = _ahead(stroke, True, last, drawing)
    both = first.headed and last.headed
    if both and (first.tip < 0) != (last.tip < 0):  # the end that only flares has no head
        first, last = (replace(end, headed=end.tip >= 0) for end in (first, last))
    return first, last


def _line_end(stroke: TracedLine, last: bool, drawing: LineDrawing) -> LineEnd:
    """The node that the end of a line touches, by itself or through an arrow head or a dot; at a junction at an outline."""
    x, y = stroke.points[-1 if last else 0]
    point, em = BBox(x, y, x, y), drawing.em
    ahead = direction(stroke, last, em)
    near = [(_gap_to_tip(tip.box, (x, y), ahead), i) for i, tip in enumerate(drawing.tips)]
    gap, index = min(near, default=(math.inf, -1))
    if gap > HEAD_REACH * em and stroke.ends[last] >= 0:
        node = _nearest(point, drawing)
        reach = OUTLINE + AT_BOX if node >= 0 and drawing.nodes[node].boxed else TOUCH * em
        return LineEnd(node if node >= 0 and _distance(drawing.nodes[node], point) <= reach else -1)
    if gap > HEAD_REACH * em:
        flared = drawing.flares and _is_flared(stroke, last, drawing)
        return LineEnd(_nearest(point, drawing), headed=flared)
    tip = drawing.tips[index]
    node = _nearest(tip.box, drawing, DOT_REACH if tip.is_dot else 0.0)
    dot = tip.is_dot and node >= 0 and not drawing.nodes[node].boxed
    return LineEnd(node, index, not (dot or tip.is_wedge))


def _gap_to_tip(box: BBox, point: Point, ahead: Point) -> float:
    """Distance of a tip from the end of a line, counted less where the line points at it, as a dashed one may end before it."""
    x, y = point
    gap = box.distance(BBox(x, y, x, y))
    dx, dy = (box.x0 + box.x1) / 2 - x, (box.y0 + box.y1) / 2 - y
    pointed = dx * ahead[0] + dy * ahead[1] > AIMED * math.hypot(dx, dy)
    return HEAD_REACH / DASH_REACH * gap if pointed else gap


def _is_flared(stroke: TracedLine, last: bool, drawing: LineDrawing) -> bool:
    """True if ink spreads to both sides of the end of a line, but not far, as that of small barbs does."""
    em, points = drawing.em, stroke.points[::-1] if last else stroke.points
    start, end = (min(len(points) - 1, round(share * em)) for share in SHAFT)
    near, far = points[start], points[end]
    length = math.dist(near, far)
    if length < 3:
        return False
    dx, dy = (near[0] - far[0]) / length, (near[1] - far[1]) / length
    if any(abs((x - near[0]) * dy - (y - near[1]) * dx) > BENT * em for x, y in points[start:end]):
        return False
    reach = round(FLARE * em)
    top, left = max(0, round(near[1]) - reach), max(0, round(near[0]) - reach)
    ys, xs = np.nonzero(drawing.ink[top : top + 2 * reach + 1, left : left + 2 * reach + 1])
    across = (xs + left - near[0]) * dy - (ys + top - near[1]) * dx
    along = (xs + left - near[0]) * dx + (ys + top - near[1]) * dy
    line = across[(along < -0.5 * em) & (np.abs(across) < 0.4 * em)]
    tip = across[along > -0.5 * em]
    if len(line) == 0 or len(tip) == 0:
        return False
    low, high = float(tip.min() - line.min()), float(tip.max() - line.max())
    return low < -1.0 and high > 1.0 and max(-low, high) < BARBS * em


def _ahead(stroke: TracedLine, last: bool, end: LineEnd, drawing: LineDrawing) -> LineEnd:
    """As `end`, with the first box in the direction of a free end."""
    x, y = stroke.points[-1 if last else 0]
    dx, dy = direction(stroke, last, drawing.em, AIM)
    if stroke.ends[last] >= 0 or (dx, dy) == (0.0, 0.0):
        return end
    for step in range(1, round(4 * SHORT)):
        ahead_x, ahead_y = x + 0.25 * step * drawing.em * dx, y + 0.25 * step * drawing.em * dy
        for index, node in enumerate(drawing.nodes):
            if node.boxed and _distance(node, BBox(ahead_x, ahead_y, ahead_x, ahead_y)) <= 2:
                return LineEnd(index, end.tip, end.headed)
    return end


def _nearest(box: BBox, drawing: LineDrawing, reach: float = 0.0) -> int:
    """The node nearest to a box, the first of several; -1 if none is within reach (in letter heights)."""
    found = []
    for index, node in enumerate(drawing.nodes):
        gap = _distance(node, box)
        if gap <= OUTLINE + max(3.0, max(reach, TOUCH if node.boxed else BARE_TOUCH) * drawing.em):
            found.append((gap, index))
    return min(found, default=(0.0, -1))[1]


def _distance(node: Node, box: BBox) -> float:
    """Distance of a box from the outline of a node, 0 where they meet."""
    gap = node.box.distance(box)
    if gap > 0 or not node.outline:
        return gap
    hull = np.array(node.outline, np.float32)
    middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    half = math.hypot(box.width, box.height) / 2
    return max(0.0, -cv2.pointPolygonTest(hull, middle, measureDist=True) - half)


def _meeting(strokes: Sequence[TracedLine], ends: Sequence[tuple[LineEnd, LineEnd]]) -> list[list[int]]:
    """Strokes that meet at a junction or at a tip away from all nodes, in groups."""
    groups: list[tuple[set[tuple[str, int]], list[int]]] = []
    for index, (stroke, sides) in enumerate(zip(strokes, ends, strict=True)):
        places = {("junction", junction) for junction in stroke.ends if junction >= 0}
        places |= {("tip", end.tip) for end in sides if end.tip >= 0 and end.node < 0}
        same = [group for group in groups if group[0] & places]
        groups = [group for group in groups if group not in same]
        groups.append(
            (places.union(*(g[0] for g in same)), sorted([index, *(i for g in same for i in g[1])]))
        )
    return [members for _, members in groups]


def _connections(strokes: Sequence[TracedLine], drawing: LineDrawing) -> list[NodeConnection]:
    """The connection of strokes that meet, or one for each line where arrows only cross."""
    ends = [_ends(stroke, drawing) for stroke in strokes]
    whole = _connection(end for pair in ends for end in pair)
    if len(whole.nodes) > 3 and whole.heads:
        apart = resolve_crossings(strokes, drawing.em)
        sides = [_ends(stroke, drawing) for stroke in apart]
        pieces = [_connection(end for i in group for end in sides[i]) for group in _meeting(apart, sides)]
        crossing = [piece for piece in pieces if len(piece.nodes) > 1]
        if len(crossing) > 1 and all(0 < len(piece.heads) < len(piece.nodes) for piece in crossing):
            return crossing
    if len(whole.nodes) == 1:  # thinning leaves spurs at the ends of lines
        longest = max(strokes, key=lambda stroke: len(stroke.points))
        whole = _connection(_ends(replace(longest, ends=(-1, -1)), drawing))
    return [whole] if len(whole.nodes) > 1 else []


def _connection(ends: Iterable[LineEnd]) -> NodeConnection:
    touched = [end for end in ends if end.node >= 0]
    return NodeConnection(
        frozenset(end.node for end in touched), frozenset(end.node for end in touched if end.headed)
    )
