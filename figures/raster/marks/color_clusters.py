"""Find the colors of the marks in a plot area without a legend."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ....papers.types import BBox
from ...chart.style import COLORED, Style
from ...shapes.cielab import Floats
from ..canvas import DISTINCT, Canvas, Mask, distance, window

SHARE = 0.01  # least share of the area's ink; colors with less are antialiasing
MOST = 14
FEWEST, LEAST = 40, 2e-4  # least number of colored pixels, and their share of the area, in a colored chart

Color = tuple[float, float, float]


def cluster_colors(
    canvas: Canvas, area: BBox, ground: tuple[float, float, float], covered: Sequence[BBox]
) -> list[Style]:
    """Return the styles of the distinct colors in the area, most ink first.

    In a colored chart, gray counts only in solid areas. [] for an area without pixels.
    """
    rows, columns = window(area, canvas)
    lab = canvas.lab[rows, columns]
    if lab.size == 0:
        return []
    backdrop = np.array(ground, dtype=np.float32)
    ink = distance(lab, backdrop) > DISTINCT
    for box in covered:
        part_rows, part_columns = window(box, canvas)
        ink[
            max(0, part_rows.start - rows.start) : max(0, part_rows.stop - rows.start),
            max(0, part_columns.start - columns.start) : max(0, part_columns.stop - columns.start),
        ] = False
    colored = ink & (canvas.chroma[rows, columns] >= COLORED)
    gray = ink & ~colored
    # Grays count only in solid areas: black texts and lines are no marks, unless nothing else is drawn.
    solid = cv2.morphologyEx(gray.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0
    shown = colored | solid if colored.sum() > max(FEWEST, LEAST * ink.size) else ink
    peaks = color_peaks(lab[shown])
    return [Style("patch", c) for c in peaks if not _is_rim(c, peaks, lab, shown)]


def _is_rim(color: Color, peaks: Sequence[Color], lab: Floats, shown: Mask) -> bool:
    """True if a color only surrounds areas of another color: antialiasing, outlines, overlaps, or colors blurred by
    JPEG.
    """
    own = _painted(color, lab, shown)
    off = distance(lab, np.array(color, np.float32))
    for other in peaks[: peaks.index(color)]:
        own &= off <= distance(lab, np.array(other, np.float32))
    core = cv2.morphologyEx(own, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if core.sum() > 0.2 * own.sum():
        return False
    others = np.zeros_like(own)
    for other in peaks[: peaks.index(color)]:
        others |= _painted(other, lab, shown)
    beside = cv2.dilate(others, np.ones((5, 5), np.uint8)) & own
    return bool(beside.sum() > 0.7 * own.sum())


def _painted(color: Color, lab: Floats, shown: Mask) -> NDArray[np.uint8]:
    near: NDArray[np.uint8] = ((distance(lab, np.array(color, np.float32)) < DISTINCT) & shown).astype(
        np.uint8
    )
    return near


def color_peaks(pixels: Floats) -> list[Color]:
    """Return the distinct colors of (n, 3) CIELAB pixels, most frequent first."""
    if len(pixels) == 0:
        return []
    bins = ((pixels + np.array([2, 128, 128], dtype=np.float32)) * 0.25).astype(np.int32)
    keys = (bins[:, 0] << 12) | (bins[:, 1] << 6) | bins[:, 2]
    counts = np.bincount(keys)
    order = np.argsort(-counts, kind="stable")[:60]
    peaks: list[Floats] = []
    for key in order.tolist():
        if counts[key] < SHARE * len(pixels) or len(peaks) == MOST:
            break
        center = pixels[keys == key].mean(axis=0)
        if all(np.linalg.norm(center - other) > 1.3 * DISTINCT for other in peaks):
            peaks.append(center)
    return [(float(c[0]), float(c[1]), float(c[2])) for c in peaks]
