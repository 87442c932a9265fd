"""Connections between the nodes of a diagram: lines, arrows, and boxes inside boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..raster.canvas import Canvas, window
from ..raster.label import Label
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

    A line without arrow heads that joins several nodes makes all of them children of the outermost one.
    """
    connectors = _connectors(canvas, nodes, phrases)
    arrows = {
        (tail, head)
        for connector in connectors
        for head in connector.heads
        for tail in (connector.nodes - connector.heads or connector.nodes)
        if tail != head
    }
    joined = [connector.nodes for connector in connectors if not connector.heads]
    return _hang(nodes, joined, nested=not arrows), tuple(sorted(arrows))


def _hang(nodes: Sequence[Node], groups: Sequence[frozenset[int]], *, nested: bool) -> list[Node]:
    """The nodes with their children: the members of a group belong under its outermost node; else boxes in boxes do."""
    children: list[set[int]] = [set() for _ in nodes]
    owned: set[int] = set()
    for group in sorted(groups, key=lambda g: (-len(g), sorted(g))):
        root = _root([nodes[i].box for i in sorted(group)])
        if root is None:
            continue
        parent = sorted(group)[root]
        for child in group - {parent}:
            if child not in owned and parent not in children[child]:
                children[parent].add(child)
                owned.add(child)
    if not owned and nested:
        children = _nested(nodes)
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


def _root(boxes: Sequence[BBox]) -> int | None:
    """Index of the box before all others: leftmost, else topmost, rightmost, bottommost; None without one."""
    for side in ("left", "top", "right", "bottom"):
        for index, box in enumerate(boxes):
            if all(_before(box, other, side) for other in boxes if other is not box):
                return index
    return None


def _before(a: BBox, b: BBox, side: str) -> bool:
    """True if the middle of `a` is beyond the given side of `b`."""
    if side in {"left", "right"}:
        middle = (a.x0 + a.x1) / 2
        return middle < b.x0 if side == "left" else middle > b.x1
    middle = (a.y0 + a.y1) / 2
    return middle < b.y0 if side == "top" else middle > b.y1


def _nested(nodes: Sequence[Node]) -> list[set[int]]:
    """Each node hangs on the smallest larger box around it."""
    children: list[set[int]] = [set() for _ in nodes]
    for index, node in enumerate(nodes):
        size = node.box.width * node.box.height
        around = [
            (other.box.width * other.box.height, i)
            for i, other in enumerate(nodes)
            if i != index
            and other.box.width * other.box.height > 1.2 * size
            and other.box.intersection_area(node.box) > 0.9 * size
        ]
        if around:
            children[min(around)[1]].add(index)
    return children
