"""Read the lines and points of a plot area from its strokes and markers."""

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

# The next sizes and distances are in letter heights.
LARGEST_MARKER = 2.2
ERROR_CAP = 1.6  # length of the cap of an error bar
CHAIN_GAP = 2.5  # largest gap between the pieces of a line that is interrupted at its markers
END = 4.0  # largest distance between the end of a line and its name
ALONG = 1.5  # largest distance between a line and a name above or below it
SPANNING = 0.9  # least share of the area's width that a gridline crosses
AT_TICK = 0.5  # largest distance between a marker and its tick
MOST_MARKERS = 30
SAMPLES = 9  # points along a text or line at which distances are measured
OVER = 0.7  # least horizontal overlap of two lines, as a share of the longer line
APART = 4.0  # stroke widths; lines farther apart are two lines
SHORTEST_LINE = 0.12  # least share of the area's width that a line crosses
ALIKE = 22.0  # largest CIE76 distance between colors that count as the same


@dataclass(frozen=True, slots=True)
class Stroke:
    """A drawn line: its vertices, its style and its markers.

    `broken` is True if the line is interrupted at its markers.
    """

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
    """True if the center of the shape is inside the area enlarged by `slack`."""
    return area.x0 - slack <= shape.cx <= area.x1 + slack and area.y0 - slack <= shape.cy <= area.y1 + slack


def strokes_in(panel: PlotArea, shapes: Sequence[Shape]) -> list[Stroke]:
    """Return the lines of the area, except gridlines, spines, tick marks and error bars."""
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
    """Join segments that continue one another into lines, and keep lines that are long enough."""
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
    """Return the markers of the area. An inner shape with the same center and color is left out."""
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
    """Return the strokes with the markers at their vertices.

    A line that is interrupted at its markers gets the marker centers as its vertices.
    """
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
    """Return the panel with a nameless place for each marker between the ticks of a numeric x axis.

    The panel stays unchanged if it would get more than MOST_MARKERS such places.
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
    """Return one curve per series, and a mark for each named place that the curve reaches."""
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
    """True if two strokes overlap horizontally and stay apart vertically. Without a legend, two lines may have the
    same style.
    """
    low, high = max(one.box.x0, other.box.x0), min(one.box.x1, other.box.x1)
    if high - low < OVER * max(one.box.width, other.box.width):
        return False
    at = np.linspace(low, high, SAMPLES)
    (ax, ay), (bx, by) = (np.array(sorted(stroke.points)).T for stroke in (one, other))
    return bool(
        np.median(np.abs(np.interp(at, ax, ay) - np.interp(at, bx, by))) > APART * max(one.width, other.width)
    )


def _merged(strokes: Sequence[Stroke]) -> list[Point]:
    """Return the vertices of one line from left to right.

    If strokes overlap, only the best drawn stroke is used.
    """
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
    """Return a mark for each marker."""
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
    """Name nameless lines by nearby texts.

    Texts at a line's end in its color come first, then other texts in its color, then other texts at its end,
    and last texts along it. Texts along lines count only if there is one for each of several nameless lines.
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
    """Return the smallest vertical distance between a text and the line above or below it; infinity if there is no
    such line.
    """
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
    """Return the distance of a text from the nearer end of a line; None if the text is not next to an end."""
    em = panel.em
    gaps = []
    for point, right in ((curve.points[-1], True), (curve.points[0], False)):
        px, py = _pixel(point, panel)
        across = text.box.x0 - px if right else px - text.box.x1
        along = abs(py - text.label.cy)
        if -0.5 * em <= across <= END * em and along <= 1.2 * em:
            gaps.append(abs(across) + along + (0 if right else em))
    return min(gaps, default=None)
