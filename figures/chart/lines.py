"""Lines and points of a plot area, from its strokes and markers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..primitives import RGB, Point
from ..shapes.cielab import color_distance, is_white
from ..shapes.placed_labels import PlacedLabel
from ..shapes.shape import Shape, outer_box
from .axes.categories import Category
from .axes.plot_area import PlotArea
from .axes.side_names import nearest_place
from .series import SeriesTable
from .types import Curve, Mark

# In letter heights.
LARGEST_MARKER = 2.2
ERROR_CAP = 1.6  # length of the cap of an error bar
CHAIN_GAP = 2.5  # between the pieces of a line that stops at its markers
END = 4.0  # between the end of a line and its name
ALONG = 1.5  # between a line and its name over or under it
SPANNING = 0.9  # share of the area that a gridline crosses
AT_TICK = 0.5  # between a marker and the tick that it belongs to
MOST_MARKERS = 30
SAMPLES = 9  # places along a text or a line at which its distance from another line is measured
OVER = 0.7  # share of the longer of two lines that is over or under the other
APART = 4.0  # distance of two lines in stroke widths
SHORTEST_LINE = 0.12  # share of the area's width that a line crosses at least
ALIKE = 22.0  # CIE76 distance between a line and a text that names it by its color


@dataclass(frozen=True, slots=True)
class Stroke:
    """A drawn line: its vertices, style and the markers on it."""

    points: tuple[Point, ...]
    color: RGB
    dash: tuple[float, ...]
    width: float
    broken: bool
    markers: tuple[Shape, ...] = ()

    @property
    def box(self) -> BBox:
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        return BBox(min(xs), min(ys), max(xs), max(ys))


def inside(shape: Shape, area: BBox, slack: float) -> bool:
    """True if the middle of the shape is in the area, within `slack`."""
    return area.x0 - slack <= shape.cx <= area.x1 + slack and area.y0 - slack <= shape.cy <= area.y1 + slack


def strokes_in(panel: PlotArea, shapes: Sequence[Shape]) -> list[Stroke]:
    """Lines of the area without gridlines, spines, tick marks and error bars."""
    area = panel.area
    lines: list[Stroke] = []
    pieces: list[Shape] = []
    for shape in shapes:
        if shape.kind not in ("segment", "line") or shape.stroke is None or is_white(shape.stroke):
            continue
        if shape.box.x1 < area.x0 - 1 or shape.box.x0 > area.x1 + 1 or not inside(shape, area, panel.em):
            continue
        if shape.kind == "line":
            if not _along_border(shape, area) and shape.box.width > SHORTEST_LINE * area.width:
                lines.append(Stroke(shape.points, shape.stroke, shape.dash, shape.width, False))
        elif not _is_ruling(shape, panel):
            pieces.append(shape)
    return lines + _chains(pieces, panel)


def _along_border(shape: Shape, area: BBox) -> bool:
    return all(
        min(abs(x - area.x0), abs(x - area.x1), abs(y - area.y0), abs(y - area.y1)) < 1.0
        for x, y in shape.points
    )


def _is_ruling(shape: Shape, panel: PlotArea) -> bool:
    """True for gridlines, spines and tick marks."""
    area = panel.area
    if shape.upright:
        return True
    if not shape.level:
        return False
    at_side = min(abs(shape.cy - area.y0), abs(shape.cy - area.y1)) < 0.6
    tick = shape.box.width < ERROR_CAP * panel.em
    return at_side or tick or shape.box.width >= SPANNING * area.width


def _chains(pieces: Sequence[Shape], panel: PlotArea) -> list[Stroke]:
    """Segments drawn one after the other that go on from one another, as lines; single ones must be long."""
    chains: list[list[Shape]] = []
    for piece in pieces:
        for chain in reversed(chains[-12:]):
            last = chain[-1]
            same = (last.stroke, last.dash, round(last.width, 1)) == (
                piece.stroke,
                piece.dash,
                round(piece.width, 1),
            )
            if same and math.dist(_end(last), _start(piece)) <= CHAIN_GAP * panel.em:
                chain.append(piece)
                break
        else:
            chains.append([piece])
    strokes = []
    for chain in chains:
        points = [p for piece in chain for p in (_start(piece), _end(piece))]
        box = outer_box([piece.box for piece in chain])
        if box is None or box.width < SHORTEST_LINE * panel.area.width or chain[0].stroke is None:
            continue
        broken = any(math.dist(_end(a), _start(b)) > 0.3 for a, b in pairwise(chain))
        kept = [points[0], *(b for a, b in pairwise(points) if math.dist(a, b) > 0.3)]
        strokes.append(Stroke(tuple(kept), chain[0].stroke, chain[0].dash, chain[0].width, broken))
    return strokes


def _start(segment: Shape) -> Point:
    return min(segment.points)


def _end(segment: Shape) -> Point:
    return max(segment.points)


def markers_in(panel: PlotArea, shapes: Sequence[Shape], largest: float = LARGEST_MARKER) -> list[Shape]:
    """Markers of the area, an inner shape of the same middle left out."""
    area, em = panel.area, panel.em
    found = [
        s
        for s in shapes
        if s.marker and 0.15 * em < s.side <= largest * em and inside(s, area, 0.4 * em) and _is_visible(s)
    ]
    kept: list[Shape] = []
    for shape in sorted(found, key=lambda s: (-s.side, s.order)):
        near = [k for k in kept if abs(k.cx - shape.cx) < 0.3 and abs(k.cy - shape.cy) < 0.3]
        if not any(color_distance(k.color, shape.color) < 12 and k.side < 2 * shape.side for k in near):
            kept.append(shape)
    return sorted(kept, key=lambda s: s.order)


def _is_visible(shape: Shape) -> bool:
    return shape.stroke is not None or (shape.fill is not None and not is_white(shape.fill))


def with_markers(strokes: Sequence[Stroke], markers: Sequence[Shape], em: float) -> list[Stroke]:
    """The strokes with the markers at their vertices; a line that stops at its markers has its vertices there."""
    done = []
    for stroke in strokes:
        vertices = np.array(stroke.points)
        reach = (CHAIN_GAP * 0.5 if stroke.broken else 0.25) * em
        own = [m for m in markers if _at_vertex(m, vertices, reach + 0.2)]
        alike = [
            m
            for m in own
            if color_distance(m.color, stroke.color) < ALIKE
            or (m.stroke is not None and color_distance(m.stroke, stroke.color) < ALIKE)
        ]
        own = alike or own
        if own:
            styles = [(m.marker, m.hollow) for m in own]
            main = max(set(styles), key=lambda style: (styles.count(style), style))
            own = [m for m in own if (m.marker, m.hollow) == main]
        points = stroke.points
        if stroke.broken and len(own) > 1:
            points = tuple(sorted((m.cx, m.cy) for m in own))
        done.append(Stroke(points, stroke.color, stroke.dash, stroke.width, stroke.broken, tuple(own)))
    return done


def with_marker_places(panel: PlotArea, strokes: Sequence[Stroke]) -> PlotArea:
    """The panel with a nameless place where markers are between the ticks of a numeric x axis.

    Lines with more than MOST_MARKERS such places are left as they are.
    """
    em = panel.em
    if panel.x is None or not panel.columns:
        return panel
    added: list[Category] = []
    for at in sorted(m.cx for stroke in strokes for m in stroke.markers):
        near = min(abs(at - place.at) for place in (*panel.columns, *added))
        if near > AT_TICK * em and panel.area.x0 - em <= at <= panel.area.x1 + em:
            added.append(Category("", at, BBox(at, panel.area.y1, at, panel.area.y1)))
    if not added or len(added) > MOST_MARKERS:
        return panel
    return replace(panel, columns=tuple(sorted((*panel.columns, *added), key=lambda place: place.at)))


def _at_vertex(marker: Shape, vertices: NDArray[np.float64], reach: float) -> bool:
    return bool((np.hypot(vertices[:, 0] - marker.cx, vertices[:, 1] - marker.cy) < reach).any())


def line_marks(
    strokes: Sequence[Stroke], panel: PlotArea, number: int, table: SeriesTable
) -> tuple[list[Curve], list[Mark]]:
    """One curve per series, and a mark of it at every named place that it reaches."""
    by_series: dict[int, list[Stroke]] = {}
    for stroke in strokes:
        index = table.of_line(stroke.color, stroke.dash, stroke.width, stroke.markers, stroke.box)
        if not table.listed and any(_are_two_lines(stroke, other) for other in by_series.get(index, ())):
            index = table.copy(index, stroke.box)
        by_series.setdefault(index, []).append(stroke)
    curves, marks = [], []
    for index, drawn in by_series.items():
        points = _merged(drawn)
        values = tuple((_x(panel, x), _y(panel, y)) for x, y in points)
        curves.append(Curve(index, number, values))
        marks += _place_marks(points, index, panel, number)
    return curves, marks


def _are_two_lines(one: Stroke, other: Stroke) -> bool:
    """True for strokes over one another that keep apart: a line without a legend may have the style of another."""
    low, high = max(one.box.x0, other.box.x0), min(one.box.x1, other.box.x1)
    if high - low < OVER * max(one.box.width, other.box.width):
        return False
    at = np.linspace(low, high, SAMPLES)
    (ax, ay), (bx, by) = (np.array(sorted(stroke.points)).T for stroke in (one, other))
    return bool(
        np.median(np.abs(np.interp(at, ax, ay) - np.interp(at, bx, by))) > APART * max(one.width, other.width)
    )


def _merged(strokes: Sequence[Stroke]) -> list[Point]:
    """Vertices of one line from left to right: of strokes over one another the best drawn one, else all."""
    ranked = sorted(strokes, key=lambda s: (-len(s.markers), -round(s.width, 1), -s.box.width, s.points))
    kept = [ranked[0]]
    for stroke in ranked[1:]:
        if all(stroke.box.x1 <= k.box.x0 + 1 or stroke.box.x0 >= k.box.x1 - 1 for k in kept):
            kept.append(stroke)
    return sorted(p for stroke in kept for p in stroke.points)


def _place_marks(points: Sequence[Point], series: int, panel: PlotArea, number: int) -> list[Mark]:
    em = panel.em
    xs, ys = np.array([p[0] for p in points]), np.array([p[1] for p in points])
    half, slack = 0.4 * em, 0.6 * em
    marks = []
    for index, place in enumerate(panel.columns):
        if xs[0] - slack <= place.at <= xs[-1] + slack:
            y = float(np.interp(place.at, xs, ys))
            box = BBox(place.at - half, y - half, place.at + half, y + half)
            marks.append(Mark(series, number, index, box, _x(panel, place.at), _y(panel, y)))
    if not marks:
        for x, y in points[:60]:
            box = BBox(x - half, y - half, x + half, y + half)
            marks.append(Mark(series, number, -1, box, _x(panel, x), _y(panel, y)))
    return marks


def point_marks(markers: Sequence[Shape], panel: PlotArea, number: int, table: SeriesTable) -> list[Mark]:
    """A mark per point that is on no line."""
    marks = []
    for marker in markers:
        place = nearest_place(panel.columns, marker.cx) if panel.x is None else -1
        x, y = _x(panel, marker.cx), _y(panel, marker.cy)
        if panel.level:
            place, y = nearest_place(panel.rows, marker.cy), x
        size = marker.box.width * marker.box.height
        marks.append(Mark(table.of_marker(marker), number, place, marker.box, x, y, size))
    return marks


def _x(panel: PlotArea, pixel: float) -> float:
    return panel.x.value(pixel) if panel.x is not None else pixel - panel.area.x0


def _y(panel: PlotArea, pixel: float) -> float:
    return panel.y.value(pixel) if panel.y is not None else panel.area.y1 - pixel


def name_lines(
    curves: Sequence[Curve],
    panels: Sequence[PlotArea],
    table: SeriesTable,
    texts: Sequence[PlacedLabel],
) -> None:
    """Name nameless lines by texts in their own color, else by the texts next to their ends, else by those along them.

    Texts along lines name them only if there is one for each of several nameless lines.
    """
    free = [t for t in texts if t.label.number is None and not t.label.vertical]
    pairs = []
    for curve in curves:
        if table.names[curve.series]:
            continue
        color = table.styles[curve.series].color
        for order, text in enumerate(free):
            gap = _end_gap(curve, text, panels[curve.panel])
            same = color_distance(text.color, color)
            if gap is not None and same < ALIKE:
                pairs.append((0, gap, curve.series, order))
            elif gap is not None:
                pairs.append((2, gap, curve.series, order))
            elif same < 8 and text.color != (0, 0, 0):
                pairs.append((1, same, curve.series, order))
    used: set[int] = set()
    for _, _, series, order in sorted(pairs):
        if not table.names[series] and order not in used:
            used.add(order)
            table.rename(series, free[order])
    _name_by_texts_along(curves, panels, table, [text for o, text in enumerate(free) if o not in used])


def _name_by_texts_along(
    curves: Sequence[Curve], panels: Sequence[PlotArea], table: SeriesTable, texts: Sequence[PlacedLabel]
) -> None:
    nameless = {curve.series for curve in curves if not table.names[curve.series]}
    gaps = sorted(
        (gap, curve.series, order)
        for curve in curves
        for order, text in enumerate(texts)
        if curve.series in nameless
        and (gap := _gap_along(curve, text, panels[curve.panel])) <= ALONG * panels[curve.panel].em
    )
    chosen: dict[int, int] = {}
    for _, series, order in gaps:
        if series not in chosen and order not in chosen.values():
            chosen[series] = order
    if len(nameless) > 1 and chosen.keys() == nameless:
        for series, order in chosen.items():
            table.rename(series, texts[order])


def _gap_along(curve: Curve, text: PlacedLabel, panel: PlotArea) -> float:
    """Least vertical distance between a text and the part of a line over or under it; infinite where there is none."""
    xs, ys = zip(*(_pixel(point, panel) for point in curve.points), strict=True)
    at = np.linspace(text.box.x0, text.box.x1, SAMPLES)
    at = at[(at >= min(xs)) & (at <= max(xs))]
    order = np.argsort(xs)
    levels = np.interp(at, np.array(xs)[order], np.array(ys)[order])
    gaps = np.maximum(np.maximum(text.box.y0 - levels, levels - text.box.y1), 0.0)
    return float(gaps.min()) if gaps.size else math.inf


def _pixel(point: Point, panel: PlotArea) -> Point:
    x, y = point
    px = panel.x.pixel(x) if panel.x is not None else panel.area.x0 + x
    py = panel.y.pixel(y) if panel.y is not None else panel.area.y1 - y
    return px, py


def _end_gap(curve: Curve, text: PlacedLabel, panel: PlotArea) -> float | None:
    """Distance of a text from either end of a line; None where it is not next to one."""
    em = panel.em
    gaps = []
    for point, right in ((curve.points[-1], True), (curve.points[0], False)):
        px, py = _pixel(point, panel)
        across = text.box.x0 - px if right else px - text.box.x1
        along = abs(py - text.label.cy)
        if -0.5 * em <= across <= END * em and along <= 1.2 * em:
            gaps.append(abs(across) + along + (0 if right else em))
    return min(gaps, default=None)
