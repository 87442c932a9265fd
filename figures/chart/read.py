"""Read a chart from shapes and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..shapes.label import Label
from ..shapes.placed_labels import PlacedLabel
from ..shapes.scene import Scene
from ..shapes.shape import Shape
from .axes.find import find_vector_plot_areas
from .axes.plot_area import PlotArea
from .bars import read_bars, rectangles_in, tops
from .boxes import read_boxes
from .heatmap import read_heatmap
from .legend import Entry, ends_line, find_legend
from .lines import (
    line_marks,
    markers_in,
    name_lines,
    point_marks,
    strokes_in,
    with_marker_places,
    with_markers,
)
from .names import collect_names
from .pie import read_pie
from .point_labels import with_labels
from .radar import read_radar
from .series import SeriesTable
from .types import Chart, ChartKind, Curve, Mark, Series
from .value_labels import with_printed_values

LABELED = 0.5  # with at least this many texts per point, the texts label the points
BUBBLES = 0.3  # largest size of a bubble, as a share of the area's shorter side


def read_shapes(scene: Scene, legend: Sequence[Entry] = ()) -> Chart | None:
    """Return the chart that the scene shows; None if it shows no chart.

    If `legend` is given, it is used for charts with axes in place of the legend found in the scene.
    """
    entries: Sequence[Entry] = find_legend(scene)
    labels, em = scene.labels, scene.em
    outside = without_texts(scene, entries)
    heatmap = read_heatmap(outside)
    if heatmap is None and entries:  # a row name and its first cell may look like a legend entry
        heatmap = read_heatmap(scene)
    if heatmap is not None:
        panel, series, marks = heatmap
        return build_chart("heatmap", labels, [panel], series, marks)
    pie = read_pie(outside, entries)
    if pie is not None:
        box, series, marks = pie
        return build_chart("pie", labels, [PlotArea(box, (100.0, 0.0, 0.0), em)], series, marks)
    radar = read_radar(outside, entries)
    if radar is not None:
        panel, series, marks = radar
        return build_chart("radar", labels, [panel], series, marks)
    if legend:
        entries, outside = legend, without_texts(scene, legend)
    panels = find_vector_plot_areas(outside)
    if panels:
        chart = read_cartesian(outside, labels, entries, panels)
        if chart.marks or entries:
            return chart
    return read_legend_alone(scene, entries)


def read_legend_alone(scene: Scene, entries: Sequence[Entry]) -> Chart | None:
    """Return a chart of the series that the legend lists, without marks; None without a legend."""
    if not entries:
        return None
    whole = PlotArea(scene.box, (100.0, 0.0, 0.0), scene.em)
    return build_chart("other", scene.labels, [whole], SeriesTable(entries).series(), [])


def without_texts(scene: Scene, entries: Sequence[Entry]) -> Scene:
    """Return the scene without the texts of these legend entries."""
    free = [
        p for p in scene.labels if p.slanted or not any(p.box.intersection_area(e.text) > 0 for e in entries)
    ]
    return replace(scene, labels=free)


def build_chart(
    kind: ChartKind,
    labels: Sequence[PlacedLabel],
    panels: Sequence[PlotArea],
    series: Sequence[Series],
    marks: Sequence[Mark],
    curves: Sequence[Curve] = (),
) -> Chart:
    names = collect_names([p.label for p in labels], series, panels, marks)
    return Chart(kind, tuple(panels), tuple(series), tuple(marks), tuple(curves), names)


def read_cartesian(
    scene: Scene,
    labels: Sequence[PlacedLabel],
    entries: Sequence[Entry],
    panels: Sequence[PlotArea],
) -> Chart:
    """Return a chart with axes. `scene` has the labels outside the legend, and `labels` holds all labels."""
    table = SeriesTable(entries)
    free = scene.labels
    drawn = _without_legend(scene.shapes, entries)
    marks: list[Mark] = []
    curves: list[Curve] = []
    boxed = False
    placed = list(panels)
    for number, panel in enumerate(panels):
        boxes = read_boxes(panel, number, drawn, table)
        if boxes:
            boxed = True
            marks += boxes
            continue
        placed[number], found, lines = _panel_marks(panel, number, drawn, free, table)
        marks += found
        curves += lines
    if not table.listed:
        name_lines(curves, panels, table, [p for p in free if not _is_axis_text(p, panels)])
    kind: ChartKind = "box" if boxed else _kind(marks, curves)
    return build_chart(kind, labels, placed, table.series(), marks, curves)


def _without_legend(shapes: Sequence[Shape], entries: Sequence[Entry]) -> list[Shape]:
    """Return the shapes outside the legend's samples. A sample that is the end of a line is kept."""
    samples = [
        BBox(e.sample.x0 - 0.6, e.sample.y0 - 0.6, e.sample.x1 + 0.6, e.sample.y1 + 0.6) for e in entries
    ]
    return [
        s
        for s in shapes
        if not any(
            b.x0 <= s.box.x0 and s.box.x1 <= b.x1 and b.y0 <= s.box.y0 and s.box.y1 <= b.y1 for b in samples
        )
        or ends_line(s, shapes)
    ]


def _panel_marks(
    panel: PlotArea,
    number: int,
    shapes: Sequence[Shape],
    free: Sequence[PlacedLabel],
    table: SeriesTable,
) -> tuple[PlotArea, list[Mark], list[Curve]]:
    """Return the panel with places at the markers of its lines, its marks and its curves."""
    em = panel.em
    bars = read_bars(rectangles_in(panel, shapes), panel, number, table)
    if bars:
        values = _values_in(panel, free)
        stacked = any(
            m.y is not None and abs(m.y - top) > 1e-9 for m, top in zip(bars, tops(bars, panel), strict=True)
        )
        ends = tops(bars, panel) if stacked else ()
        bars = with_printed_values(bars, panel, values, ends)
    largest = BUBBLES * min(panel.area.width, panel.area.height) / em
    bars_drawn = {m.box for m in bars}
    markers = [m for m in markers_in(panel, shapes, largest) if m.box not in bars_drawn]
    strokes = with_markers(strokes_in(panel, shapes), markers, em)
    if not bars:
        panel = with_marker_places(panel, strokes)
    on_lines = {id(m) for stroke in strokes for m in stroke.markers}
    curves, vertices = line_marks(strokes, panel, number, table) if not bars else ([], [])
    if on_lines:
        vertices = with_printed_values(vertices, panel, _values_in(panel, free))
    points = [m for m in markers if id(m) not in on_lines]
    if curves:
        points = [m for m in points if not any(_touches(m, on) for s in strokes for on in s.markers)]
    if curves and len(points) < len(on_lines):
        points = []
    scattered = point_marks(points, panel, number, table) if not bars else []
    texts = [p.label for p in free if _is_plot_text(p, panel)]
    if scattered and not curves and len(texts) >= LABELED * len(scattered):
        scattered = with_labels(scattered, texts, em)
    return panel, bars + vertices + scattered, curves


def _touches(a: Shape, b: Shape) -> bool:
    """True if the center of marker `a` is inside marker `b`: an error bar or an outline drawn over a marker."""
    return abs(a.cx - b.cx) <= 0.5 * b.side and abs(a.cy - b.cy) <= 0.5 * b.side


def _values_in(panel: PlotArea, free: Sequence[PlacedLabel]) -> list[Label]:
    em = panel.em
    area = panel.area
    ticks = {id(t.label) for axis in (panel.x, panel.y) if axis is not None for t in axis.ticks}
    return [
        p.label
        for p in free
        if p.label.number is not None
        and id(p.label) not in ticks
        and area.x0 - em <= p.label.cx <= area.x1 + 4 * em
        and area.y0 - 2 * em <= p.label.cy <= area.y1 + em
    ]


def _is_plot_text(text: PlacedLabel, panel: PlotArea) -> bool:
    em = panel.em
    area = panel.area
    label = text.label
    return (
        label.number is None
        and not label.vertical
        and area.x0 - em <= label.cx <= area.x1 + 4 * em
        and area.y0 - em <= label.cy <= area.y1 - 0.2 * em
    )


def _is_axis_text(text: PlacedLabel, panels: Sequence[PlotArea]) -> bool:
    titles = {t for p in panels for t in (p.x_title, p.y_title, p.title)}
    names = [c.box for p in panels for c in p.columns + p.rows]
    return text.text in titles or any(text.box.intersection_area(b) > 0 for b in names)


def _kind(marks: Sequence[Mark], curves: Sequence[Curve]) -> ChartKind:
    if curves:
        return "line"
    return "bar" if any(m.size > 0 and (m.x is None or m.place >= 0) for m in marks) else "scatter"
