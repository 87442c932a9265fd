"""Classify an image.

Words in separate boxes indicate a diagram. Color and empty space outside words indicate a drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ...papers.types import Word
from ..table.layout import has_table_layout

Boxes = NDArray[np.float64]

SATURATED = 60  # of 255; HSV saturation, above that of shaded table rows
DRAWN = 0.004  # largest share of colored pixels in a table; a thin line across a chart covers about as much
TICKED = 0.02  # largest share of pixels of colored symbols between dense words
LINES = 0.25  # margin around a word that counts as covered, as a share of its height
# Share that words cover: tables seldom have less than .3, charts and trees seldom more than .25.
SPARSE, DENSE = 0.27, 0.45
CELL = 2.0  # pixels; side of the squares that are counted
STEP = 14  # of 255; least difference of a channel at an edge between neighboring pixels
BOXED = 0.6  # least share of words in separate boxes in a diagram
FEWEST_BOXES = 3
LARGEST_BOX, WIDEST_BOX = (
    0.3,
    0.8,
)  # shares of the area and width of the image; larger ones are frames and shaded rows
FLAT = 0.12  # least share of a box that has one even color
APART = 0.5  # least distance of neighboring boxes, in word heights; cells of a ruled table are closer


def is_table(image: Image.Image, words: Sequence[Word]) -> bool:
    """True if words fill the image with almost no color between them, or have the layout of a table.

    `words` are in pixels of the image.
    """
    filled = word_share(words)
    if filled >= SPARSE and colored_share(image, words) <= (TICKED if filled > DENSE else DRAWN):
        return True
    return has_table_layout(image, words)


def is_boxed(image: Image.Image, words: Sequence[Word]) -> bool:
    """True if most words are in separate boxes, outlined or filled, as in trees and flow diagrams."""
    if len(words) < FEWEST_BOXES:
        return False
    height = float(np.median([min(w.bbox.width, w.bbox.height) for w in words]))
    boxes = _flat_regions(image, height)
    used = np.zeros(len(boxes), dtype=bool)
    inside = 0
    for word in words:
        x, y = (word.bbox.x0 + word.bbox.x1) / 2, (word.bbox.y0 + word.bbox.y1) / 2
        holding = (boxes[:, 0] < x) & (x < boxes[:, 2]) & (boxes[:, 1] < y) & (y < boxes[:, 3])
        used |= holding
        inside += bool(holding.any())
    return inside >= BOXED * len(words) and _are_apart(boxes[used], height)


def _flat_regions(image: Image.Image, height: float) -> Boxes:
    """Return the bounding boxes (x0, y0, x1, y1) of evenly colored regions that can hold a word and are not a frame."""
    pixels = np.asarray(image.convert("RGB"), dtype=np.int16)
    flat = np.ones(pixels.shape[:2], dtype=np.uint8)
    flat[:, 1:] &= np.abs(np.diff(pixels, axis=1)).max(axis=2) < STEP
    flat[1:] &= np.abs(np.diff(pixels, axis=0)).max(axis=2) < STEP
    _, _, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    x, y, w, h, area = (stats[1:, column].astype(float) for column in range(5))
    fits = (w > 1.5 * height) & (h > 1.1 * height) & (area > FLAT * w * h)
    fits &= w * h < LARGEST_BOX * flat.size
    # a column of boxes may fill a tall image; in a wide image, a wide region is a table row
    if image.width > image.height:
        fits &= (w < WIDEST_BOX * image.width) | (h > 6 * height)
    boxes: Boxes = np.stack([x, y, x + w, y + h], axis=1)[fits]
    return boxes


def _are_apart(boxes: Boxes, height: float) -> bool:
    """True if there are at least FEWEST_BOXES boxes, and at least half keep a distance from their nearest neighbor."""
    outer = [
        box
        for box in boxes
        if not any(
            other is not box
            and other[0] <= box[0] and other[1] <= box[1] and other[2] >= box[2] and other[3] >= box[3]
            and (other[2] - other[0]) * (other[3] - other[1]) > (box[2] - box[0]) * (box[3] - box[1])
            for other in boxes
        )
    ]  # fmt: skip
    if len(outer) < FEWEST_BOXES:
        return False
    gaps = [
        min(
            max(other[0] - box[2], box[0] - other[2], other[1] - box[3], box[1] - other[3])
            for other in outer
            if other is not box
        )
        for box in outer
    ]
    return float(np.median(gaps)) > APART * height


def word_share(words: Sequence[Word]) -> float:
    """Return the share of the bounding box of all words that they cover, with the space between close lines; 1
    without words.
    """
    if not words:
        return 1.0
    boxes = np.array([(w.bbox.x0, w.bbox.y0, w.bbox.x1, w.bbox.y1) for w in words], dtype=float)
    around = LINES * np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    boxes += around[:, None] * np.array([-1, -1, 1, 1])
    left, top = boxes[:, :2].min(axis=0)
    cells = np.maximum(0, np.round((boxes - [left, top, left, top]) / CELL)).astype(int)
    covered = np.zeros((cells[:, 3].max() + 1, cells[:, 2].max() + 1), dtype=bool)
    for x0, y0, x1, y1 in cells.tolist():
        covered[y0:y1, x0:x1] = True
    return float(covered.mean())


def colored_share(image: Image.Image, words: Sequence[Word]) -> float:
    """Return the share of pixels that are saturated and outside the boxes of all words."""
    saturation = np.asarray(image.convert("HSV"))[:, :, 1] > SATURATED
    for word in words:
        box = word.bbox
        saturation[max(0, int(box.y0) - 3) : int(box.y1) + 4, max(0, int(box.x0) - 3) : int(box.x1) + 4] = (
            False
        )
    return float(saturation.mean())
