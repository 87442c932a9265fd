"""Find the lines and arrows between the nodes of a vector diagram."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...papers.types import BBox
from ..primitives import Point
from ..shapes.shape import Shape

# The next three distances are in letter heights.
ATTACHED = 0.8  # largest distance between the end of a line and its node
SHORT = 4.0  # largest distance between the end of a line and the box that it points to
HEAD_GAP = 0.6  # twice the largest distance between the end of a line and its arrow head
JUNCTION = 0.7  # points; largest distance between lines that meet


@dataclass(frozen=True, slots=True)
class Connector:
    """A line between two nodes. `head` and `tail` are True if the line has an arrow head at its end and at its
    start.
    """

    start: int
    end: int
    head: bool
    tail: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """The area of a node; a line that ends there is connected to the node. `boxed` is True if the node has a box."""

    box: BBox
    boxed: bool


def find_connectors(
    strokes: Sequence[Shape], heads: Sequence[Shape], reach: Sequence[Reach], em: float
) -> tuple[list[Connector], list[frozenset[int]]]:
    """Return the connections between nodes, and the groups of nodes that lines without arrow heads join where they
    meet.

    A connection is a single line, or an arrow whose lines meet before they reach a node.
    """
    boxes = [node.box for node in reach]
    connectors: list[Connector] = []
    loose: list[tuple[Shape, set[int], set[int]]] = []
    for stroke in strokes:
        ends = [_end(point, heads, reach, em) for point in (stroke.points[0], stroke.points[-1])]
        missing = [node for node, _ in ends].count(-1)
        pointed = any(
            _distance(h.box, point) <= HEAD_GAP * em * 0.5 for h in heads for point in stroke.points
        )
        if (missing == 1 or (missing and pointed)) and not any(
            other is not stroke and _meet(stroke, other) for other in strokes
        ):
            ends = [
                (node, headed) if node >= 0 else _ahead(stroke, last, heads, reach, em)
                for (node, headed), last in zip(ends, (False, True), strict=True)
            ]
        (start, tail), (end, head) = ends
        if start >= 0 and end >= 0 and start != end:
            connectors.append(Connector(start, end, head, tail))
        elif not _lies_on_side(stroke, boxes):
            touched = {node for node, _ in ends if node >= 0}
            loose.append((stroke, touched, {node for node, headed in ends if node >= 0 and headed}))
    branched, joined = _branched(loose)
    return list(dict.fromkeys(connectors + branched)), joined


def _end(point: Point, heads: Sequence[Shape], reach: Sequence[Reach], em: float) -> tuple[int, bool]:
    """Return the node at the end of a line (-1 for no node), and True if an arrow head is between them."""
    near = [h for h in heads if _distance(h.box, point) <= HEAD_GAP * em * 0.5]
    if near:
        head = min(near, key=lambda h: _distance(h.box, point))
        node = _nearest(head.points, reach, em)
        if node >= 0:
            return node, True
    return _nearest([point], reach, em), False


def _ahead(
    stroke: Shape, last: bool, heads: Sequence[Shape], reach: Sequence[Reach], em: float
) -> tuple[int, bool]:
    """Return the node in front of a line that ends before the box that it points to, and True if the line has an
    arrow head.

    `last` selects the end at the line's last point; otherwise the first point is used.
    """
    (x0, y0), (x1, y1) = stroke.points[-2:] if last else stroke.points[1::-1]
    length = math.hypot(x1 - x0, y1 - y0)
    if length == 0:
        return -1, False
    headed = any(_distance(head.box, (x1, y1)) <= HEAD_GAP * em * 0.5 for head in heads)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    for step in range(1, round(2 * SHORT) + 1):
        point = x1 + 0.5 * step * em * dx, y1 + 0.5 * step * em * dy
        for index, node in enumerate(reach):
            if node.boxed and _distance(node.box, point) == 0:
                return index, headed
    return -1, False


def _nearest(points: Sequence[Point], reach: Sequence[Reach], em: float) -> int:
    """Return the node nearest to one of the points; -1 if no node is near enough. Nodes with a box come before
    texts without a box.
    """
    gaps = [min(_distance(node.box, point) for point in points) for node in reach]
    near = [(not node.boxed, gap, i) for i, (node, gap) in enumerate(zip(reach, gaps, strict=True))]
    return min((one for one in near if one[1] <= ATTACHED * em), default=(False, 0.0, -1))[2]


def _distance(box: BBox, point: Point) -> float:
    x, y = point
    return math.hypot(max(0.0, box.x0 - x, x - box.x1), max(0.0, box.y0 - y, y - box.y1))


def _lies_on_side(stroke: Shape, boxes: Sequence[BBox]) -> bool:
    """True for strokes inside a node or along its outline."""
    s = stroke.box
    return any(
        box.x0 - 1 <= s.x0 and s.x1 <= box.x1 + 1 and box.y0 - 1 <= s.y0 and s.y1 <= box.y1 + 1
        for box in boxes
    )


def _branched(
    loose: Sequence[tuple[Shape, set[int], set[int]]],
) -> tuple[list[Connector], list[frozenset[int]]]:
    """Return the connectors of arrows that meet before they reach a node, and the groups of nodes that other lines
    join.
    """
    groups: list[list[int]] = []
    for index, (stroke, _, _) in enumerate(loose):
        near = [g for g in groups if any(_meet(stroke, loose[k][0]) for k in g)]
        groups = [g for g in groups if g not in near] + [[index, *(k for g in near for k in g)]]
    connectors, joined = [], []
    for group in groups:
        nodes = {node for k in group for node in loose[k][1]}
        headed = {node for k in group for node in loose[k][2]}
        if len(nodes) < 2:
            continue
        if headed and nodes - headed:
            connectors += [
                Connector(a, b, True, False) for a in sorted(nodes - headed) for b in sorted(headed)
            ]
        elif not headed:
            joined.append(frozenset(nodes))
    return connectors, joined


def _meet(a: Shape, b: Shape) -> bool:
    grown = BBox(a.box.x0 - JUNCTION, a.box.y0 - JUNCTION, a.box.x1 + JUNCTION, a.box.y1 + JUNCTION)
    apart = b.box.x0 > grown.x1 or b.box.x1 < grown.x0 or b.box.y0 > grown.y1 or b.box.y1 < grown.y0
    if apart:
        return False
    ends_a, ends_b = (a.points[0], a.points[-1]), (b.points[0], b.points[-1])
    return any(_on_line(p, b.points) for p in ends_a) or any(_on_line(p, a.points) for p in ends_b)


def _on_line(point: Point, points: Sequence[Point]) -> bool:
    return any(_from_segment(point, a, b) <= JUNCTION for a, b in pairwise(points))


def _from_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
    share = min(1.0, max(0.0, share))
    return math.dist(point, (a[0] + share * dx, a[1] + share * dy))
