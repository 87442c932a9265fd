"""Connections between the nodes of a diagram: lines, arrows, and boxes inside boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..raster.canvas import Canvas, window
from ..raster.label import Label
from .hierarchy import find_frames, find_root
from .types import Node

TOUCH = 0.5  # letter heights between a line's end and the label it leads to
OUTLINE = 4  # pixels around a box that its outline takes
HEAD = 0.4  # letter heights beyond that within which an arrow head is widest
HEAD_WIDTH = 1.7  # half width of an arrow head, in half widths of its line

Thickness = NDArray[np.float32]
Labels = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class NodeConnection:
    """A connected drawing that touches `nodes` and has arrow heads at `heads`."""

    nodes: frozenset[int]
    heads: frozenset[int]


def link_nodes(
    canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label]
) -> tuple[list[Node], tuple[tuple[int, int], ...]]:
    """Return the nodes with their children filled in, and the arrows as (from, to).

    A line without arrow heads that joins several nodes makes all of them children of the outermost one. Boxes are
    children of the frame around them unless a line makes them children of another node.
    """
    frames = find_frames([node.box for node in nodes])
    inner = [index for index in range(len(nodes)) if index not in frames.values()]
    connectors = _connectors(canvas, [nodes[index] for index in inner], phrases)
    arrows = {
        (inner[tail], inner[head])
        for connector in connectors
        for head in connector.heads
        for tail in (connector.nodes - connector.heads or connector.nodes)
        if tail != head
    }
    joined = [frozenset(inner[i] for i in c.nodes) for c in connectors if not c.heads]
    return _with_children(nodes, joined, frames), tuple(sorted(arrows))


def _with_children(
    nodes: Sequence[Node], groups: Sequence[frozenset[int]], frames: Mapping[int, int]
) -> list[Node]:
    """The nodes with their children: the members of a group belong under its outermost node, others to their frame."""
    children: list[set[int]] = [set() for _ in nodes]
    owned: set[int] = set()
    for group in sorted(groups, key=lambda g: (-len(g), sorted(g))):
        root = find_root([nodes[i].box for i in sorted(group)])
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


def _connectors(canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label]) -> list[NodeConnection]:
    """Connected drawings that touch two nodes or more."""
    em = canvas.em
    ink = canvas.ink.astype(np.uint8)
    for box in [*(n.box for n in nodes), *(p.box for p in phrases)]:
        ink[window(_grown(box, OUTLINE), canvas)] = 0
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    touched: list[set[int]] = [set() for _ in range(count)]
    reach = OUTLINE + max(3.0, TOUCH * em)
    for index, node in enumerate(nodes):
        for label in np.unique(labels[window(_grown(node.box, reach), canvas)]).tolist():
            if label and max(stats[label][2], stats[label][3]) >= 0.5 * em:
                touched[label].add(index)
    thickness = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
    found = []
    for label, group in enumerate(touched):
        if len(group) > 1:
            around = {index: _grown(nodes[index].box, reach + HEAD * em) for index in sorted(group)}
            widths = {i: _width(thickness, labels, label, window(box, canvas)) for i, box in around.items()}
            x, y, w, h = stats[label][:4].tolist()
            line = _width(thickness, labels, label, (slice(y, y + h), slice(x, x + w)), median=True)
            heads = {i for i, width in widths.items() if width > HEAD_WIDTH * line + 0.4}
            found.append(NodeConnection(frozenset(group), frozenset(heads)))
    return found


def _width(
    thickness: Thickness, labels: Labels, label: int, where: tuple[slice, slice], *, median: bool = False
) -> float:
    """Largest (or median) half width in pixels of a drawing within a window."""
    widths = thickness[where][labels[where] == label]
    if widths.size == 0:
        return 0.0
    return float(np.median(widths) if median else widths.max())


def _grown(box: BBox, by: float) -> BBox:
    return BBox(box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by)
