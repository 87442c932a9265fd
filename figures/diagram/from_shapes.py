"""Read trees, flow diagrams and architecture drawings: boxes with text, and the lines and arrows between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..primitives import Lab
from ..shapes.cielab import is_white, to_lab_triple
from ..shapes.placed_labels import PlacedLabel, merged
from ..shapes.scene import Scene
from ..shapes.shape import Shape, outer_box
from .connectors import Reach, find_connectors
from .hierarchy import MOSTLY, find_frames, find_title, orient_groups, remove_nodes
from .nodes import gather_lines, split_items
from .straighten import straighten
from .types import Diagram, Node

FEWEST = 3  # nodes
CONNECTED = 0.5  # least share of the boxed nodes that a line must reach (of all nodes, if no node has a box)
RULE = (
    0.25  # a horizontal line among texts without boxes is a table rule from this share of the figure's width
)
MOST_LABELS, MOST_STROKES, MOST_SHAPES = 600, 1200, 6000
LARGEST = 0.7  # a box with at least this share of the figure is a frame around everything
# The next four sizes are in letter heights.
LINE_GAP = 0.9  # largest gap between lines of one node
SMALLEST_BOX = 1.1
LARGEST_HEAD = 1.6
MARGIN = 0.8  # free space that lines leave around a text without a box
COLORED = 8.0  # least chroma of a colored outline


def diagram_of_shapes(scene: Scene) -> Diagram | None:
    """Return the tree or flow diagram that the shapes and labels form; None if lines connect too few texts.

    Boxes are in points from the top left of the figure. Lines without arrow heads run from parents to children.
    """
    if not FEWEST <= len(scene.labels) <= MOST_LABELS or len(scene.shapes) > MOST_SHAPES:
        return None
    shapes, em = straighten(scene.shapes, scene.em), scene.em
    scene = replace(scene, shapes=shapes)
    nodes, boxed, frames = _nodes(scene)
    boxes = [node.box for node in nodes]
    strokes = [s for s in shapes if s.kind in ("segment", "line") and not s.closed and s.side > 0.4 * em]
    if not boxed:
        strokes = [s for s in strokes if not (s.level and s.box.width > RULE * scene.box.width)]
    if len(strokes) > MOST_STROKES:
        return None
    heads = [s for s in shapes if _is_head(s, boxes, em)]
    strokes = [s for s in strokes if s not in heads]
    return link_nodes(nodes, boxed, frames, strokes, heads, em, is_exact=True)


def link_nodes(
    nodes: Sequence[Node],
    boxed: set[int],
    frames: Sequence[Node],
    strokes: Sequence[Shape],
    heads: Sequence[Shape],
    em: float,
    *,
    is_exact: bool,
) -> Diagram | None:
    """Return the nodes connected by strokes with arrow heads; None if nothing connects them.

    `boxed` holds the indices of the nodes with a box. Exact shapes are drawn from parent to child. They may also
    be a chart, so at least half of the nodes must be connected.
    """
    boxes = [node.box for node in nodes]
    reach = [
        Reach(box if i in boxed else _grown(box, MARGIN * em), i in boxed) for i, box in enumerate(boxes)
    ]
    connectors, groups = find_connectors(strokes, heads, reach, em)
    joined = {i for c in connectors for i in (c.start, c.end)}.union(*groups)
    counted = boxed or set(range(len(nodes)))
    links = len(connectors) + sum(len(g) - 1 for g in groups)
    if is_exact and (links < 2 or len(joined & counted) < CONNECTED * len(counted)):
        return None
    arrows = {(c.start, c.end) for c in connectors if c.head} | {
        (c.end, c.start) for c in connectors if c.tail
    }
    lines = [(c.start, c.end) for c in connectors if not c.head and not c.tail]
    with_children = _with_children(nodes, _oriented(lines, groups, boxes, is_exact))
    diagram = _without_labels(with_children, arrows, boxed, joined, frames)
    linked = diagram.arrows or any(node.children for node in diagram.nodes)
    return diagram if linked and len(diagram.nodes) >= FEWEST else None


def _without_labels(
    nodes: Sequence[Node],
    arrows: Iterable[tuple[int, int]],
    boxed: set[int],
    joined: set[int],
    frames: Sequence[Node],
) -> Diagram:
    """Return the diagram, with its frames as nodes.

    If most nodes have a box, texts without a box that no line reaches become labels.
    """
    of_boxes = len(boxed) >= MOSTLY * len(nodes) or (
        len(boxed) >= FEWEST and not joined - boxed and len(joined) >= MOSTLY * len(boxed)
    )
    loose = set(range(len(nodes))) - boxed - joined if of_boxes else set()
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


def _nodes(scene: Scene) -> tuple[list[Node], set[int], list[Node]]:
    """Return the nodes from top to bottom and left to right, the indices of nodes with a box, and the titled frames
    around boxes.
    """
    shapes, labels, em = scene.shapes, scene.labels, scene.em
    whole = scene.box.width * scene.box.height
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
                frames.append(_node([free.pop(title)], shape.box, _color(shape)))
        elif lines:
            found.append((_node(lines, shape.box, _color(shape)), True))
    level = [label for label in free if not label.label.vertical]
    groups = [[level[i] for i in group] for group in gather_lines([p.box for p in level], em, LINE_GAP)]
    groups += [[label] for label in free if label.label.vertical]
    found += [(_node(group, None, (0.0, 0.0, 0.0)), False) for group in groups]
    found.sort(key=lambda item: (item[0].box.y0, item[0].box.x0, item[0].text))
    return [node for node, _ in found], {i for i, (_, is_box) in enumerate(found) if is_box}, frames


def _grown(box: BBox, by: float) -> BBox:
    return BBox(box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by)


def _holds(box: BBox, label: PlacedLabel) -> bool:
    return box.x0 <= label.label.cx <= box.x1 and box.y0 <= label.label.cy <= box.y1


def _contains(outer: BBox, inner: BBox) -> bool:
    smaller = inner.width * inner.height < 0.95 * outer.width * outer.height
    return smaller and outer.intersection_area(inner) > 0.95 * inner.width * inner.height


def _node(lines: Sequence[PlacedLabel], box: BBox | None, color: Lab) -> Node:
    vertical = sum(p.label.vertical for p in lines) > 0.5 * len(lines)
    order = sorted(
        lines, key=lambda p: (p.box.x0, -p.box.y1) if vertical else (round(p.label.cy / 2), p.box.x0)
    )
    text = merged(order).text
    around = box or outer_box([p.box for p in lines]) or lines[0].box
    return Node(text, around, color, split_items(text))


def _color(shape: Shape) -> Lab:
    """Return the color of the fill, or of the outline if there is no fill and the outline is colored; otherwise
    white (CIELAB).
    """
    fill = shape.fill if shape.fill is not None and not is_white(shape.fill) else None
    if fill is None and shape.stroke is not None:
        outline = to_lab_triple(shape.stroke)
        return outline if math.hypot(outline[1], outline[2]) > COLORED else (100.0, 0.0, 0.0)
    return to_lab_triple(fill) if fill is not None else (100.0, 0.0, 0.0)


def _is_head(shape: Shape, boxes: Iterable[BBox], em: float) -> bool:
    """True for small filled tips and small open hooks that contain no node."""
    small = 0.15 * em < shape.side <= LARGEST_HEAD * em
    tip = shape.closed and shape.fill is not None and shape.kind == "polygon" and 3 <= len(shape.points) <= 40
    hook = shape.kind == "line" and not shape.closed and 3 <= len(shape.points) <= 20
    return small and (tip or hook) and not any(_contains(shape.box, box) for box in boxes)


def _oriented(
    lines: Sequence[tuple[int, int]], groups: Sequence[frozenset[int]], boxes: Sequence[BBox], is_exact: bool
) -> list[tuple[int, int]]:
    """Return the lines from parent to child.

    The drawn direction counts if it (or its reverse) gives every node at most one parent. Otherwise the
    direction comes from the layout.
    """
    unique = list(dict.fromkeys(lines))
    for candidate in (unique, [(b, a) for a, b in unique]) if is_exact and not groups else ():
        targets = [b for _, b in candidate]
        if len(set(targets)) == len(targets):
            return candidate
    return orient_groups([*map(frozenset, unique), *groups], boxes)


def _with_children(nodes: Sequence[Node], lines: Sequence[tuple[int, int]]) -> list[Node]:
    children: list[list[int]] = [[] for _ in nodes]
    for parent, child in lines:
        children[parent].append(child)
    ordered = [
        tuple(sorted(set(below), key=lambda i: (nodes[i].box.y0, nodes[i].box.x0))) for below in children
    ]
    return [replace(node, children=below) for node, below in zip(nodes, ordered, strict=True)]
