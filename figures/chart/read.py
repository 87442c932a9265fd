"""From an image and its words to a chart."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from ...papers.types import BBox, Word
from .axes.categories import Category
from .axes.plot_area import PlotArea
from .axes.plot_areas import find_areas_without_axes, find_plot_areas
from .axes.plot_backgrounds import area_background
from .context import ChartContext, build_context, unnamed_series
from .flat import read_flat_chart
from .marks.cartesian import read_cartesian
from .marks.series_masks import build_series_masks
from .names import collect_names
from .pie.read import read_pie
from .radar.grid import find_radar_grid
from .radar.read import radar_marks
from .types import Chart, ChartKind, Mark, Series


def read_chart(image: Image.Image, words: Sequence[Word]) -> Chart | None:
    """The chart that the image shows, or None when neither axes with labels, pie, radar, bars nor legend are found.

    `words` are in pixels of the image. Deterministic; raises nothing on images that are no charts.
    """
    context = build_context(image, words)
    if context is None:
        return None
    flat = read_flat_chart(context, image)
    if flat is not None:
        return flat
    radar = _radar(context)
    if radar is not None:
        return radar
    panels = find_plot_areas(context.canvas, context.phrases, context.legend, context.level, context.frames)
    if any(panel.x or panel.y for panel in panels):
        return read_cartesian(context, panels)
    pie = read_pie(context.canvas, context.phrases, context.legend)
    if pie is not None:
        disk, series, marks = pie
        return _chart("pie", context, disk.box, (), series, marks)
    if panels:
        return read_cartesian(context, panels)
    return _bare_chart(context) or _legend_alone(context)


def _radar(context: ChartContext) -> Chart | None:
    radar_grid = find_radar_grid(context.canvas, context.phrases, context.covered)
    if radar_grid is None:
        return None
    ground = area_background(context.canvas, radar_grid.area)
    series = context.series or unnamed_series(context, radar_grid.area, ground)
    masks = build_series_masks(
        context.canvas, radar_grid.area, ground, [s.style for s in series], context.covered
    )
    marks = radar_marks(radar_grid, masks, len(series), context.em)
    return _chart("radar", context, radar_grid.area, radar_grid.places, series, marks)


def _bare_chart(context: ChartContext) -> Chart | None:
    """Bars with names beside or under them and no axis at all: most of their values must be printed then."""
    panels = find_areas_without_axes(context.canvas, context.phrases, context.legend, context.frames)
    if not panels:
        return None
    chart = read_cartesian(context, panels)
    named = {m.place for m in chart.marks if m.place >= 0}
    printed = sum(m.printed for m in chart.marks)
    return chart if chart.kind == "bar" and len(named) > 1 and printed >= 0.5 * len(chart.marks) else None


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
