"""Classify the shape of a marker by its correlation with drawn templates."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from ..shapes.cielab import Floats
from .canvas import Mask

SIDE = 24  # pixels; side of a template
MARGIN = 3  # around the shape, because a square would otherwise fill its template
_BIG = 16 * SIDE
# Corner count, turn in degrees (0 points up) and inner radius of regular shapes; a star alternates two radii.
_POLYGONS: dict[str, tuple[int, float, float]] = {
    "triangle": (3, 0.0, 1.0),
    "triangle down": (3, 180.0, 1.0),
    "triangle left": (3, 270.0, 1.0),
    "triangle right": (3, 90.0, 1.0),
    "diamond": (4, 0.0, 1.0),
    "square": (4, 45.0, 1.0),
    "pentagon": (5, 0.0, 1.0),
    "hexagon": (6, 0.0, 1.0),
    "star": (5, 0.0, 0.382),  # inner radius of the regular pentagram
}
# Rare shapes that resemble blurred circles, and the margin of correlation by which they must win.
_RARE = {"hexagon": 0.03, "pentagon": 0.02}
_STROKES = {"": 0.16, " thick": 0.33}  # stroke widths of plus and cross, as a share of the side


def classify_shape(coverage: Floats, weight: Floats | None = None, center: float | None = None) -> str:
    """Return the shape whose template correlates best with the marker; "" for marks that are too small.

    `coverage` is (height, width) in 0..1: how much of each pixel the filled marker covers. A `weight` of 0
    excludes pixels that other things are drawn over. With `center`, a column, the marker is about as wide as
    high around it; otherwise it fills the width. The later name wins a tie.
    """
    solid = coverage > 0.25  # a fainter edge would round every corner
    rows = np.flatnonzero(np.any(solid, axis=1))
    columns = np.flatnonzero(np.any(solid, axis=0))
    if len(rows) < 4 or len(columns) < 4:
        return ""
    across = slice(columns[0], columns[-1] + 1) if center is None else slice(None)
    cut = (slice(rows[0], rows[-1] + 1), across)
    coverage, weight = coverage[cut], None if weight is None else weight[cut]
    counted = np.ones_like(coverage) if weight is None else weight
    windows = [(0, coverage.shape[1])] if center is None else _windows(coverage.shape[0], center)
    scores = dict.fromkeys(templates(), -1.0)
    for start, end in windows:
        blob, seen = _cut(coverage, start, end, 0.0), _cut(counted, start, end, 1.0)
        for name, template in templates().items():
            scores[name] = max(scores[name], _correlation(blob, template, seen))
    best = max(scores, key=lambda name: (scores[name] - _RARE.get(name, 0.0), name))
    return best.removesuffix(" thick")


def _windows(height: int, center: float) -> list[tuple[int, int]]:
    """Return the column ranges of about `height` around the center, varied by one pixel in width and position."""
    ranges = {
        (round(center - width / 2 + shift), round(center - width / 2 + shift) + width)
        for width in (height - 1, height, height + 1)
        for shift in (-1, 0, 1)
    }
    return sorted(ranges)


def _cut(values: Floats, start: int, end: int, beyond: float) -> Floats:
    """Return the columns `start` to `end`, resized to a template. Columns outside the array, and the margin, have
    the value `beyond`.
    """
    height, width = values.shape
    piece = np.full((height, end - start), beyond, dtype=np.float32)
    first, last = max(0, start), min(width, end)
    if first < last:
        piece[:, first - start : last - start] = values[:, first:last]
    return np.pad(_resized(piece), MARGIN, constant_values=beyond)


def _resized(values: Floats) -> Floats:
    shrink = min(values.shape) >= SIDE
    resized: Floats = cv2.resize(
        values.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR
    )
    return resized


def _correlation(a: Floats, b: Floats, weight: Floats) -> float:
    total = float(weight.sum()) or 1.0
    a = a - float((a * weight).sum()) / total
    b = b - float((b * weight).sum()) / total
    spread = float((a * a * weight).sum() * (b * b * weight).sum())
    return float((a * b * weight).sum()) / spread**0.5 if spread > 1e-9 else float((a * b).sum() >= 0) * 0.5


@lru_cache(maxsize=1)
def templates() -> dict[str, Floats]:
    """Map each shape name to the coverage of its template, which is SIDE pixels large with a margin around it."""
    drawn = {name: _polygon(*spec) for name, spec in _POLYGONS.items()}
    drawn["circle"] = _circle()
    for suffix, width in _STROKES.items():
        drawn["plus" + suffix], drawn["cross" + suffix] = _strokes(round(width * _BIG))
    return {name: np.pad(_stretched(mask), MARGIN) for name, mask in drawn.items()}


def _polygon(corners: int, turn: float, inner: float) -> Mask:
    count = corners * (2 if inner < 1.0 else 1)
    angles = np.deg2rad(turn - 90.0 + 360.0 * np.arange(count) / count)
    radii = np.where(np.arange(count) % 2 == 0, 1.0, inner) if inner < 1.0 else np.ones(count)
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, None]
    canvas = np.zeros((_BIG, _BIG), dtype=np.uint8)
    cv2.fillPoly(canvas, [np.round(_BIG / 2 + points * (_BIG / 2 - 2)).astype(np.int32)], 1)
    return canvas > 0


def _circle() -> Mask:
    canvas = np.zeros((_BIG, _BIG), dtype=np.uint8)
    cv2.circle(canvas, (_BIG // 2, _BIG // 2), _BIG // 2 - 2, 1, thickness=cv2.FILLED)
    return canvas > 0


def _strokes(width: int) -> tuple[Mask, Mask]:
    """Draw a plus and a cross."""
    middle, last = _BIG // 2, _BIG - 1
    plus = np.zeros((_BIG, _BIG), dtype=np.uint8)
    cv2.line(plus, (middle, 0), (middle, last), 1, width)
    cv2.line(plus, (0, middle), (last, middle), 1, width)
    cross = np.zeros((_BIG, _BIG), dtype=np.uint8)
    cv2.line(cross, (0, 0), (last, last), 1, width)
    cv2.line(cross, (0, last), (last, 0), 1, width)
    return plus > 0, cross > 0


def _stretched(mask: Mask) -> Floats:
    rows, columns = np.flatnonzero(np.any(mask, axis=1)), np.flatnonzero(np.any(mask, axis=0))
    cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.float32)
    small: Floats = cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return small
