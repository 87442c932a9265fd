"""Find the center of a radar chart and the spokes that start from it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, tau

import cv2
import numpy as np
from numpy.typing import NDArray

from ....papers.types import BBox
from ..canvas import Mask

NEAR = 0.1  # largest offset of a grid's center from the middle of its box, as a share of its side
SOLITARY = 0.2  # share of its length by which a spoke must have more ink than most directions
DRAWN = 0.8  # least share of ink along a spoke
ANGLES = 720
SECTORS = 48  # at most one spoke is counted per sector
RING = 0.7  # least share of a ring's circumference that is drawn


def find_center(grid: Mask, box: BBox, radius: float) -> tuple[float, float]:
    """Find the point near the middle of the box where most spokes meet, in smaller and smaller steps.

    The middle of a pentagon's box is off its center by a twentieth of its height, and labels or a legend may
    have widened the box. At each step, lines count as thick as the step is long, so that no line is missed.
    """
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    step, reach = max(1.0, NEAR * max(box.width, box.height) / 8), 8
    while True:
        side = 2 * int(step / 2) + 1
        thick = cv2.dilate(grid.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
        moves = range(-reach, reach + 1)
        shifts = sorted(
            ((dx * step, dy * step) for dy in moves for dx in moves), key=lambda s: (hypot(*s), s)
        )
        x, y = max(
            ((x + dx, y + dy) for dx, dy in shifts), key=lambda c: _strength(thick, c[0], c[1], radius)
        )
        if step <= 1.0:
            return x, y
        step, reach = max(1.0, step / 4), 4


def _strength(grid: Mask, x: float, y: float, radius: float) -> float:
    """Return how strongly spokes and rings around a center stand out from other directions and circles."""
    angles = np.arange(SECTORS * 8) * tau / (SECTORS * 8)
    around = _polar(grid, x, y, np.linspace(0.08, 1.15, 40) * radius, angles)
    along, rings = around.mean(axis=1), around.mean(axis=0)
    best = along.reshape(SECTORS, -1).max(axis=1)
    spokes = best[(best >= np.roll(best, 1)) & (best > np.roll(best, -1))] - np.median(along)
    ahead = np.concatenate([spokes, rings - np.median(rings)]) - SOLITARY
    return float(np.square(np.maximum(0.0, ahead)).sum())


def _polar(
    ink: Mask, x: float, y: float, radii: NDArray[np.float64], angles: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return an (angles, radii) mask of the ink in these directions and distances from a center.

    Points outside the image are moved to its edge.
    """
    xs = np.clip(np.round(x + np.cos(angles)[:, None] * radii), 0, ink.shape[1] - 1).astype(np.intp)
    ys = np.clip(np.round(y + np.sin(angles)[:, None] * radii), 0, ink.shape[0] - 1).astype(np.intp)
    found: NDArray[np.bool_] = ink[ys, xs]
    return found


def _along(ink: Mask, x: float, y: float, radius: float) -> NDArray[np.float64]:
    """Return the share of ink from the center outwards, for each of ANGLES directions."""
    angles = np.arange(ANGLES) * tau / ANGLES
    share: NDArray[np.float64] = _polar(ink, x, y, np.linspace(0.08, 1.0, 48) * radius, angles).mean(axis=1)
    return share


def spokes_from(ink: Mask, x: float, y: float, radius: float) -> list[float]:
    """Return the directions, in radians, in which ink runs from the center outwards, at least eight degrees apart."""
    along = _along(ink, x, y, radius)
    kept: list[int] = []
    for i in np.argsort(-along, kind="stable").tolist():
        if along[i] <= DRAWN:
            break
        if all(min((i - k) % ANGLES, (k - i) % ANGLES) > 16 for k in kept):
            kept.append(i)
    return sorted(i * tau / ANGLES for i in kept)


def ring_radii(ink: Mask, x: float, y: float, radius: float, angles: Sequence[float]) -> list[float]:
    """Return the radii of the drawn circles around the center and of the drawn polygons with corners on the spokes."""
    turns = np.arange(ANGLES) * tau / ANGLES
    step = tau / max(
        1, round(tau / min((b - a) % tau for a, b in zip(angles, [*angles[1:], angles[0]], strict=True)))
    )
    # Distance of a regular polygon's side from the center, as a share of its corners' distance.
    inside = np.cos(step / 2) / np.cos((turns - angles[0]) % step - step / 2)
    found: list[float] = []
    for share in np.linspace(0.1, 1.02, 93):
        reach = np.stack([np.ones(ANGLES), inside]) * share * radius
        xs = np.clip(np.round(x + np.cos(turns) * reach), 0, ink.shape[1] - 1).astype(np.intp)
        ys = np.clip(np.round(y + np.sin(turns) * reach), 0, ink.shape[0] - 1).astype(np.intp)
        if ink[ys, xs].mean(axis=1).max() > RING:
            found.append(float(share) * radius)
    return found
