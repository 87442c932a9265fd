"""Trees, flow diagrams and architecture pictures: boxes with text, and the lines and arrows between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...papers.types import BBox
from ..diagram.hierarchy import MOSTLY, find_frames, find_root, find_title, rank_sides, remove_nodes
from ..diagram.nodes import split_items
from ..diagram.types import Diagram, Node
from ..primitives import Lab, Point
from .labels import PlacedLabel, merged
from .scene import VectorScene
from .shapes.shape import Shape, is_white, outer_box, to_lab_triple
from .strokes import straighten

FEWEST = 3  # nodes
CONNECTED = 0.5  # share of the nodes in boxes (of all nodes without boxes) that a line must reach
RULE = 0.25  # share of the figure's width from which a level line among texts without boxes is a table's rule
MOST_LABELS, MOST_STROKES = 600, 1200
LARGEST = 0.7  # share of the figure from which a box is a frame around everything
# In letter heights.
LINE_GAP = 0.9  # between lines of one node
SMALLEST_BOX = 1.1
ATTACHED = 0.8  # between the end of a line and its node
LARGEST_HEAD = 1.6
SHORT = 4.0  # between the end of a line and the box that it points to
MARGIN = 0.8  # around a text without a box that lines keep free
HEAD_GAP = 0.6  # between the end of a line and its arrow head
JUNCTION = 0.7  # points between lines that meet
COLOURED = 8.0  # chroma


@dataclass(frozen=True, slots=True)
class Connector:
    """A line between two nodes; `head` and `tail`: it has an arrow head at its end, at its start."""

    start: int
    end: int
    head: bool
    tail: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """The area of a node in which a line ends at it."""

    box: BBox
    boxed: bool


def diagram_of_shapes(scene: VectorScene) -> Diagram | None:
    """The tree or flow that shapes and labels make, or None where lines join too few texts.

    Boxes are in points from the top left of the figure. Lines without arrow heads run from parents to children.
    """
    if not FEWEST <= len(scene.labels) <= MOST_LABELS or len(scene.shapes) > MOST_STROKES:
        return None
    shapes, em = straighten(scene.shapes, scene.em), scene.em
    scene = replace(scene, shapes=shapes)
    nodes, boxed, frames = _nodes(scene)
    boxes = [node.box for node in nodes]
    strokes = [s for s in shapes if s.kind in ("segment", "line") and not s.closed and s.side > 0.4 * em]
    if not boxed:
        strokes = [s for s in strokes if not (s.level and s.box.width > RULE * scene.figure.box.width)]
    if len(strokes) > MOST_STROKES:
        return None
    heads = [s for s in shapes if _is_head(s, boxes, em)]
    reach = [
        Reach(box if i in boxed else _grown(box, MARGIN * em), i in boxed) for i, box in enumerate(boxes)
    ]
    connectors = _connectors([s for s in strokes if s not in heads], heads, reach, em)
    joined = {i for c in connectors for i in (c.start, c.end)}
    counted = boxed or set(range(len(nodes)))
    if len(nodes) < FEWEST or len(connectors) < 2 or len(joined & counted) < CONNECTED * len(counted):
        return None
    arrows = {(c.start, c.end) for c in connectors if c.head} | {
        (c.end, c.start) for c in connectors if c.tail
    }
    lines = [(c.start, c.end) for c in connectors if not c.head and not c.tail]
    with_children = _with_children(nodes, _oriented(lines, boxes))
    return _without_labels(with_children, arrows, boxed, joined, frames)


def _without_labels(
    nodes: Sequence[Node],
    arrows: Iterable[tuple[int, int]],
    boxed: set[int],
    joined: set[int],
    frames: Sequence[Node],
) -> Diagram:
    """The diagram with its frames as nodes; among boxes, texts without a box that no line reaches are labels."""
    loose = set() if len(boxed) < MOSTLY * len(nodes) else set(range(len(nodes))) - boxed - joined
    inner, links = remove_nodes(nodes, arrows, loose)
    owned = {child for node in inner for child in node.children}
    around = find_frames([node.box for node in (*inner, *frames)])
    held: dict[int, list[int]] = {}
    for child, frame in around.items():
        if frame >= len(inner) and child not in owned:
            held.setdefault(frame, []).append(child)
    framed = [
        replace(node, children=tuple(sorted(held.get(len(inner) + i, ())))) for i, node in enumerate(frames)
    ]
    return Diagram((*inner, *framed), 1.0, tuple(links), tuple(nodes[index].text for index in sorted(loose)))


def _nodes(scene: VectorScene) -> tuple[list[Node], set[int], list[Node]]:
    """Nodes top to bottom and left to right, which of them are boxes, and the frames around boxes with their titles."""
    figure, shapes, labels, em = scene.figure, scene.shapes, scene.labels, scene.em
    whole = figure.box.width * figure.box.height
    boxes = [
        s
        for s in shapes
        if s.closed
        and min(s.box.width, s.box.height) > SMALLEST_BOX * em
        and s.box.width * s.box.height < LARGEST * whole
        and (s.fill is not None or s.stroke is not None)
    ]
    inside: dict[int, list[PlacedLabel]] = {}
    free: list[PlacedLabel] = []
    for label in labels:
        holding = [i for i, s in enumerate(boxes) if _holds(s.box, label)]
        best = min(
            holding, key=lambda i: (boxes[i].box.width * boxes[i].box.height, -boxes[i].order), default=-1
        )
        if best >= 0:
            inside.setdefault(best, []).append(label)
        else:
            free.append(label)
    found: list[tuple[Node, bool]] = []
    frames: list[Node] = []
    for index, shape in enumerate(boxes):
        lines = inside.get(index, [])
        if any(other != index and _contains(shape.box, boxes[other].box) for other in inside):
            free += lines
            title = find_title(shape.box, [label.box for label in free], em)
            if title is not None and not any(frame.box == shape.box for frame in frames):
                frames.append(_node([free.pop(title)], shape.box, _colour(shape)))
        elif lines:
            found.append((_node(lines, shape.box, _colour(shape)), True))
    found += [(_node(group, None, (0.0, 0.0, 0.0)), False) for group in _paragraphs(free, em)]
    found.sort(key=lambda item: (item[0].box.y0, item[0].box.x0, item[0].text))
    return [node for node, _ in found], {i for i, (_, is_box) in enumerate(found) if is_box}, frames


def _grown(box: BBox, by: float) -> BBox:
    return BBox(box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by)


def _holds(box: BBox, label: PlacedLabel) -> bool:
    return box.x0 <= label.label.cx <= box.x1 and box.y0 <= label.label.cy <= box.y1


def _contains(outer: BBox, inner: BBox) -> bool:
    smaller = inner.width * inner.height < 0.95 * outer.width * outer.height
    return smaller and outer.intersection_area(inner) > 0.95 * inner.width * inner.height


def _node(lines: Sequence[PlacedLabel], box: BBox | None, colour: Lab) -> Node:
    vertical = sum(p.label.vertical for p in lines) > 0.5 * len(lines)
    order = sorted(
        lines, key=lambda p: (p.box.x0, -p.box.y1) if vertical else (round(p.label.cy / 2), p.box.x0)
    )
    text = merged(order).text
    around = box or outer_box([p.box for p in lines]) or lines[0].box
    return Node(text, around, colour, split_items(text))


def _colour(shape: Shape) -> Lab:
    """The fill, or the outline's colour where only that is coloured."""
    fill = shape.fill if shape.fill is not None and not is_white(shape.fill) else None
    if fill is None and shape.stroke is not None:
        outline = to_lab_triple(shape.stroke)
        return outline if math.hypot(outline[1], outline[2]) > COLOURED else (100.0, 0.0, 0.0)
    return to_lab_triple(fill) if fill is not None else (100.0, 0.0, 0.0)


def _paragraphs(labels: Sequence[PlacedLabel], em: float) -> list[list[PlacedLabel]]:
    """Texts outside of boxes gathered into nodes: lines right under one another with a common side or middle."""
    groups: list[list[PlacedLabel]] = []
    for label in sorted(labels, key=lambda p: (p.box.y0, p.box.x0)):
        for group in groups:
            last = group[-1]
            offsets = (last.box.x0 - label.box.x0, last.label.cx - label.label.cx)
            gap = label.box.y0 - last.box.y1
            if (
                min(map(abs, offsets)) < 0.6 * em
                and -0.3 * em < gap < LINE_GAP * em
                and not label.label.vertical
            ):
                group.append(label)
                break
        else:
            groups.append([label])
    return groups


def _is_head(shape: Shape, boxes: Iterable[BBox], em: float) -> bool:
    """True for small filled tips and small open hooks."""
    small = 0.15 * em < shape.side <= LARGEST_HEAD * em
    tip = shape.closed and shape.fill is not None and shape.kind == "polygon" and 3 <= len(shape.points) <= 40
    hook = shape.kind == "line" and not shape.closed and 3 <= len(shape.points) <= 20
    return small and (tip or hook) and not any(_contains(shape.box, box) for box in boxes)


def _connectors(
    strokes: Sequence[Shape], heads: Sequence[Shape], reach: Sequence[Reach], em: float
) -> list[Connector]:
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
    return list(dict.fromkeys(connectors + _branched(loose, boxes)))


def _end(point: Point, heads: Sequence[Shape], reach: Sequence[Reach], em: float) -> tuple[int, bool]:
    """The node at the end of a line (-1: none), and True if an arrow head is between them."""
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
    """As `_end` for a line that ends before the box that it points to; `last`: at its last point."""
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
    """The node nearest to one of the points, boxes before texts without a box; -1 if none is near enough."""
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


def _branched(loose: Sequence[tuple[Shape, set[int], set[int]]], boxes: Sequence[BBox]) -> list[Connector]:
    """Connectors of lines that meet one another before they reach a node: one node feeds all others."""
    groups: list[list[int]] = []
    for index, (stroke, _, _) in enumerate(loose):
        near = [g for g in groups if any(_meet(stroke, loose[k][0]) for k in g)]
        groups = [g for g in groups if g not in near] + [[index, *(k for g in near for k in g)]]
    connectors = []
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
            ordered = sorted(nodes)
            root = ordered[find_root([boxes[i] for i in ordered]) or 0]
            connectors += [Connector(root, b, False, False) for b in sorted(nodes - {root})]
    return connectors


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


def _oriented(lines: Sequence[tuple[int, int]], boxes: Sequence[BBox]) -> list[tuple[int, int]]:
    """The lines from parent to child: as drawn where that makes each node the child of one parent, else outwards."""
    unique = list(dict.fromkeys(lines))
    for candidate in (unique, [(b, a) for a, b in unique]):
        targets = [b for _, b in candidate]
        if len(set(targets)) == len(targets):
            return candidate
    sides = rank_sides([[boxes[a], boxes[b]] for a, b in unique])
    return [(b, a) if find_root([boxes[a], boxes[b]], sides) == 1 else (a, b) for a, b in unique]


def _with_children(nodes: Sequence[Node], lines: Sequence[tuple[int, int]]) -> list[Node]:
    children: list[list[int]] = [[] for _ in nodes]
    for parent, child in lines:
        children[parent].append(child)
    ordered = [
        tuple(sorted(set(below), key=lambda i: (nodes[i].box.y0, nodes[i].box.x0))) for below in children
    ]
    return [replace(node, children=below) for node, below in zip(nodes, ordered, strict=True)]
