"""Connections between the nodes of a diagram: lines, arrows, and boxes inside boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..raster.canvas import Canvas, window
from ..raster.label import Label
from .frames import OUTLINE, erase_frames, grown, with_dashed_frames
from .hierarchy import MOSTLY, find_frames, find_root, rank_sides, remove_nodes
from .types import Diagram, Node

TOUCH = 0.5  # letter heights between a line's end and the label it leads to
SHORT, SHORTEST, STRAIGHT = (
    4.0,
    1.0,
    0.25,
)  # letter heights: gap before a box, length and bend of an arrow in a gap
HEAD = 0.4  # letter heights beyond that within which an arrow head is widest
HEAD_WIDTH = 1.7  # half width of an arrow head, in half widths of its line

Thickness = NDArray[np.float32]
Labels = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class NodeConnection:
    """A connected drawing that touches `nodes` and has arrow heads at `heads`."""

    nodes: frozenset[int]
    heads: frozenset[int]


def link_nodes(canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label]) -> Diagram:
    """Return the nodes with their children filled in, and the arrows between them.

    A line without arrow heads that joins several nodes makes all of them children of the outermost one. Boxes are
    children of the frame around them unless a line makes them children of another node. Among boxes joined by arrows,
    texts without a box that no line reaches are labels.
    """
    nodes = with_dashed_frames(canvas, nodes, phrases)
    frames = find_frames([node.box for node in nodes])
    inner = [index for index in range(len(nodes)) if index not in frames.values()]
    around = [nodes[index].box for index in sorted(set(frames.values()))]
    connectors = _connectors(canvas, [nodes[index] for index in inner], phrases, around)
    boxed = {position for position, index in enumerate(inner) if nodes[index].boxed}
    labelled = len(boxed) >= MOSTLY * len(inner) and any(connector.heads for connector in connectors)
    if labelled:
        connectors = _across_labels(connectors, boxed)
    arrows = {
        (inner[tail], inner[head])
        for connector in connectors
        for head in connector.heads
        for tail in (connector.nodes - connector.heads or connector.nodes)
        if tail != head
    }
    joined = [frozenset(inner[i] for i in c.nodes) for c in connectors if not c.heads]
    linked = _with_children(nodes, joined, frames)
    if not labelled:
        return Diagram(tuple(linked), canvas.scale, tuple(sorted(arrows)))
    reached = {inner[i] for connector in connectors for i in connector.nodes}
    labels = [index for index in inner if not nodes[index].boxed and index not in reached]
    kept, between = remove_nodes(linked, arrows, labels)
    return Diagram(tuple(kept), canvas.scale, tuple(between), tuple(nodes[index].text for index in labels))


def _across_labels(connectors: Sequence[NodeConnection], boxed: set[int]) -> list[NodeConnection]:
    """Join the two pieces of a line that a label parts; lines that reach two boxes do not end at texts without one."""
    pieces = list(connectors)
    for label in sorted({node for c in connectors for node in c.nodes} - boxed):
        ends = [c for c in pieces if label in c.nodes]
        if len(ends) == 2 and all(len(c.nodes & boxed) == 1 for c in ends):
            one, other = ends
            pieces = [c for c in pieces if c not in ends]
            pieces.append(NodeConnection(one.nodes | other.nodes, one.heads | other.heads))
    once = Counter(node for c in pieces for node in c.nodes)
    result = []
    for c in pieces:
        beside = {node for node in c.nodes - boxed if once[node] == 1} if len(c.nodes & boxed) == 2 else set()
        result.append(NodeConnection(c.nodes - beside, c.heads - beside))
    return result


def _with_children(
    nodes: Sequence[Node], groups: Sequence[frozenset[int]], frames: Mapping[int, int]
) -> list[Node]:
    """The nodes with their children: the members of a group belong under its outermost node, others to their frame."""
    children: list[set[int]] = [set() for _ in nodes]
    owned: set[int] = set()
    sides = rank_sides([[nodes[i].box for i in group] for group in groups])
    for group in sorted(groups, key=lambda g: (-len(g), sorted(g))):
        root = find_root([nodes[i].box for i in sorted(group)], sides)
        if root is None:
            continue
        parent = sorted(group)[root]
        for child in group - {parent}:
            if child not in owned and parent not in children[child]:
                children[parent].add(child)
                owned.add(child)
    for child, frame in frames.items():
        if child not in owned:
            children[frame].add(child)
    return [replace(node, children=tuple(sorted(below))) for node, below in zip(nodes, children, strict=True)]


def _connectors(
    canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label], frames: Sequence[BBox]
) -> list[NodeConnection]:
    """Connected drawings that touch two nodes or more, without the outlines of frames."""
    em = canvas.em
    ink = canvas.ink.astype(np.uint8)
    erase_frames(ink, frames, canvas)
    for box in [*(n.box for n in nodes), *(p.box for p in phrases)]:
        ink[window(grown(box, OUTLINE), canvas)] = 0
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    touched: list[set[int]] = [set() for _ in range(count)]
    reach = OUTLINE + max(3.0, TOUCH * em)
    for index, node in enumerate(nodes):
        for label in np.unique(labels[window(grown(node.box, reach), canvas)]).tolist():
            if label and max(stats[label][2], stats[label][3]) >= 0.5 * em:
                touched[label].add(index)
    thickness = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
    targets = {index: node.box for index, node in enumerate(nodes) if node.boxed}
    found = []
    for label, group in enumerate(touched):
        if label and len(group) < 2 and max(stats[label][2], stats[label][3]) >= SHORTEST * em:
            pointed = _point_ahead(thickness, labels, stats[label].tolist(), label, targets, em)
            found += [pointed] if pointed else []
        elif len(group) > 1:
            around = {index: grown(nodes[index].box, reach + HEAD * em) for index in sorted(group)}
            widths = {i: _width(thickness, labels, label, window(box, canvas)) for i, box in around.items()}
            x, y, w, h = stats[label][:4].tolist()
            line = _width(thickness, labels, label, (slice(y, y + h), slice(x, x + w)), median=True)
            heads = {i for i, width in widths.items() if width > HEAD_WIDTH * line + 0.4}
            found.append(NodeConnection(frozenset(group), frozenset(heads)))
    return found


def _point_ahead(
    thickness: Thickness,
    labels: Labels,
    extent: Sequence[int],
    label: int,
    boxes: Mapping[int, BBox],
    em: float,
) -> NodeConnection | None:
    """The connection of a straight stroke that ends before the boxes at both of its ends; None for other drawings."""
    left, top, wide, tall, _ = extent
    ys, xs = np.nonzero(labels[top : top + tall, left : left + wide] == label)
    points = np.stack([xs + left, ys + top], axis=1).astype(float)
    middle = points.mean(axis=0)
    axis = np.linalg.svd(np.cov((points - middle).T))[0][:, 0]
    along = (points - middle) @ axis
    across = np.abs((points - middle) @ np.array([-axis[1], axis[0]]))
    if np.median(across) > STRAIGHT * em or across.max() > em:
        return None
    widths = thickness[ys + top, xs + left]
    line = float(np.median(widths))
    ends: list[int] = []
    heads: list[int] = []
    for sign in (-1.0, 1.0):
        reach = sign * along
        start = middle + sign * axis * reach.max()
        node = _first_box(start, sign * axis, boxes, em)
        if node < 0:
            return None
        ends.append(node)
        if widths[reach > reach.max() - em].max() > HEAD_WIDTH * line + 0.4:
            heads.append(node)
    return NodeConnection(frozenset(ends), frozenset(heads)) if heads and ends[0] != ends[1] else None


def _first_box(
    start: NDArray[np.float64], direction: NDArray[np.float64], boxes: Mapping[int, BBox], em: float
) -> int:
    """The first box within SHORT letter heights in a direction; -1 without one."""
    for step in range(round(4 * SHORT)):
        x, y = (start + 0.25 * step * em * direction).tolist()
        for index, box in boxes.items():
            if box.x0 - 2 <= x <= box.x1 + 2 and box.y0 - 2 <= y <= box.y1 + 2:
                return index
    return -1


def _width(
    thickness: Thickness, labels: Labels, label: int, where: tuple[slice, slice], *, median: bool = False
) -> float:
    """Largest (or median) half width in pixels of a drawing within a window."""
    widths = thickness[where][labels[where] == label]
    if widths.size == 0:
        return 0.0
    return float(np.median(widths) if median else widths.max())
