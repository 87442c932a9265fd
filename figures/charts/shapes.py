"""The shape of a marker, by overlap with drawn templates."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from .canvas import Mask

SIDE = 32
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


def classify_shape(mask: Mask) -> str:
    """The template that the filled blob overlaps best, "" for an empty one.

    The blob is stretched to the templates' square, except that its aspect tells a flat mark ("dash") first.
    """
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) < 3 or len(columns) < 3:
        return ""
    cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.uint8) * 255
    blob = cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA) > 127
    scores = {name: _overlap(blob, template) for name, template in templates().items()}
    return max(scores, key=lambda name: (scores[name], name))


def _overlap(a: Mask, b: Mask) -> float:
    return float((a & b).sum() / max(1, (a | b).sum()))


@lru_cache(maxsize=1)
def templates() -> dict[str, Mask]:
    """Name -> (SIDE, SIDE) mask that touches all four sides."""
    drawn = {name: _polygon(*spec) for name, spec in _POLYGONS.items()}
    drawn["circle"] = _circle()
    drawn["plus"], drawn["cross"] = _strokes()
    return {name: _stretched(mask) for name, mask in drawn.items()}


_BIG = 8 * SIDE


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


def _strokes() -> tuple[Mask, Mask]:
    """Plus and cross, strokes a fifth of the side wide."""
    width, middle, last = _BIG // 5, _BIG // 2, _BIG - 1
    plus = np.zeros((_BIG, _BIG), dtype=np.uint8)
    cv2.line(plus, (middle, 0), (middle, last), 1, width)
    cv2.line(plus, (0, middle), (last, middle), 1, width)
    cross = np.zeros((_BIG, _BIG), dtype=np.uint8)
    cv2.line(cross, (0, 0), (last, last), 1, width)
    cv2.line(cross, (0, last), (last, 0), 1, width)
    return plus > 0, cross > 0


def _stretched(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.uint8) * 255
    small: Mask = cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA) > 127
    return small
