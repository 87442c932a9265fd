"""Isolate the lines of a raster diagram. Boxes, texts and shaded areas are erased, and the thick tips of lines are
set apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..raster.canvas import Canvas, window
from ..raster.trace import thin_lines
from ..shapes.label import Label
from .frames import OUTLINE, erase_frames, grown
from .types import Node

MARGIN = 2  # pixels erased around a text
DRAWN = 0.2  # least share of ink in a ring around a box that belongs to its outline or shadow
EVEN = 3.0  # largest difference between neighboring pixels of one area, per CIELAB channel
HEAD_WIDTH = 1.7  # least half width of an arrow head, in half widths of its line
ROUND = 1.35  # largest area of a dot, in areas of its largest inscribed circle; a triangle has 1.65
# The next sizes are in letter heights.
SHADOW = 0.9  # largest width of the outline and shadow of a box
GROUND = 1.6  # least side of an area of even color to erase
LARGEST_HOLE = 1.4  # largest side of the inside of an open arrow head
LONGEST_DASH, DASH_GAP = 0.9, 0.6
LARGEST_HEAD = 2.2
LONG = 2.5  # a drawing larger than this has its own line width

Flags = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Tip:
    """A thick part of the lines: an arrow head or a dot.

    `width` is the width relative to its line. `is_dot` is True for a round part, and `is_wedge` for a part in
    which lines run together.
    """

    box: BBox
    is_dot: bool = False
    width: float = math.inf
    is_wedge: bool = False


def isolate_lines(
    canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label], frames: Sequence[BBox]
) -> Flags:
    """Return a mask of the lines and arrow heads between nodes, with dashes joined and the outlines of `frames`
    left out.
    """
    ink = canvas.ink.astype(np.uint8)
    _erase_grounds(ink, canvas)
    erase_frames(ink, frames, canvas)
    _erase_nodes(ink, nodes, phrases, canvas)
    _fill_holes(ink, canvas.em)
    _close_dashes(ink, canvas.em)
    return ink


def _erase_grounds(ink: Flags, canvas: Canvas) -> None:
    """Erase large areas of even color (such as the background of a group of boxes) and pictures, with their edges."""
    flat = np.ones(ink.shape, np.uint8)
    for axis in (0, 1):
        steps = np.abs(np.diff(canvas.lab, axis=axis)).max(axis=2) > EVEN
        for part in (slice(1, None), slice(-1)):
            flat[(part, slice(None))[:: 1 - 2 * axis]] &= ~steps
    side = max(3, round(GROUND * canvas.em))
    ground = cv2.morphologyEx(flat & ink, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    ink[cv2.dilate(ground, np.ones((3, 3), np.uint8)) > 0] = 0
    side = max(3, round(LARGEST_HEAD * canvas.em))
    picture = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    ink[cv2.dilate(picture, np.ones((3, 3), np.uint8)) > 0] = 0


def _erase_nodes(ink: Flags, nodes: Sequence[Node], phrases: Sequence[Label], canvas: Canvas) -> None:
    """Erase boxes with their outlines, and erase texts."""
    whole = ink.copy()
    for node in nodes:
        if node.outline:
            _erase_box(ink, whole, node, canvas)
        else:
            ink[window(grown(node.box, OUTLINE), canvas)] = 0
    for phrase in phrases:
        ink[window(grown(phrase.box, MARGIN), canvas)] = 0


def _erase_box(ink: Flags, whole: Flags, node: Node, canvas: Canvas) -> None:
    """Erase the convex hull of a box and the rings of pixels around it that hold its outline or shadow."""
    widest = max(OUTLINE, round(SHADOW * canvas.em))
    area = window(grown(node.box, widest + 2), canvas)
    hull = np.array(node.outline, np.int32) - [area[1].start, area[0].start]
    inside = np.zeros(ink[area].shape, np.uint8)
    cv2.fillConvexPoly(inside, hull, 1)
    for _ in range(widest):
        wider = cv2.dilate(inside, np.ones((3, 3), np.uint8))
        ring = wider > inside
        if not ring.any() or float(whole[area][ring].mean()) < DRAWN:
            break
        inside = wider
    ink[area][inside > 0] = 0


def _fill_holes(ink: Flags, em: float) -> None:
    """Fill small areas that lines enclose, such as the inside of an open arrow head."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(1 - ink, connectivity=4)
    small = (stats[:, 2] <= LARGEST_HOLE * em) & (stats[:, 3] <= LARGEST_HOLE * em)
    ink[small[labels] & (ink == 0)] = 1


def _close_dashes(ink: Flags, em: float) -> None:
    """Fill the gaps between dashes and dots."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    small = (stats[:, 2] <= LONGEST_DASH * em) & (stats[:, 3] <= LONGEST_DASH * em)
    dashes = (small[labels] & (ink > 0)).astype(np.uint8)
    size = max(3, round(DASH_GAP * em))
    ink |= cv2.morphologyEx(
        dashes, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    )


def take_tips(ink: Flags, em: float) -> list[Tip]:
    """Erase the parts that are much thicker than lines. Return the parts that are small enough to be an arrow head
    or a dot.
    """
    thickness = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
    thin = thin_lines(ink) > 0
    if not thin.any():
        return []
    usual = float(np.median(thickness[thin]))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    widths = np.full(count, usual)
    for label in range(1, count):
        x, y, w, h, _ = stats[label].tolist()
        if max(w, h) > LONG * em:
            part = slice(y, y + h), slice(x, x + w)
            own = thickness[part][thin[part] & (labels[part] == label)]
            widths[label] = np.median(own) if own.size else usual
    limits = HEAD_WIDTH * widths + 0.4
    core = ((ink > 0) & (thickness > limits[labels])).astype(np.uint8)
    size = 2 * round(float(limits[1:].max(initial=1.0))) + 3
    thick = cv2.dilate(core, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))) & ink
    _, _, stats, _ = cv2.connectedComponentsWithStats(thick, connectivity=8)
    ink[thick > 0] = 0
    tips = []
    for x, y, w, h, area in stats[1:].tolist():
        part = slice(y, y + h), slice(x, x + w)
        widest = float(thickness[part].max())
        if max(w, h) <= LARGEST_HEAD * em:
            dot = area < ROUND * math.pi * widest**2
            tips.append(Tip(BBox(x, y, x + w, y + h), dot, widest / float(widths[labels[part]].max())))
    return tips
