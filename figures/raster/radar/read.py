"""Trace the series of a radar chart as polygons across its spokes."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, sin

import numpy as np

from ....papers.types import BBox
from ...chart.radar import Wheel
from ...primitives import RGB
from ...shapes.shape import Shape
from ..canvas import Mask
from ..marks.series_masks import SeriesMasks


def trace_polygons(wheel: Wheel, masks: SeriesMasks, colors: Sequence[RGB], em: float) -> list[Shape]:
    """Return a polygon per series, through the outermost pixels of its color near each spoke."""
    x, y = wheel.center
    angles = [atan2(end[1] - y, end[0] - x) for end in wheel.ends]
    shapes = []
    for series, color in enumerate(colors):
        mask = masks.mask(series)
        if mask.sum() < em * em:
            continue
        reaches = [_outermost(mask, x - masks.x, y - masks.y, angle, wheel.radius) for angle in angles]
        points = tuple(
            (x + reach * cos(angle), y + reach * sin(angle))
            for angle, reach in zip(angles, reaches, strict=True)
            if reach is not None
        )
        box = BBox(x - wheel.radius, y - wheel.radius, x + wheel.radius, y + wheel.radius)
        shapes.append(Shape("polygon", points, box, None, color, closed=True))
    return shapes


def _outermost(mask: Mask, x: float, y: float, angle: float, limit: float) -> float | None:
    """Return the distance of the farthest pixels of the mask within two degrees of the direction; None without such
    pixels.
    """
    turns = angle + np.deg2rad(np.array([-2.0, -1.0, 0.0, 1.0, 2.0]))
    radii = np.arange(2.0, 1.08 * limit, 0.5)
    xs = np.round(x + np.cos(turns)[:, None] * radii).astype(np.intp)
    ys = np.round(y + np.sin(turns)[:, None] * radii).astype(np.intp)
    inside = (xs >= 0) & (xs < mask.shape[1]) & (ys >= 0) & (ys < mask.shape[0])
    hit = np.zeros(xs.shape, dtype=bool)
    hit[inside] = mask[ys[inside], xs[inside]]
    along = np.flatnonzero(hit.sum(axis=0) >= 2)
    return float(radii[along[-1]]) - 1.0 if len(along) else None
