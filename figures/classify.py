"""Whether an image shows a table or something drawn: colour outside its text and room without text give drawings away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from ..papers.types import Word

SATURATED = 60  # of 255, HSV saturation; the tints that shade table rows stay below it
DRAWN = 0.004  # share of pixels; a thin line across a chart has about that much
TICKED = 0.02  # share of the pixels that coloured signs between dense words reach
LINES = 0.25  # of a word's height, that the paper around it counts as its own
# Share that words cover: tables seldom have less than .3, charts and trees seldom more than .25.
SPARSE, DENSE = 0.27, 0.45
CELL = 2.0  # pixels that are looked at as one


def is_table(image: Image.Image, words: Sequence[Word]) -> bool:
    """Whether words fill the image and hardly anything coloured stands between them. `words` are in its pixels."""
    filled = word_share(words)
    return filled >= SPARSE and coloured_share(image, words) <= (TICKED if filled > DENSE else DRAWN)


def word_share(words: Sequence[Word]) -> float:
    """Share of the box around all words that the words cover, the paper between close lines included; 1 without words."""
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


def coloured_share(image: Image.Image, words: Sequence[Word]) -> float:
    """Share of the pixels that are saturated and stand outside every word's box."""
    saturation = np.asarray(image.convert("HSV"))[:, :, 1] > SATURATED
    for word in words:
        box = word.bbox
        saturation[max(0, int(box.y0) - 3) : int(box.y1) + 4, max(0, int(box.x0) - 3) : int(box.x1) + 4] = (
            False
        )
    return float(saturation.mean())
