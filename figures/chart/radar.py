"""Read radar charts: closed lines with a corner on each of several named spokes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...papers.types import BBox
from ..primitives import Point
from ..shapes.cielab import is_white, to_lab_triple
from ..shapes.placed_labels import PlacedLabel
from ..shapes.scene import Scene
from ..shapes.shape import Shape
from .axes.categories import Category
from .axes.plot_area import PlotArea
from .legend import Entry
from .series import SeriesTable
from .types import Mark, Series

FEWEST = 3  # spokes
MEETING = 1.5  # points; largest distance between the inner ends of spokes
SPOKE_ENDS = 0.6  # least share of spokes that end at the same distance from the center
NEAR = 0.6  # largest distance between the end of a spoke and its name, in radii
RING_OFF = 0.1  # largest offset of numbers from their rings, with its variation, in radii
OFF_SPOKE = 2.0  # largest distance between a spoke and the numbers along it, in font sizes
GRAY = 12.0  # chroma; a regular polygon with less is part of the grid


@dataclass(frozen=True, slots=True)
class Wheel:
    """The grid of a radar chart.

    Its spokes run from `center` to their `ends`, about `radius` away. `rings` holds the radii of the rings
    around the center.
    """

    center: Point
    ends: Sequence[Point]
    radius: float
    rings: Sequence[float]


Radar = tuple[PlotArea, list[Series], list[Mark]]


def read_radar(scene: Scene, entries: Sequence[Entry]) -> Radar | None:
    """Return the plot area with spokes as places, the series, and a mark per series and spoke; None without spokes."""
    wheel = _find_wheel(scene)
    return None if wheel is None else read_wheel(wheel, scene, entries)


def read_wheel(wheel: Wheel, scene: Scene, entries: Sequence[Entry]) -> Radar | None:
    """Read a radar chart whose spokes are known. The result is the same as for `read_radar`."""
    center, radius, em = wheel.center, wheel.radius, scene.em
    places = _named_spokes(center, wheel.ends, radius, scene.labels)
    if len(places) < FEWEST:
        return None
    slope, offset = _scale(wheel, scene.labels)
    table = SeriesTable(entries)
    marks: list[Mark] = []
    seen: set[int] = set()
    for shape in scene.shapes:
        if not _is_series(shape, center, radius, len(wheel.ends), table):
            continue
        color = shape.stroke or shape.color
        index = table.of_line(color, shape.dash, shape.width, (), shape.box)
        if index in seen:
            continue
        seen.add(index)
        for number, place in enumerate(places):
            reach = _reach(shape.points, center, place.at)
            if reach is not None:
                x, y = center[0] + reach * math.cos(place.at), center[1] + reach * math.sin(place.at)
                box = BBox(x - 0.4 * em, y - 0.4 * em, x + 0.4 * em, y + 0.4 * em)
                marks.append(Mark(index, 0, number, box, None, slope * reach + offset))
    if not marks:
        return None
    area = BBox(center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)
    return PlotArea(area, (100.0, 0.0, 0.0), em, columns=tuple(places)), table.series(), marks


def _find_wheel(scene: Scene) -> Wheel | None:
    """Return the spokes at the point where most segments meet, with their median length as the radius.

    None if too few spokes have this length.
    """
    segments = [s for s in scene.shapes if s.kind == "segment" and s.side >= 2 * scene.em]
    if sum(not (s.level or s.upright) for s in segments) < 2:
        return None
    starts = np.array([p for s in segments for p in s.points[:2]])
    near = np.abs(starts[:, None, :] - starts[None, :, :]).max(axis=2) < MEETING
    best = int(near.sum(axis=1).argmax())
    center = (float(starts[best, 0]), float(starts[best, 1]))
    others = [segments[k // 2].points[1 - k % 2] for k in np.flatnonzero(near[best])]
    ends = list({(round(end[0], 1), round(end[1], 1)): end for end in others}.values())
    if len(ends) < FEWEST:
        return None
    lengths = sorted(math.dist(center, end) for end in ends)
    radius = lengths[len(lengths) // 2]
    kept = [end for end in ends if abs(math.dist(center, end) - radius) < 0.05 * radius]
    turns = {round(math.atan2(e[1] - center[1], e[0] - center[0]), 1) for e in kept}
    if len(turns) < FEWEST or len(kept) < SPOKE_ENDS * len(ends):
        return None
    return Wheel(center, kept, radius, _rings(scene.shapes, center, radius))


def _named_spokes(
    center: Point, ends: Sequence[Point], radius: float, labels: Sequence[PlacedLabel]
) -> list[Category]:
    """Return the spokes that have a text near their end, clockwise from the top.

    `at` is the direction in radians, from the positive x axis with y down.
    """
    places = []
    free = [p for p in labels if p.label.number is None]
    for x, y in sorted(ends, key=lambda e: math.atan2(e[0] - center[0], -(e[1] - center[1])) % math.tau):
        near = min(free, key=lambda p: _gap(p.box, x, y), default=None)
        if near is not None and _gap(near.box, x, y) < NEAR * radius:
            free.remove(near)
            places.append(Category(near.text, math.atan2(y - center[1], x - center[0]), near.box))
    return places


def _gap(box: BBox, x: float, y: float) -> float:
    return math.hypot(max(0.0, box.x0 - x, x - box.x1), max(0.0, box.y0 - y, y - box.y1))


def _rings(shapes: Sequence[Shape], center: Point, radius: float) -> list[float]:
    """Return the radii of the circles and regular polygons around the center."""
    radii = set()
    for shape in shapes:
        if len(shape.points) < FEWEST or shape.kind == "segment":
            continue
        reaches = [math.dist(p, center) for p in shape.points]
        if 0.05 * radius < max(reaches) <= 1.02 * radius and max(reaches) - min(reaches) < 0.02 * radius:
            radii.add(round(max(reaches), 1))
    return sorted(radii)


def _scale(wheel: Wheel, labels: Sequence[PlacedLabel]) -> tuple[float, float]:
    """Return the value per point of radius and the value at the center, from the numbers along one spoke.

    A number counts at the ring next to it, if there is one. Without numbers, values are shares of the radius.
    """
    center, radius = wheel.center, wheel.radius
    numbers = [p for p in labels if p.label.number is not None]
    axes = [((x - center[0]) / radius, (y - center[1]) / radius) for x, y in wheel.ends]
    for p in numbers:  # matplotlib puts the numbers between two spokes
        x, y = p.label.cx - center[0], p.label.cy - center[1]
        if 0.2 * radius < math.hypot(x, y) < 1.1 * radius:
            axes.append((x / math.hypot(x, y), y / math.hypot(x, y)))
    found = []
    for direction in dict.fromkeys([*axes, (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 1.0)]):
        for row in _rows_along(direction, center, radius, numbers):
            off, reaches = _snapped([r for r, _ in row], sorted({0.0, *wheel.rings}))
            near = off < RING_OFF * radius
            found.append(
                (near, len(row), -off, reaches if near else [r for r, _ in row], [v for _, v in row])
            )
    if not found:
        return 1 / radius, 0.0
    *_, reaches, values = max(found, key=lambda row: row[:3])
    slope, offset = np.polyfit(reaches, values, 1)
    return float(slope), float(offset)


def _rows_along(
    direction: Point, center: Point, radius: float, numbers: Sequence[PlacedLabel]
) -> list[list[tuple[float, float]]]:
    """Return rows of numbers that grow outwards at a constant distance from the axis in this direction.

    Each number is given as its position along the axis and its value.
    """
    rows: dict[int, list[tuple[float, float]]] = {}
    for p in numbers:
        x, y = p.label.cx - center[0], p.label.cy - center[1]
        along, across = x * direction[0] + y * direction[1], x * direction[1] - y * direction[0]
        if -0.15 * radius < along < 1.1 * radius and abs(across) < OFF_SPOKE * p.size:
            rows.setdefault(round(across / p.size), []).append((along, p.label.number or 0.0))
    ordered = [sorted(row) for row in rows.values() if len(row) > 1]
    return [row for row in ordered if all(a[1] < b[1] for a, b in pairwise(row))]


def _snapped(reaches: Sequence[float], rings: Sequence[float]) -> tuple[float, Sequence[float]]:
    """Return the offset of the numbers from the best-fitting run of consecutive rings, and the radii of this run.

    The offset includes its variation. It is infinite, with `reaches` unchanged, if there are too few rings.
    """
    runs = [rings[i : i + len(reaches)] for i in range(len(rings) - len(reaches) + 1)]
    offsets = [np.subtract(reaches, run) for run in runs]
    fits = [(float(np.ptp(o)) + 0.3 * abs(float(o.mean())), k) for k, o in enumerate(offsets)]
    off, best = min(fits, default=(math.inf, -1))
    return off, runs[best] if best >= 0 else reaches


def _is_series(shape: Shape, center: Point, radius: float, spokes: int, table: SeriesTable) -> bool:
    """True for closed lines around the center that are not part of the grid."""
    if (
        shape.kind not in ("polygon", "line", "rectangle")
        or not spokes - 1 <= len(shape.points) <= spokes + 2
    ):
        return False
    if shape.stroke is None and (shape.fill is None or is_white(shape.fill)):
        return False
    reaches = [math.dist(p, center) for p in shape.points]
    if max(reaches) > 1.1 * radius:
        return False
    color = shape.stroke or shape.color
    _, a, b = to_lab_triple(color)
    regular = max(reaches) - min(reaches) < 0.02 * radius
    listed = any(style.line == color or style.fill == color for style in table.styles)
    return listed or math.hypot(a, b) >= GRAY or not regular


def _reach(points: Sequence[Point], center: Point, direction: float) -> float | None:
    """Return the distance from the center to the corner nearest to a direction; None if no corner is within about 7
    degrees.
    """
    best: tuple[float, float] | None = None
    for x, y in points:
        reach = math.hypot(x - center[0], y - center[1])
        off = (
            abs(math.remainder(math.atan2(y - center[1], x - center[0]) - direction, math.tau))
            if reach > 0.5
            else 0.0
        )
        if off < 0.12 and (best is None or off < best[0]):
            best = (off, reach)
    return None if best is None else best[1]
