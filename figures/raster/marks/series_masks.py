"""Assign the pixels of a plot area to series by color."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ....papers.types import BBox
from ...chart.style import COLORED, Style
from ..canvas import DISTINCT, Canvas, Mask, window

# Largest CIE76 distance of a pixel from the color of its series; JPEG noise and antialiasing of thin lines stay within.
REACH = 22.0
THIN = 4  # pixels, more than a gridline's width
ACROSS = 0.6  # least share of ink along a gridline, because of dashes and marks that hide it


@dataclass(frozen=True, slots=True)
class SeriesMasks:
    """The series of each pixel in an area.

    `owner` is (height, width): the index of the series whose color the pixel has, or -1. `x` and `y` are the
    canvas position of its first pixel.
    """

    owner: NDArray[np.int8]
    x: int
    y: int

    def mask(self, series: int) -> Mask:
        """Return the pixels of one series."""
        owned: Mask = self.owner == series
        return owned


def build_series_masks(
    canvas: Canvas,
    area: BBox,
    ground: tuple[float, float, float],
    styles: Sequence[Style],
    covered: Sequence[BBox],
) -> SeriesMasks:
    """Assign the area's pixels to the series with the nearest color. Pixels in `covered` boxes are left out."""
    rows, columns = window(area, canvas)
    lab = canvas.lab[rows, columns]
    owner = np.full(lab.shape[:2], -1, dtype=np.int8)
    if not styles or lab.size == 0:
        return SeriesMasks(owner, columns.start, rows.start)
    backdrop = np.array(ground, dtype=np.float32)
    ink = np.abs(lab - backdrop).sum(axis=2) > DISTINCT / 2
    pixels = lab[ink]
    colors = np.stack([backdrop, *[s.lab for s in styles]])
    # |p - c|^2 without the common |p|^2
    scores = pixels @ (-2.0 * colors.T) + np.einsum("ij,ij->i", colors, colors)
    nearest = scores.argmin(axis=1)
    gap = scores[np.arange(len(pixels)), nearest] + np.einsum("ij,ij->i", pixels, pixels)
    chroma = np.hypot(colors[:, 1], colors[:, 2])
    # A gray pixel belongs to no colored series: it is a gridline, a text or an error bar.
    tinted = np.hypot(pixels[:, 1], pixels[:, 2]) >= np.where(chroma >= COLORED, 0.5 * chroma, 0.0)[nearest]
    owner[ink] = np.where((nearest > 0) & (gap < REACH**2) & tinted, nearest - 1, -1).astype(np.int8)
    for box in covered:
        part_rows, part_columns = window(box, canvas)
        y0, y1 = part_rows.start - rows.start, part_rows.stop - rows.start
        x0, x1 = part_columns.start - columns.start, part_columns.stop - columns.start
        if y1 > 0 and x1 > 0:
            owner[max(0, y0) : y1, max(0, x0) : x1] = -1
    for index, style in enumerate(styles):
        if style.kind != "line" and not style.colored:
            mask = owner == index
            owner[_rules(mask) | _rules(mask.T).T] = -1
    return SeriesMasks(owner, columns.start, rows.start)


def _rules(mask: Mask) -> Mask:
    """Return the pixels of thin horizontal strokes across the area: gridlines and spines, which may have the color
    of gray marks.
    """
    share = np.pad(mask.mean(axis=1), THIN)
    beside = np.minimum(share[: -2 * THIN], share[2 * THIN :])
    margin = max(1, mask.shape[1] // 20)
    ends = mask[:, :margin].any(axis=1) & mask[:, -margin:].any(axis=1)
    ruled: Mask = mask & (ends & (share[THIN:-THIN] > ACROSS) & (beside < 0.5 * ACROSS))[:, None]
    return ruled
