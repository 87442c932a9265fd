"""Find single dashes that OCR drops: short flat strokes in the middle of an otherwise empty cell."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image

from ...papers.raster import detect_ink, find_extent, find_runs
from ...papers.types import BBox

LENGTH = (0.15, 1.6)  # text heights; from a hyphen to an em dash
FLATNESS = 0.3


def dash_finder(image: Image.Image, height: float) -> Callable[[float, tuple[float, float]], BBox | None]:
    """Return a function that finds the dash in a cell.

    The function takes the y position of a line and the extent of a column. If the cell holds only a dash, the
    function returns the dash's box, otherwise None.
    """
    pixels = np.asarray(image.convert("RGB"))

    def find(y: float, extent: tuple[float, float]) -> BBox | None:
        top, left = max(0, round(y - 0.45 * height)), max(0, round(extent[0]))
        crop = pixels[top : round(y + 0.45 * height), left : round(extent[1]) + 1]
        if crop.shape[0] < 4 or crop.shape[1] < 3:
            return None
        ink = detect_ink(crop)
        marks = find_runs(np.any(ink, axis=0))
        if len(marks) != 1:
            return None
        (x0, x1), (y0, y1) = marks[0], find_extent(np.any(ink, axis=1))
        if not LENGTH[0] * height <= x1 - x0 <= LENGTH[1] * height or y1 - y0 > max(3, FLATNESS * height):
            return None
        rule = x0 == 0 and x1 == crop.shape[1]
        if rule or y0 == 0 or y1 == crop.shape[0]:
            return None
        return BBox(left + x0, top + y0, left + x1, top + y1)

    return find
