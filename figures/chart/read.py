"""From an image and its words to a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from ...papers.types import BBox, Word
from ..raster.canvas import scaled_box
from ..vector.axes import find_vector_plot_areas
from ..vector.legend import Entry
from ..vector.read import read_cartesian, without_texts
from ..vector.shapes.shape import Shape
from .axes.categories import Category
from .axes.plot_area import PlotArea
from .axes.plot_backgrounds import area_background
from .context import ChartContext, build_context, unnamed_styles
from .flat import PixelScene, build_pixel_scene, read_flat_chart, scaled_shape
from .marks.mark_context import MarkContext
from .marks.mark_shapes import sample_of, trace_marks
from .marks.series_masks import build_series_masks
from .names import collect_names
from .radar.grid import find_radar_grid
from .radar.read import radar_marks
from .types import Chart, ChartKind, Mark, Series

PRINTED = 0.5  # share of the bars without an axis whose values are printed


def read_chart(image: Image.Image, words: Sequence[Word]) -> Chart | None:
    """The chart that the image shows, or None when neither axes with labels, pie, radar, bars nor legend are found.

    `words` are in pixels of the image. Deterministic; raises nothing on images that are no charts.
    """
    context = build_context(image, words)
    if context is None:
        return None
    pixel_scene = build_pixel_scene(context, image)
    chart = read_flat_chart(context, pixel_scene) or _radar(context)
    if chart is not None:
        return chart
    traced = _traced(context, pixel_scene)
    return traced if traced is not None and _has_values(traced) else _legend_alone(context)


def _has_values(chart: Chart) -> bool:
    """True for a chart with a numeric axis, and for bars most of whose values are printed."""
    if any(panel.x or panel.y for panel in chart.panels):
        return True
    return chart.kind == "bar" and sum(mark.printed for mark in chart.marks) >= PRINTED * len(chart.marks)


def _traced(context: ChartContext, pixel_scene: PixelScene) -> Chart | None:
    """The chart of the plot areas, its marks traced by the colours of the legend, or by those that each area has."""
    unit = pixel_scene.unit
    entries = [
        Entry(e.name, sample_of(e.style), scaled_box(e.swatch, unit), scaled_box(e.text, unit))
        for e in context.legend
    ]
    scene = without_texts(pixel_scene.scene, entries)
    panels = find_vector_plot_areas(scene)
    texts = [p.box for p in context.phrases]
    covered = context.covered if entries else texts
    marks: list[Shape] = []
    for panel in panels:
        area = scaled_box(panel.area, 1.0 / unit)
        styles = [entry.style for entry in context.legend] or unnamed_styles(context, area)
        traced = trace_marks(MarkContext(context.canvas, area, styles, covered, texts, not entries))
        marks += [scaled_shape(shape, unit) for shape in traced]
    chart = read_cartesian(replace(scene, shapes=marks), pixel_scene.scene.labels, entries, panels)
    return replace(chart, scale=context.canvas.scale * unit) if panels else None


def _radar(context: ChartContext) -> Chart | None:
    radar_grid = find_radar_grid(context.canvas, context.phrases, context.covered)
    if radar_grid is None:
        return None
    ground = area_background(context.canvas, radar_grid.area)
    styles = unnamed_styles(context, radar_grid.area)
    series = context.series or [Series("", style, radar_grid.area) for style in styles]
    masks = build_series_masks(
        context.canvas, radar_grid.area, ground, [s.style for s in series], context.covered
    )
    marks = radar_marks(radar_grid, masks, len(series), context.em)
    return _chart("radar", context, radar_grid.area, radar_grid.places, series, marks)


def _legend_alone(context: ChartContext) -> Chart | None:
    """The legend's series where nothing else could be read."""
    if not context.legend:
        return None
    whole = BBox(0, 0, context.canvas.width, context.canvas.height)
    return _chart("other", context, whole, (), context.series, [])


def _chart(
    kind: ChartKind,
    context: ChartContext,
    area: BBox,
    places: tuple[Category, ...],
    series: Sequence[Series],
    marks: Sequence[Mark],
) -> Chart:
    panel = PlotArea(area, area_background(context.canvas, area), context.em, columns=places)
    names = collect_names(context.phrases, series, [panel], marks)
    return Chart(kind, (panel,), tuple(series), tuple(marks), (), names, context.canvas.scale)
