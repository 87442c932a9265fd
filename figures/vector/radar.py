"""Radar charts: closed lines with a corner on each of several named spokes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...papers.types import BBox
from ..chart.axes.categories import Category
from ..chart.axes.plot_area import PlotArea
from ..chart.types import Mark, Series
from ..primitives import Point
from .labels import PlacedLabel
from .legend import Entry
from .scene import VectorScene
from .series import SeriesTable
from .shapes.shape import Shape, is_white, to_lab_triple

FEWEST = 3  # spokes
SPOKE_ENDS = 0.6  # share of spokes that end at one distance from the centre
NEAR = 0.6  # radii between the end of a spoke and its name
RING_OFF = 0.12  # radii between a ring and its number
GREY = 12.0  # chroma below which a polygon is part of the grid


def read_radar(
    scene: VectorScene, entries: Sequence[Entry]
) -> tuple[PlotArea, list[Series], list[Mark]] | None:
    """The area with its spokes as places, the series and a mark per series and spoke; None without spokes."""
    shapes, labels, em = scene.shapes, scene.labels, scene.em
    spokes = _spokes(scene)
    if spokes is None:
        return None
    centre, ends, radius = spokes
    places = _named_spokes(centre, ends, radius, labels)
    if len(places) < FEWEST:
        return None
    scale = _scale(centre, radius, labels, _rings(shapes, centre, radius))
    table = SeriesTable(entries)
    marks: list[Mark] = []
    seen: set[int] = set()
    for shape in shapes:
        if not _is_series(shape, centre, radius, len(ends), table):
            continue
        colour = shape.stroke or shape.colour
        index = table.of_line(colour, shape.dash, shape.width, (), shape.box)
        if index in seen:
            continue
        seen.add(index)
        for number, place in enumerate(places):
            reach = _reach(shape.points, centre, place.at)
            if reach is not None:
                x, y = centre[0] + reach * math.cos(place.at), centre[1] + reach * math.sin(place.at)
                box = BBox(x - 0.4 * em, y - 0.4 * em, x + 0.4 * em, y + 0.4 * em)
                marks.append(Mark(index, 0, number, box, None, scale[0] * reach + scale[1]))
    if not marks:
        return None
    area = BBox(centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
    return PlotArea(area, (100.0, 0.0, 0.0), em, columns=tuple(places)), table.series(), marks


def _spokes(scene: VectorScene) -> tuple[Point, list[Point], float] | None:
    """The point at which most segments meet, their outer ends, and the usual length."""
    meeting: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for shape in scene.shapes:
        if shape.kind != "segment" or shape.side < 2 * scene.em:
            continue
        a, b = shape.points[:2]
        for start, end in ((a, b), (b, a)):
            meeting.setdefault((round(start[0] / 1.5), round(start[1] / 1.5)), []).append((start, end))
    best = max(meeting.values(), key=len, default=[])
    if len(best) < FEWEST:
        return None
    centre = best[0][0]
    ends = list({(round(end[0], 1), round(end[1], 1)): end for _, end in best}.values())
    lengths = sorted(math.dist(centre, end) for end in ends)
    radius = lengths[len(lengths) // 2]
    kept = [end for end in ends if abs(math.dist(centre, end) - radius) < 0.05 * radius]
    turns = {round(math.atan2(e[1] - centre[1], e[0] - centre[0]), 1) for e in kept}
    if len(turns) < FEWEST or len(kept) < SPOKE_ENDS * len(ends):
        return None
    return centre, kept, radius


def _named_spokes(
    centre: Point, ends: Sequence[Point], radius: float, labels: Sequence[PlacedLabel]
) -> list[Category]:
    """The spokes with the nearest text beyond their ends, clockwise from the top; `at` is the direction in radians."""
    places = []
    free = [p for p in labels if p.label.number is None]
    for x, y in sorted(ends, key=lambda e: math.atan2(e[0] - centre[0], -(e[1] - centre[1])) % math.tau):
        near = min(free, key=lambda p: _gap(p.box, x, y), default=None)
        if near is not None and _gap(near.box, x, y) < NEAR * radius:
            free.remove(near)
            places.append(Category(near.text, math.atan2(y - centre[1], x - centre[0]), near.box))
    return places


def _gap(box: BBox, x: float, y: float) -> float:
    return math.hypot(max(0.0, box.x0 - x, x - box.x1), max(0.0, box.y0 - y, y - box.y1))


def _rings(shapes: Sequence[Shape], centre: Point, radius: float) -> list[float]:
    """Radii of the circles and regular polygons around the centre."""
    radii = set()
    for shape in shapes:
        if len(shape.points) < FEWEST or shape.kind == "segment":
            continue
        reaches = [math.dist(p, centre) for p in shape.points]
        if 0.05 * radius < max(reaches) <= 1.02 * radius and max(reaches) - min(reaches) < 0.02 * radius:
            radii.add(round(max(reaches), 1))
    return sorted(radii)


def _scale(
    centre: Point, radius: float, labels: Sequence[PlacedLabel], rings: Sequence[float]
) -> tuple[float, float]:
    """Value per point of radius and value at the centre, from the numbers inside; shares of the radius without.

    Numbers count at the ring next to them where there is one.
    """
    inside = sorted(
        (math.dist(centre, (p.label.cx, p.label.cy)), p.label.number)
        for p in labels
        if p.label.number is not None and math.dist(centre, (p.label.cx, p.label.cy)) < 1.15 * radius
    )
    pairs = [(_snapped(r, rings, radius), v) for r, v in inside if v is not None]
    if len({v for _, v in pairs}) < 2:
        return 1 / radius, 0.0
    (r0, v0), (r1, v1) = pairs[0], pairs[-1]
    return ((v1 - v0) / (r1 - r0), v0 - r0 * (v1 - v0) / (r1 - r0)) if r1 > r0 else (1 / radius, 0.0)


def _snapped(reach: float, rings: Sequence[float], radius: float) -> float:
    nearest = min(rings, key=lambda ring: abs(ring - reach), default=reach)
    return nearest if abs(nearest - reach) < RING_OFF * radius else reach


def _is_series(shape: Shape, centre: Point, radius: float, spokes: int, table: SeriesTable) -> bool:
    """True for closed lines around the centre that are not the grid's."""
    if (
        shape.kind not in ("polygon", "line", "rectangle")
        or not spokes - 1 <= len(shape.points) <= spokes + 2
    ):
        return False
    if shape.stroke is None and (shape.fill is None or is_white(shape.fill)):
        return False
    reaches = [math.dist(p, centre) for p in shape.points]
    if max(reaches) > 1.1 * radius:
        return False
    colour = shape.stroke or shape.colour
    _, a, b = to_lab_triple(colour)
    regular = max(reaches) - min(reaches) < 0.02 * radius
    listed = any(style.line == colour or style.fill == colour for style in table.styles)
    return listed or math.hypot(a, b) >= GREY or not regular


def _reach(points: Sequence[Point], centre: Point, direction: float) -> float | None:
    """Distance of the corner nearest to a direction; None if none is within a few degrees."""
    best: tuple[float, float] | None = None
    for x, y in points:
        reach = math.hypot(x - centre[0], y - centre[1])
        off = (
            abs(math.remainder(math.atan2(y - centre[1], x - centre[0]) - direction, math.tau))
            if reach > 0.5
            else 0.0
        )
        if off < 0.12 and (best is None or off < best[0]):
            best = (off, reach)
    return None if best is None else best[1]
