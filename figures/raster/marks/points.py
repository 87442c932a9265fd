"""Find points: compact blobs of one color, filled or hollow, with or without stems."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ....papers.types import BBox
from ..canvas import Mask
from .series_masks import SeriesMasks

SMALLEST = 0.4  # letter heights; least side of a marker
STROKE = 0.3  # letter heights: strokes of letters and stems are thinner, markers are not
GRIDLINE = 0.2  # letter heights: gridlines that shine through points are thinner
RIM = 0.2  # letter heights: ticks and spines at the sides of the area are thinner
STEM = 1.0  # letter heights; least length of a stem
Blobs = NDArray[np.int64]


def point_mask(series: int, masks: SeriesMasks, texts: Sequence[BBox], em: float) -> Mask:
    """Return the pixels of one series, without texts in its color and without the edges of the area."""
    mask = masks.mask(series).copy()
    rim = max(2, round(RIM * em))
    mask[:rim] = mask[-rim:] = False
    mask[:, :rim] = mask[:, -rim:] = False
    boxes = []
    for box in texts:
        y0, y1 = int(box.y0) - masks.y, int(np.ceil(box.y1)) - masks.y
        x0, x1 = int(box.x0) - masks.x, int(np.ceil(box.x1)) - masks.x
        boxes.append((slice(max(0, y0), max(0, y1)), slice(max(0, x0), max(0, x1))))
    return without_letters(mask, boxes, em)


def is_dotted(mask: Mask, em: float) -> bool:
    """True if most of the mask consists of compact blobs as large as markers, not of strokes or dots of a dotted
    line.
    """
    blobs = _blobs(filled(mask))
    if len(blobs) == 0:
        return False
    size = blobs[:, 4]
    return int(size[_compact(blobs, em)].sum()) >= 0.7 * int(size.sum())


def without_stems(mask: Mask, em: float) -> Mask | None:
    """Return the dots of a lollipop chart without their straight stems; None for any other mask."""
    dots = _opened(mask, STROKE * em)
    blobs = _blobs(dots)
    grown = cv2.dilate(dots.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    stems = _blobs(mask & ~grown)
    long = stems[np.maximum(stems[:, 2], stems[:, 3]) >= STEM * em]
    if len(blobs) < 2 or len(long) < 0.5 * len(blobs) or not _compact(blobs, em).all():
        return None
    straight = np.minimum(long[:, 2], long[:, 3]) <= 2 * STROKE * em
    return dots if straight.all() and len({bool(w > h) for w, h in long[:, 2:4].tolist()}) == 1 else None


def find_points(mask: Mask, em: float) -> list[tuple[BBox, float]]:
    """Return the boxes (mask pixels) and areas of the blobs, left to right. Blobs far smaller than the median are
    left out.
    """
    found = _blobs(filled(mask)).tolist()
    blobs = [row for row in found if row[4] >= 0.04 * em * em and min(row[2], row[3]) >= 0.2 * em]
    if not blobs:
        return []
    typical = float(np.median([row[4] for row in blobs]))
    kept = [row for row in blobs if row[4] >= 0.15 * typical]
    return sorted(
        ((BBox(x, y, x + w, y + h), float(n)) for x, y, w, h, n in kept),
        key=lambda item: (item[0].x0, item[0].y0),
    )


def without_letters(mask: Mask, boxes: Sequence[tuple[slice, slice]], em: float) -> Mask:
    """Return the mask without texts in its color, and with the gaps closed that other texts leave in points.

    `boxes` are the row and column ranges of the texts. Pixels inside them stay if they are thicker than a
    stroke, or if the pixels directly above and below the text have the color.
    """
    clean = mask.copy()
    thick = _opened(mask, STROKE * em)
    for rows, columns in boxes:
        clean[rows, columns] = thick[rows, columns]
        if 0 < rows.start < rows.stop < len(mask):
            clean[rows, columns] |= mask[rows.start - 1, columns] & mask[rows.stop, columns]
    side = np.ones((_odd(GRIDLINE * em), _odd(GRIDLINE * em)), np.uint8)
    whole: Mask = cv2.morphologyEx(clean.astype(np.uint8), cv2.MORPH_CLOSE, side) > 0
    return whole


def filled(mask: Mask) -> Mask:
    """Return the mask with the inside of its outlines filled."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros(mask.shape, dtype=np.uint8)
    cv2.drawContours(whole, contours, -1, 1, thickness=cv2.FILLED)
    inner: Mask = whole > 0
    return inner


def _blobs(mask: Mask) -> Blobs:
    """Return an (n, 5) array with left, top, width, height and area of the connected parts."""
    pixels = mask.astype(np.uint8)
    x, y, width, height = cv2.boundingRect(
        pixels
    )  # cut first, because labeling takes ten times as long per pixel
    if not width:
        return np.zeros((0, 5), dtype=np.int64)
    part = pixels[y : y + height, x : x + width]
    count, _, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
    found: Blobs = stats[1:count].astype(np.int64)
    found[:, 0] += x
    found[:, 1] += y
    return found


def _compact(blobs: Blobs, em: float) -> Mask:
    """Mark the blobs that are as large as markers, about as wide as high, and mostly filled."""
    width, height, size = blobs[:, 2], blobs[:, 3], blobs[:, 4]
    small, large = np.minimum(width, height), np.maximum(width, height)
    compact: Mask = (small >= SMALLEST * em) & (large <= 2 * small) & (size >= 0.5 * width * height)
    return compact


def _opened(mask: Mask, width: float) -> Mask:
    side = np.ones((_odd(width), _odd(width)), np.uint8)
    kept: Mask = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, side) > 0
    return kept


def _odd(width: float) -> int:
    """Return the width rounded to an odd number of pixels, at least three."""
    return max(3, round(width)) | 1
