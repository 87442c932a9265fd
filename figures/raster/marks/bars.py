"""Find bars: filled or outlined rectangles of one color, vertical or horizontal."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import cv2
import numpy as np

from ....papers.types import BBox
from ...chart.style import Style
from ..canvas import Mask
from .series_masks import SeriesMasks

MIN_WIDTH = 0.25  # letter heights; least width of a bar
SOLID = 0.35  # least share of a bar's pixels with its color
MOSTLY = 0.5  # least share of rectangles in the ink of a series
FILLED = 0.84  # least share of its bounding box that a filled bar covers; a circle covers .79


def find_rectangles_of(
    masks: SeriesMasks, index: int, style: Style, em: float, *, is_patch: bool
) -> list[BBox]:
    """Return the boxes of the rectangles of one series, in canvas pixels.

    Unless the series `is_patch`, rectangles must make up most of what it draws; otherwise the result is [].
    """
    mask, is_open = masks.mask(index), style.hatched or style.hollow
    boxes = _rectangles(mask, masks.x, masks.y, em, 0.9 if is_open else 0.3)
    boxes = [b for b in boxes if is_open or _is_solid(mask, b, masks)]
    drawn = sum(box.width * box.height for box in boxes)
    return boxes if is_patch or drawn > MOSTLY * float(mask.sum()) else []


def _is_solid(mask: Mask, box: BBox, masks: SeriesMasks) -> bool:
    """True if the inside of a rectangle has the color too. This excludes rectangles formed by the outlines of other
    bars.
    """
    rows = slice(int(box.y0) - masks.y, int(box.y1) - masks.y)
    return float(mask[rows, int(box.x0) - masks.x : int(box.x1) - masks.x].mean()) > SOLID


def _rectangles(mask: Mask, x: int, y: int, em: float, bridge: float) -> list[BBox]:
    """Return the boxes of the rectangles in a mask, with gaps of up to `bridge` letter heights closed.

    Error bars, gridlines and value labels cut through bars, and a hatch leaves gaps between its strokes.
    """
    if not mask.any():
        return []
    side = max(3, round(bridge * em)) | 1
    closed = cv2.morphologyEx(
        np.pad(mask.astype(np.uint8), side), cv2.MORPH_CLOSE, np.ones((side, side), dtype=np.uint8)
    )[side:-side, side:-side]
    filled = _fill_holes(closed)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(filled, connectivity=4)
    boxes: list[BBox] = []
    for index in range(1, count):
        left, top, width, height, size = stats[index].tolist()
        if max(width, height) < MIN_WIDTH * em or size < 0.5 * MIN_WIDTH * em * em:
            continue
        piece = labels[top : top + height, left : left + width] == index
        for a, b, c, d in _parts(piece, em):
            boxes.append(BBox(x + left + a, y + top + b, x + left + c, y + top + d))
    return boxes


def _fill_holes(closed: Mask) -> Mask:
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = closed.copy()
    cv2.drawContours(filled, contours, -1, 1, thickness=cv2.FILLED)
    return filled


def _parts(piece: Mask, em: float) -> list[tuple[int, int, int, int]]:
    """Return the piece itself if it is a rectangle, or else the rectangles that its outline steps through."""
    height, width = piece.shape
    share = float(piece.mean())
    if share >= 0.93:
        return [(0, 0, width, height)]
    if abs(share - pi / 4) < 0.05 and 0.8 < width / height < 1.25:
        return []  # this is a disk
    parts = _steps(piece, em)
    if not parts:
        flipped = _steps(piece.T, em)
        parts = [(b, a, d, c) for a, b, c, d in flipped]
    if not parts and share >= FILLED:
        return [(0, 0, width, height)]
    return parts


def _steps(piece: Mask, em: float) -> list[tuple[int, int, int, int]]:
    """Return the runs of columns with the same top and bottom that are wide enough for bars; [] unless they cover
    the piece.
    """
    tops = piece.argmax(axis=0)
    bottoms = piece.shape[0] - piece[::-1].argmax(axis=0)
    change = (np.abs(np.diff(tops)) > 2) | (np.abs(np.diff(bottoms)) > 2)
    flat = np.concatenate([[True], ~change])
    starts = [0, *np.flatnonzero(~flat).tolist(), piece.shape[1]]
    parts = []
    covered = 0
    for a, b in pairwise(starts):
        if b - a < MIN_WIDTH * em:
            continue
        top, bottom = int(np.median(tops[a:b])), int(np.median(bottoms[a:b]))
        parts.append((a, top, b, bottom))
        covered += int(piece[top:bottom, a:b].sum())
    return parts if covered >= 0.85 * piece.sum() else []
