"""Handle frames around the boxes of a diagram: find dashed frames and erase the outlines of solid frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..raster.canvas import Canvas, window
from ..shapes.label import Label
from .hierarchy import find_rectangles, find_title
from .types import Node

OUTLINE = 4  # pixels; width of the outline around a box
BRIDGE, LONG = (
    0.9,
    3.0,
)  # letter heights: the largest gap between dashes, and the shortest side of a dashed frame


def with_dashed_frames(canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label]) -> list[Node]:
    """Return the nodes. The title of a dashed frame gets the frame as its box."""
    found = list(nodes)
    for frame in _dashed_frames(canvas, [*(n.box for n in nodes if n.boxed), *(p.box for p in phrases)]):
        bare = [index for index, node in enumerate(found) if not node.boxed]
        title = find_title(frame, [found[index].box for index in bare], canvas.em)
        if title is not None and sum(frame.intersection_area(n.box) > 0 for n in found if n.boxed) > 1:
            found[bare[title]] = replace(found[bare[title]], box=frame, boxed=True)
    return found


def _dashed_frames(canvas: Canvas, covered: Sequence[BBox]) -> list[BBox]:
    """Return the rectangles formed by dashed lines, after the gaps between the dashes are closed."""
    ink = canvas.ink.astype(np.uint8)
    for box in covered:
        ink[window(grown(box, OUTLINE), canvas)] = 0
    bridge, length = max(3, round(BRIDGE * canvas.em)), max(9, round(LONG * canvas.em))
    sides: list[list[BBox]] = []
    for shape in ((1, 0), (0, 1)):
        close = np.ones((1 + shape[1] * bridge, 1 + shape[0] * bridge), np.uint8)
        run = np.ones((1 + shape[1] * length, 1 + shape[0] * length), np.uint8)
        lines = cv2.morphologyEx(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, close), cv2.MORPH_OPEN, run)
        stats = cv2.connectedComponentsWithStats(lines, connectivity=8)[2][1:].tolist()
        thin = [(x, y, w, h) for x, y, w, h, _ in stats if min(w, h) < 0.6 * canvas.em]
        sides.append([BBox(x, y, x + w, y + h) for x, y, w, h in thin])
    return find_rectangles(sides[0], sides[1], canvas.em)


def erase_frames(ink: NDArray[np.uint8], frames: Sequence[BBox], canvas: Canvas) -> None:
    """Erase the straight sides of frames from `ink`, and keep lines that cross them."""
    length = max(3, round(1.5 * canvas.em))
    for box in frames:
        for x0, y0, x1, y1 in (
            (box.x0, box.y0, box.x1, box.y0), (box.x0, box.y1, box.x1, box.y1),
            (box.x0, box.y0, box.x0, box.y1), (box.x1, box.y0, box.x1, box.y1),
        ):  # fmt: skip
            side = window(grown(BBox(x0, y0, x1, y1), OUTLINE), canvas)
            kernel = np.ones((1, length) if y0 == y1 else (length, 1), np.uint8)
            if ink[side].size:
                ink[side] -= cv2.morphologyEx(ink[side], cv2.MORPH_OPEN, kernel)


def grown(box: BBox, by: float) -> BBox:
    """Return the box with a margin of `by` on all sides."""
    return BBox(box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by)
