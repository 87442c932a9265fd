"""Read a chart from an image and its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from ...papers.types import BBox, Word
from ..chart.axes.find import find_vector_plot_areas
from ..chart.axes.plot_area import PlotArea
from ..chart.legend import Entry
from ..chart.radar import Wheel, read_wheel
from ..chart.read import build_chart, read_cartesian, read_legend_alone, without_texts
from ..chart.types import Chart
from ..shapes.placed_labels import PlacedLabel
from ..shapes.shape import Shape, scaled_box
from .context import ChartContext, build_context, unnamed_styles
from .flat import PixelScene, bar_groups, build_pixel_scene, read_flat_chart, scaled_shape
from .marks.mark_context import MarkContext
from .marks.mark_shapes import rgb_of, sample_of, trace_marks
from .marks.series_masks import build_series_masks
from .plot_backgrounds import area_background
from .radar.grid import find_wheel
from .radar.read import trace_polygons
from .split_labels import split_at_columns

THINNEST = 2.0  # pixels; thinner bars without a printed value are edges
PRINTED = 0.5  # least share of bars with printed values, if there is no axis


def read_chart(image: Image.Image, words: Sequence[Word]) -> Chart | None:
    """Return the chart that the image shows; None without labeled axes, pie, radar, bars or legend.

    `words` are in pixels of the image. The result is deterministic, and no image raises an error.
    """
    context = build_context(image, words)
    if context is None:
        return None
    pixel_scene = build_pixel_scene(context, image)
    unit = pixel_scene.unit
    entries = [
        Entry(e.name, sample_of(e.style), scaled_box(e.swatch, unit), scaled_box(e.text, unit))
        for e in context.legend
    ]
    flat = read_flat_chart(context, pixel_scene, entries)
    if flat is not None and flat.kind != "bar":
        return flat
    radar = _radar(context, pixel_scene, entries)
    if radar is not None:
        return radar
    traced = _traced(context, pixel_scene, entries)
    if traced is not None and _has_values(traced, entries) and not _has_more_bars(flat, traced):
        return traced
    alone = read_legend_alone(pixel_scene.scene, entries)
    return flat or (replace(alone, scale=context.canvas.scale * unit) if alone is not None else None)


def _has_more_bars(flat: Chart | None, traced: Chart) -> bool:
    """True if uniform areas show bars that tracing by color missed, such as white bars."""
    return flat is not None and (traced.kind != "bar" or len(flat.marks) > len(traced.marks))


def _has_values(chart: Chart, legend: Sequence[Entry]) -> bool:
    """True for a chart with a numeric axis, and for bars with a legend or with mostly printed values."""
    if any(panel.x or panel.y for panel in chart.panels):
        return True
    printed = sum(mark.printed for mark in chart.marks)
    return chart.kind == "bar" and (bool(legend) or printed >= PRINTED * len(chart.marks))


def _traced(context: ChartContext, pixel_scene: PixelScene, entries: Sequence[Entry]) -> Chart | None:
    """Return the chart of the plot areas; None without plot areas.

    Marks are traced by the colors of the legend, or else by the colors in each area.
    """
    unit = pixel_scene.unit
    scene = without_texts(pixel_scene.scene, entries)
    panels = find_vector_plot_areas(scene)
    marks = [mark for panel in panels for mark in _trace_panel(panel, context, unit)]
    columns, bottom = bar_groups(marks)
    parted = [p for label in scene.labels for p in _part_label(label, columns, bottom)]
    if len(parted) > len(scene.labels):  # OCR had joined the names of several bars
        scene = replace(scene, labels=parted)
        panels = find_vector_plot_areas(scene)
    chart = read_cartesian(replace(scene, shapes=marks), pixel_scene.scene.labels, entries, panels)
    kept = [
        m
        for m in chart.marks
        if m.printed or m.x is not None or min(m.box.width, m.box.height) >= THINNEST * unit
    ]
    return replace(chart, marks=tuple(kept), scale=context.canvas.scale * unit) if panels else None


def _part_label(label: PlacedLabel, columns: Sequence[float], bottom: float) -> list[PlacedLabel]:
    return split_at_columns(label, columns) if label.box.y0 > bottom else [label]


def _trace_panel(panel: PlotArea, context: ChartContext, unit: float) -> list[Shape]:
    """Return the marks of a plot area in scene coordinates."""
    area, texts = scaled_box(panel.area, 1.0 / unit), [p.box for p in context.phrases]
    styles = [entry.style for entry in context.legend]
    covered, is_free = (context.covered, False) if styles else (texts, True)
    source = MarkContext(
        context.canvas, area, styles or unnamed_styles(context, area), covered, texts, is_free
    )
    return [scaled_shape(shape, unit) for shape in trace_marks(source)]


def _radar(context: ChartContext, pixel_scene: PixelScene, entries: Sequence[Entry]) -> Chart | None:
    """Return the radar chart, with polygons traced by color; None without spokes."""
    canvas, scene, unit = context.canvas, pixel_scene.scene, pixel_scene.unit
    wheel = find_wheel(canvas, context.phrases, context.covered)
    if wheel is None:
        return None
    (x, y), radius = wheel.center, wheel.radius
    area = BBox(x - radius, y - radius, x + radius, y + radius)
    styles = [entry.style for entry in context.legend] or unnamed_styles(context, area)
    masks = build_series_masks(canvas, area, area_background(canvas, area), styles, context.covered)
    polygons = trace_polygons(wheel, masks, [rgb_of(style.lab) for style in styles], context.em)
    scaled = Wheel(
        (x * unit, y * unit),
        [(end[0] * unit, end[1] * unit) for end in wheel.ends],
        radius * unit,
        [ring * unit for ring in wheel.rings],
    )
    shapes = [scaled_shape(polygon, unit) for polygon in polygons]
    outside = replace(without_texts(scene, entries), shapes=shapes)
    radar = read_wheel(scaled, outside, entries)
    if radar is None:
        return None
    panel, series, marks = radar
    return replace(build_chart("radar", scene.labels, [panel], series, marks), scale=canvas.scale * unit)
