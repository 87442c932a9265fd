"""Find uniformly colored regions and straight strokes of an image, as shapes like those of vector figures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..primitives import RGB
from ..shapes.cielab import Floats
from ..shapes.rulings import Ruling
from ..shapes.shape import Shape, ShapeKind
from .canvas import Canvas, Mask, distance

FLAT = 7.0  # largest range of lightness or color in 3 x 3 pixels of a uniform region (JPEG noise stays below)
SMALLEST = 0.2  # letter heights; least length of the shorter side
FILLED = 0.93  # least share of its bounding box that a rectangle fills, with texts inside
ROUND = (0.74, 0.82)  # least and largest share of its bounding box that a circle fills
OUTLINE = 1.5  # pixels between the uniform pixels of a region and the middle of its outline
WHOLE = 0.96  # a region with more than this share of the image's width and height is the page
MOST = 3000  # regions; noise has more
PALE = 4.0  # pixels closer to the page color than this color distance belong to the page
CORNER = 0.6  # pixels; largest deviation when an outline is simplified


def trace_regions(canvas: Canvas, level: Sequence[Ruling], upright: Sequence[Ruling]) -> list[Shape]:
    """Return rectangles, circles and polygons of one color, then rulings as segments, in canvas pixels.

    A piece of the background enclosed by an outline is white with a black stroke.
    """
    em = canvas.em
    flat = _flat_pixels(canvas)
    count, numbers, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    rgb = to_rgb(canvas.lab)
    page = distance(canvas.lab, canvas.page) < PALE
    shapes: list[Shape] = []
    if count <= MOST:
        for index in range(1, count):
            x, y, width, height, area = stats[index].tolist()
            small = min(width, height) < SMALLEST * em or area <= (SMALLEST * em) ** 2
            whole = width > WHOLE * canvas.width and height > WHOLE * canvas.height
            if not small and not whole:
                window = np.s_[y : y + height, x : x + width]
                inside = numbers[window] == index
                shape = _region(inside, rgb[window], page[window], (x, y), index)
                if shape is not None:
                    shapes.append(shape)
    return shapes + [_stroke(r, True) for r in level] + [_stroke(r, False) for r in upright]


def _flat_pixels(canvas: Canvas) -> NDArray[np.uint8]:
    """Mark the pixels whose neighbors have the same color."""
    kernel = np.ones((3, 3), np.uint8)
    spread = np.zeros(canvas.lab.shape[:2], np.float32)
    for channel in range(3):
        plane = np.ascontiguousarray(canvas.lab[..., channel])
        spread = np.maximum(spread, cv2.dilate(plane, kernel) - cv2.erode(plane, kernel))
    flat: NDArray[np.uint8] = (spread < FLAT).astype(np.uint8)
    return flat


def to_rgb(lab: Floats) -> NDArray[np.uint8]:
    """Convert (height, width, 3) CIELAB to sRGB bytes."""
    rgb = cv2.cvtColor(np.ascontiguousarray(lab), cv2.COLOR_LAB2RGB)
    scaled: NDArray[np.uint8] = np.clip(np.round(rgb * 255.0), 0, 255).astype(np.uint8)
    return scaled


def _region(
    inside: Mask, rgb: NDArray[np.uint8], page: Mask, corner: tuple[int, int], order: int
) -> Shape | None:
    """Return the shape of one region, with the letters and marks inside it."""
    contours, _ = cv2.findContours(inside.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=cv2.contourArea)
    height, width = inside.shape
    filled = float(cv2.contourArea(outline)) + 0.5 * len(outline) + 1.0
    share = filled / (width * height)
    color = np.median(rgb[inside], axis=0).astype(int).tolist()
    fill: RGB | None = (color[0], color[1], color[2])
    stroke: RGB | None = None
    x0, y0 = corner
    box = BBox(x0 - OUTLINE, y0 - OUTLINE, x0 + width - 1 + OUTLINE, y0 + height - 1 + OUTLINE)
    if float(page[inside].mean()) > 0.5:
        fill, stroke = (255, 255, 255), (0, 0, 0)
    kind: ShapeKind = "polygon"
    if share >= FILLED:
        kind = "rectangle"
    elif ROUND[0] <= share <= ROUND[1] and abs(width - height) <= 0.1 * max(width, height) + 1:
        kind = "circle"
    traced = cv2.approxPolyDP(outline, CORNER, closed=True).reshape(-1, 2)
    points = tuple((float(x + x0), float(y + y0)) for x, y in traced.tolist())
    if kind == "rectangle":
        points = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    if len(points) < 3:
        return None
    marker = {"rectangle": "square", "circle": "circle"}.get(kind, "")
    even = max(width, height) <= 1.3 * min(width, height)
    return Shape(kind, points, box, fill, stroke, marker=marker if even else "", closed=True, order=order)


def _stroke(ruling: Ruling, level: bool) -> Shape:
    ends = ((ruling.start, ruling.at), (ruling.end, ruling.at))
    if not level:
        ends = ((ruling.at, ruling.start), (ruling.at, ruling.end))
    box = BBox(ends[0][0], ends[0][1], ends[1][0], ends[1][1])
    return Shape("segment", ends, box, None, (0, 0, 0))
