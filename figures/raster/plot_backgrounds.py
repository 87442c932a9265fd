"""Find shaded plot areas, and the background color of a plot area."""

from __future__ import annotations

import cv2
import numpy as np

from ...papers.types import BBox
from ..shapes.cielab import Floats
from .canvas import Canvas, distance, most_common, window

SHADED = 4.0  # least color distance of a shaded plot area from the page; JPEG noise stays below
PALE = 25.0  # largest color distance of a shaded plot area from the page; bars differ more


def find_shaded_areas(canvas: Canvas) -> list[BBox]:
    """Return the rectangles filled with a color close to the page color, but different from it: shaded plot areas."""
    em = canvas.em
    shade = most_common(canvas.lab)
    if float(np.linalg.norm(shade - canvas.page)) < SHADED:
        away = distance(canvas.lab, canvas.page) > SHADED
        if away.mean() < 0.2:
            return []
        shade = most_common(canvas.lab[away])
    if float(np.linalg.norm(shade - canvas.page)) > PALE:
        return []
    flags = (distance(canvas.lab, shade) < 2.5).astype(np.uint8)
    if flags.mean() < 0.1:
        return []
    closed = cv2.morphologyEx(flags, cv2.MORPH_CLOSE, np.ones((5, 5), dtype=np.uint8))
    # Tick marks and the edges of letters also have the shade.
    wide = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((9, 9), dtype=np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=4)
    boxes = [BBox(x, y, x + w, y + h) for x, y, w, h, n in stats[1:].tolist() if n > 0.02 * flags.size]
    return _hulls([b for b in boxes if b.width > 4 * em and b.height > 3 * em], em)


def _hulls(boxes: list[BBox], em: float) -> list[BBox]:
    """Join the boxes of an area that gridlines or bars divide."""
    joined: list[BBox] = []
    for box in sorted(boxes, key=lambda b: (b.x0, b.y0)):
        near = [b for b in joined if _touch(b, box, 0.5 * em)]
        for other in near:
            joined.remove(other)
            box = box.union(other)
        joined.append(box)
    return joined


def _touch(a: BBox, b: BBox, slack: float) -> bool:
    return a.x0 - slack <= b.x1 and b.x0 - slack <= a.x1 and a.y0 - slack <= b.y1 and b.y0 - slack <= a.y1


def area_background(canvas: Canvas, area: BBox) -> tuple[float, float, float]:
    """Return the color behind the marks: the page color if at least a tenth of the area shows it, or else the most
    common color.
    """
    region = canvas.lab[window(area, canvas)]
    bare = float((distance(region, canvas.page) < SHADED).mean()) if region.size else 1.0
    color: Floats = canvas.page if bare > 0.1 else most_common(region)
    return (float(color[0]), float(color[1]), float(color[2]))
