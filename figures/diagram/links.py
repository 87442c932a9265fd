"""Which labels of a diagram hang on which: by connecting lines, or by lying inside a larger box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from ...papers.types import BBox
from ..raster.canvas import Canvas, window
from ..raster.label import Label
from .types import Node

TOUCH = 0.5  # letter heights between a line's end and the label it leads to
OUTLINE = 4  # pixels around a box that its outline takes


def linked(canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label], em: float) -> list[Node]:
    """The nodes with their children filled in. A line that joins several labels hangs all of them on the outermost one."""
    children: list[set[int]] = [set() for _ in nodes]
    owned: set[int] = set()
    for group in sorted(_joined(canvas, nodes, phrases, em), key=lambda g: (-len(g), sorted(g))):
        root = _root([nodes[i].box for i in sorted(group)])
        if root is None:
            continue
        parent = sorted(group)[root]
        for child in group - {parent}:
            if child not in owned and parent not in children[child]:
                children[parent].add(child)
                owned.add(child)
    if not owned:
        children = _nested(nodes)
    return [replace(node, children=tuple(sorted(below))) for node, below in zip(nodes, children, strict=True)]


def _joined(canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label], em: float) -> list[set[int]]:
    """Sets of nodes that one connected drawing touches."""
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
    return [group for group in touched if len(group) > 1]


def _grown(box: BBox, by: float) -> BBox:
    return BBox(box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by)


def _root(boxes: Sequence[BBox]) -> int | None:
    """Index of the box that lies before all others: leftmost, else topmost, rightmost, bottommost; None without one."""
    for side in ("left", "top", "right", "bottom"):
        for index, box in enumerate(boxes):
            if all(_before(box, other, side) for other in boxes if other is not box):
                return index
    return None


def _before(a: BBox, b: BBox, side: str) -> bool:
    """Whether the middle of `a` lies beyond the given side of `b`."""
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
