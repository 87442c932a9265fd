"""Find the grid of a radar chart: a center, labeled spokes and rings."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin, tau

import cv2
import numpy as np

from ....papers.types import BBox
from ...chart.radar import Wheel
from ...shapes.cielab import Floats
from ...shapes.label import Label
from ..canvas import Canvas, Mask, window
from ..rulings import GRAY
from .center import find_center, ring_radii, spokes_from

SMALLEST = 8.0  # letter heights; least diameter of a grid
FEWEST = 3
STEP = 3.5  # lightness difference of the palest grid from its background
STROKE = 7  # pixels: lines are thinner
MOST = 16  # spokes
OUTER = 0.3  # radii; closer to the center, labels and markers look like rings
LABEL_GAP, FAR = (
    3.5,
    0.2,
)  # largest distance between the end of a spoke and its text, in letter heights and in radii
CORNERED = 0.04  # radii; largest deviation of the corners of the outermost ring
CIRCLE = 0.95  # radii; least distance between the center of a round ring and its nearest point
OFF = 0.05  # radians; largest deviation of a spoke from an even division


def find_wheel(canvas: Canvas, phrases: Sequence[Label], covered: Sequence[BBox]) -> Wheel | None:
    """Return the grid of three or more labeled spokes that meet in its middle; None without such a grid."""
    em = canvas.em
    lines = _strokes(canvas.lab[..., 0])
    texts = [*covered, *(p.box for p in phrases)]
    bare = _without(lines, [p.box for p in phrases], 0, canvas)
    thick = cv2.dilate(bare.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    gray = lines & (canvas.chroma < GRAY)
    is_round = False  # True if something about as wide as high is drawn
    for rim, read in ((0, _wheel), (STROKE // 2 + 1, _wheel_of_outline)):
        grid = _without(gray, texts, rim, canvas)
        joined = cv2.morphologyEx(grid.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        for label in sorted(range(1, count), key=lambda i: -int(stats[i][2]) * int(stats[i][3]))[:3]:
            x, y, width, height = stats[label][:4].tolist()
            if min(width, height) < SMALLEST * em or not 0.75 < width / height < 1.33:
                continue
            is_round = True
            own = joined > 0 if rim == 0 else labels == label
            wheel = read(thick, own, phrases, covered, BBox(x, y, x + width, y + height), em)
            if wheel is not None:
                return wheel
        if not is_round:
            break
    return None


def _without(lines: Mask, boxes: Sequence[BBox], rim: int, canvas: Canvas) -> Mask:
    """Return the lines outside the boxes, which are enlarged by `rim` pixels."""
    kept = lines.copy()
    for box in boxes:
        kept[window(BBox(box.x0 - rim, box.y0 - rim, box.x1 + rim, box.y1 + rim), canvas)] = False
    return kept


def _strokes(lightness: Floats) -> Mask:
    """Return thin lines of any direction that are darker or lighter than the pixels on both sides."""
    side = np.ones((STROKE, STROKE), np.uint8)
    dark = cv2.morphologyEx(lightness, cv2.MORPH_CLOSE, side) - lightness
    light = lightness - cv2.morphologyEx(lightness, cv2.MORPH_OPEN, side)
    lines: Mask = (dark > STEP) | (light > STEP)
    return lines


def _wheel_of_outline(
    ink: Mask, grid: Mask, phrases: Sequence[Label], covered: Sequence[BBox], _: BBox, em: float
) -> Wheel | None:
    """Find the grid by its outermost ring and the texts around it, if filled areas hide its spokes.

    `grid` marks the pixels of its lines, including the outermost ring. None if no grid is found.
    """
    ys, xs = np.nonzero(grid)
    hull = cv2.convexHull(np.stack([xs, ys], axis=1).astype(np.float32))
    (x, y), radius = cv2.minEnclosingCircle(hull)
    corners = cv2.approxPolyDP(hull, CORNERED * radius, closed=True).reshape(-1, 2)
    texts = [
        p for p in phrases if p.number is None and not any(p.box.intersection_area(b) > 0 for b in covered)
    ]
    near = [p for p in texts if _gap_to_ring(p.box, x, y, radius) < _reach(radius, em)]
    if cv2.pointPolygonTest(hull, (x, y), measureDist=True) > CIRCLE * radius:
        counts, starts = range(len(near), FEWEST, -1), [-pi / 2, 0.0]
    else:
        off = np.abs(np.hypot(corners[:, 0] - x, corners[:, 1] - y) - radius).max()
        counts, starts = (
            range(len(corners), len(corners) + 1),
            np.arctan2(corners[:, 1] - y, corners[:, 0] - x).tolist(),
        )
        if (
            off > CORNERED * radius
            or not FEWEST < len(corners) <= MOST
            or len(_evenly(starts)) != len(corners)
        ):
            return None
    for count in counts:
        for start in starts:
            angles = sorted((start + k * tau / count) % tau for k in range(count))
            if len(_labeled(angles, near, x, y, radius, em)) == count:
                return _wheel_of(x, y, radius, angles, ring_radii(ink, x, y, radius, angles))
    return None


def _gap_to_ring(box: BBox, x: float, y: float, radius: float) -> float:
    """Return the distance of a box from a circle; infinity for a box well inside the circle."""
    gap = _gap(box, x, y) - radius
    return abs(gap) if gap > -0.2 * radius else float("inf")


def _wheel(
    ink: Mask, grid: Mask, phrases: Sequence[Label], covered: Sequence[BBox], box: BBox, em: float
) -> Wheel | None:
    rough = 0.42 * min(box.width, box.height)
    x, y = find_center(grid, box, rough)
    angles = spokes_from(ink, x, y, rough)
    radius = max(box.x1 - x, x - box.x0, box.y1 - y, y - box.y0)
    texts = [
        p for p in phrases if p.number is None and not any(p.box.intersection_area(b) > 0 for b in covered)
    ]
    spokes = _labeled(_evenly(angles), texts, x, y, radius, em)
    if len(spokes) < FEWEST:
        return None
    rings = ring_radii(ink, x, y, radius, spokes)
    return _wheel_of(x, y, radius, spokes, rings) if any(ring > OUTER * radius for ring in rings) else None


def _wheel_of(x: float, y: float, radius: float, angles: Sequence[float], rings: Sequence[float]) -> Wheel:
    ends = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
    return Wheel((x, y), ends, radius, rings)


def _labeled(
    angles: Sequence[float], texts: Sequence[Label], x: float, y: float, radius: float, em: float
) -> list[float]:
    """Return the directions of spokes with a text near their outer end. Each text counts once."""
    spokes: list[float] = []
    free = list(texts)
    for angle in angles:
        ex, ey = x + radius * cos(angle), y + radius * sin(angle)
        near = [(_gap(p.box, ex, ey), p.text, p) for p in free]
        gap, _, text = min(near, key=lambda item: item[:2], default=(1e9, "", None))
        if text is not None and gap < _reach(radius, em):
            spokes.append(angle)
            free.remove(text)
    return spokes


def _reach(radius: float, em: float) -> float:
    """Return the largest allowed distance of a text from the end of its spoke."""
    return max(LABEL_GAP * em, FAR * radius)


def _gap(box: BBox, x: float, y: float) -> float:
    return hypot(max(0.0, box.x0 - x, x - box.x1), max(0.0, box.y0 - y, y - box.y1))


def _evenly(angles: Sequence[float]) -> list[float]:
    """Return all directions of the even division of the circle that best explains the directions found.

    At least half of the division must have been found, because marks hide some spokes. Lines of marks may look
    like other spokes. [] if no division fits.
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
