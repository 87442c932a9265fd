"""Radar charts: spokes from a centre with a label at each end, polygons across them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin, tau

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from .canvas import Canvas, Floats, Mask, window
from .paint import Paint
from .phrases import Phrase
from .places import Category
from .rulings import GREY
from .types import Mark

SMALLEST = 8.0  # diameter in letter heights
FEWEST = 3
NEAR = 0.1  # of its side, that a wheel's centre may be off the middle of its box
SOLITARY = 0.2  # share of its length by which a spoke has more ink than most directions
DRAWN = 0.8  # share of a spoke's length that is ink
ANGLES = 720
SECTORS = 48  # in which at most one spoke is counted
STEP = 3.5  # lightness by which the palest grid differs from its ground
STROKE = 7  # pixels: lines are thinner
MOST = 16  # spokes
RING = 0.7  # share of a ring's circumference that is drawn
OFF = 0.05  # radians that a spoke may lie off its place in an even division


@dataclass(frozen=True, slots=True)
class Spoke:
    """A direction (radians, clockwise from the right) with the label at its end."""

    angle: float
    label: Phrase


@dataclass(frozen=True, slots=True)
class Wheel:
    """Centre, radius and spokes, in canvas pixels; `slope` and `offset` turn a radius into a value (None: share of it)."""

    x: float
    y: float
    radius: float
    spokes: tuple[Spoke, ...]
    slope: float | None = None
    offset: float = 0.0

    @property
    def area(self) -> BBox:
        return BBox(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)

    def value(self, radius: float) -> float:
        """Axis value at a distance from the centre."""
        return radius / self.radius if self.slope is None else self.slope * radius + self.offset

    @property
    def places(self) -> tuple[Category, ...]:
        return tuple(Category(s.label.text, s.angle, s.label.box) for s in self.spokes)


def find_wheel(canvas: Canvas, phrases: Sequence[Phrase], covered: Sequence[BBox], em: float) -> Wheel | None:
    """The wheel of three or more labelled spokes that meet in the middle of a grid; None without one."""
    lines = _strokes(canvas.lab[..., 0])
    grey = lines & (canvas.chroma < GREY)
    for box in [*covered, *(p.box for p in phrases)]:
        grey[window(box, canvas)] = False
    joined = cv2.morphologyEx(grey.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    largest = sorted(stats[1:count].tolist(), key=lambda row: -row[2] * row[3])
    lines = lines.copy()
    for phrase in phrases:
        lines[window(phrase.box, canvas)] = False
    thick = cv2.dilate(lines.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    for x, y, width, height, _ in largest[:3]:
        if min(width, height) < SMALLEST * em or not 0.75 < width / height < 1.33:
            continue
        wheel = _wheel(thick, joined > 0, phrases, covered, BBox(x, y, x + width, y + height), em)
        if wheel is not None:
            return wheel
    return None


def _strokes(lightness: Floats) -> Mask:
    """Thin lines of any direction, darker or lighter than what lies on both sides."""
    side = np.ones((STROKE, STROKE), np.uint8)
    dark = cv2.morphologyEx(lightness, cv2.MORPH_CLOSE, side) - lightness
    light = lightness - cv2.morphologyEx(lightness, cv2.MORPH_OPEN, side)
    lines: Mask = (dark > STEP) | (light > STEP)
    return lines


def _wheel(
    ink: Mask, grid: Mask, phrases: Sequence[Phrase], covered: Sequence[BBox], box: BBox, em: float
) -> Wheel | None:
    rough = 0.42 * min(box.width, box.height)
    x, y = _centre(grid, box, rough)
    angles = _spokes(ink, x, y, rough)
    radius = max(box.x1 - x, x - box.x0, box.y1 - y, y - box.y0)
    texts = [
        p for p in phrases if p.number is None and not any(p.box.intersection_area(b) > 0 for b in covered)
    ]
    spokes = _labelled(_evenly(angles), texts, x, y, radius, em)
    if len(spokes) < FEWEST:
        return None
    if not _has_ring(ink, x, y, radius, [s.angle for s in spokes]):
        return None
    slope, offset = _scale(phrases, x, y, radius, em)
    return Wheel(x, y, radius, tuple(spokes), slope, offset)


def _centre(grid: Mask, box: BBox, radius: float) -> tuple[float, float]:
    """Where most spokes meet, near the middle of the box: looked for in smaller and smaller steps.

    The middle of a pentagon's box is off its centre by a twentieth of its height, and labels or a legend may have
    widened the box. At each step lines count as thick as the step is long, so that none slips through.
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


def _has_ring(ink: Mask, x: float, y: float, radius: float, angles: Sequence[float]) -> bool:
    """Whether a circle around the centre, or a polygon with its corners on the spokes, is drawn at some radius."""
    turns = np.arange(ANGLES) * tau / ANGLES
    step = tau / max(
        1, round(tau / min((b - a) % tau for a, b in zip(angles, [*angles[1:], angles[0]], strict=True)))
    )
    # Distance of a regular polygon's side from the centre, as a share of its corners' distance.
    inside = np.cos(step / 2) / np.cos((turns - angles[0]) % step - step / 2)
    for share in np.linspace(0.3, 1.02, 73):
        for reach in (np.ones(ANGLES), inside):
            xs = np.clip(np.round(x + np.cos(turns) * reach * share * radius), 0, ink.shape[1] - 1).astype(
                np.intp
            )
            ys = np.clip(np.round(y + np.sin(turns) * reach * share * radius), 0, ink.shape[0] - 1).astype(
                np.intp
            )
            if ink[ys, xs].mean() > RING:
                return True
    return False


def _polar(
    ink: Mask, x: float, y: float, radii: NDArray[np.float64], angles: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """(angles, radii) ink at these directions and distances from a centre; beyond the image its rim counts."""
    xs = np.clip(np.round(x + np.cos(angles)[:, None] * radii), 0, ink.shape[1] - 1).astype(np.intp)
    ys = np.clip(np.round(y + np.sin(angles)[:, None] * radii), 0, ink.shape[0] - 1).astype(np.intp)
    found: NDArray[np.bool_] = ink[ys, xs]
    return found


def _along(ink: Mask, x: float, y: float, radius: float) -> NDArray[np.float64]:
    """(ANGLES,) share of ink from the centre outwards in each direction."""
    angles = np.arange(ANGLES) * tau / ANGLES
    share: NDArray[np.float64] = _polar(ink, x, y, np.linspace(0.08, 1.0, 48) * radius, angles).mean(axis=1)
    return share


def _strength(grid: Mask, x: float, y: float, radius: float) -> float:
    """How many directions and circles stand out around a centre by the ink that runs along them, and how much."""
    angles = np.arange(SECTORS * 8) * tau / (SECTORS * 8)
    around = _polar(grid, x, y, np.linspace(0.08, 1.15, 40) * radius, angles)
    along, rings = around.mean(axis=1), around.mean(axis=0)
    best = along.reshape(SECTORS, -1).max(axis=1)
    spokes = best[(best >= np.roll(best, 1)) & (best > np.roll(best, -1))] - np.median(along)
    ahead = np.concatenate([spokes, rings - np.median(rings)]) - SOLITARY
    return float(np.square(np.maximum(0.0, ahead)).sum())


def _spokes(ink: Mask, x: float, y: float, radius: float) -> list[float]:
    """Directions in which ink runs from the centre outwards, at least eight degrees apart."""
    along = _along(ink, x, y, radius)
    kept: list[int] = []
    for i in np.argsort(-along, kind="stable").tolist():
        if along[i] <= DRAWN:
            break
        if all(min((i - k) % ANGLES, (k - i) % ANGLES) > 16 for k in kept):
            kept.append(i)
    return sorted(i * tau / ANGLES for i in kept)


def _labelled(
    angles: Sequence[float], texts: Sequence[Phrase], x: float, y: float, radius: float, em: float
) -> list[Spoke]:
    """The spokes with a text near their outer end, each text once."""
    spokes: list[Spoke] = []
    free = list(texts)
    for angle in angles:
        ex, ey = x + radius * cos(angle), y + radius * sin(angle)
        near = [(_gap(p.box, ex, ey), p.text, p) for p in free]
        gap, _, text = min(near, key=lambda item: item[:2], default=(1e9, "", None))
        if text is not None and gap < 3.5 * em:
            spokes.append(Spoke(angle, text))
            free.remove(text)
    return spokes


def _gap(box: BBox, x: float, y: float) -> float:
    return hypot(max(0.0, box.x0 - x, x - box.x1), max(0.0, box.y0 - y, y - box.y1))


def _evenly(angles: Sequence[float]) -> list[float]:
    """All directions of the even division of the circle that explains most of those found; empty without one.

    Half of the division must have been found: marks hide some spokes, and lines of marks look like others.
    """
    best: tuple[float, list[float]] = (0.0, [])
    for count in range(FEWEST, MOST + 1):
        for first in angles:
            division = [(first + k * tau / count) % tau for k in range(count)]
            hits = sum(any(abs((a - d + pi) % tau - pi) < OFF for d in division) for a in angles)
            score = hits - (len(angles) - hits) - 0.5 * (count - hits)
            if hits >= max(FEWEST, 0.5 * count) and score > best[0]:
                best = (score, sorted(division))
    return best[1]


def _scale(
    phrases: Sequence[Phrase], x: float, y: float, radius: float, em: float
) -> tuple[float | None, float]:
    """Value per pixel of radius and value at the centre, from numbers inside whose values grow with their distance."""
    inside = [(hypot(p.cx - x, p.cy - y), p.number) for p in phrases if p.number is not None]
    ticks = sorted((r, v) for r, v in inside if r < 1.1 * radius)
    best: list[tuple[float, float]] = []
    for i, (r1, v1) in enumerate(ticks):
        for r2, v2 in ticks[i + 1 :]:
            if r2 - r1 < em or v2 == v1:
                continue
            slope = (v2 - v1) / (r2 - r1)
            on = [(r, v) for r, v in ticks if abs(v1 + slope * (r - r1) - v) < 0.5 * em * abs(slope)]
            if len({v for _, v in on}) > max(2, len(best)):
                best = on
    if len(best) < 3:
        return None, 0.0
    slope, offset = np.polyfit([r for r, _ in best], [v for _, v in best], 1)
    return float(slope), float(offset)


def radar_marks(wheel: Wheel, paint: Paint, count: int, em: float) -> list[Mark]:
    """Per series and spoke the outermost pixel of the series' colour near the spoke."""
    marks = []
    half = 0.4 * em
    for series in range(count):
        mask = paint.mask(series)
        if mask.sum() < em * em:
            continue
        for place, spoke in enumerate(wheel.spokes):
            radius = _outermost(mask, wheel.x - paint.x, wheel.y - paint.y, spoke.angle, wheel.radius)
            if radius is not None:
                px, py = wheel.x + radius * cos(spoke.angle), wheel.y + radius * sin(spoke.angle)
                box = BBox(px - half, py - half, px + half, py + half)
                marks.append(Mark(series, 0, place, box, None, wheel.value(radius)))
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
