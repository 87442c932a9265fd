"""The marks of a radar chart: polygons across its spokes."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from ....papers.types import BBox
from ...raster.canvas import Mask
from ..marks.series_masks import SeriesMasks
from ..types import Mark
from .grid import RadarGrid


def radar_marks(radar_grid: RadarGrid, masks: SeriesMasks, count: int, em: float) -> list[Mark]:
    """Per series and spoke the outermost pixel of the series' colour near the spoke."""
    marks = []
    half = 0.4 * em
    for series in range(count):
        mask = masks.mask(series)
        if mask.sum() < em * em:
            continue
        for place, spoke in enumerate(radar_grid.spokes):
            radius = _outermost(
                mask, radar_grid.x - masks.x, radar_grid.y - masks.y, spoke.angle, radar_grid.radius
            )
            if radius is not None:
                px, py = radar_grid.x + radius * cos(spoke.angle), radar_grid.y + radius * sin(spoke.angle)
                box = BBox(px - half, py - half, px + half, py + half)
                marks.append(Mark(series, 0, place, box, None, radar_grid.value(radius)))
    return marks


def _outermost(mask: Mask, x: float, y: float, angle: float, limit: float) -> float | None:
    """Distance of the farthest pixels of the mask within two degrees of the direction."""
    turns = angle + np.deg2rad(np.array([-2.0, -1.0, 0.0, 1.0, 2.0]))
    radii = np.arange(2.0, 1.08 * limit, 0.5)
    xs = np.round(x + np.cos(turns)[:, None] * radii).astype(np.intp)
    ys = np.round(y + np.sin(turns)[:, None] * radii).astype(np.intp)
    inside = (xs >= 0) & (xs < mask.shape[1]) & (ys >= 0) & (ys < mask.shape[0])
    hit = np.zeros(xs.shape, dtype=bool)
    hit[inside] = mask[ys[inside], xs[inside]]
    along = np.flatnonzero(hit.sum(axis=0) >= 2)
    return float(radii[along[-1]]) - 1.0 if len(along) else None
