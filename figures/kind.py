"""Whether an image shows a table or something drawn: coloured areas outside its text give drawings away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from ..papers.types import Word

SATURATED = 60  # of 255, HSV saturation; the tints that shade table rows stay below it
DRAWN = 0.004  # share of pixels; a thin line across a chart has about that much


def coloured_share(image: Image.Image, words: Sequence[Word]) -> float:
    """Share of the pixels that are saturated and stand outside every word's box."""
    saturation = np.asarray(image.convert("HSV"))[:, :, 1] > SATURATED
    for word in words:
        box = word.bbox
        saturation[max(0, int(box.y0) - 3) : int(box.y1) + 4, max(0, int(box.x0) - 3) : int(box.x1) + 4] = (
            False
        )
    return float(saturation.mean())
