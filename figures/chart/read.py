"""From an image and its words to a chart."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from ...papers.types import BBox, Word
from .axes.categories import Category
from .axes.plot_area import PlotArea
from .axes.plot_areas import panels_of, panels_without_axes
from .axes.plot_backgrounds import ground_of
from .context import ChartContext, scene_of, unnamed_series
from .flat import read_flat_chart
from .marks.cartesian import plotted_chart
from .marks.series_masks import paint_of
from .names import names_of_chart
from .pie.read import read_pie
from .radar.grid import find_wheel
from .radar.read import radar_marks
from .types import Chart, ChartKind, Mark, Series


def read_chart(image: Image.Image, words: Sequence[Word]) -> Chart | None:
    """The chart that the image shows, or None when neither axes with labels, pie, radar, bars nor legend are found.

    `words` are in pixels of the image. Deterministic; raises nothing on images that are no charts.
    """
    scene = scene_of(image, words)
    if scene is None:
        return None
    flat = read_flat_chart(scene, image)
    if flat is not None:
        return flat
    panels = panels_of(scene.canvas, scene.phrases, scene.legend, scene.level, scene.upright, scene.em)
    if any(panel.x or panel.y for panel in panels):
        return plotted_chart(scene, panels)
    whole = _round_chart(scene)
    if whole is None and panels:
        return plotted_chart(scene, panels)
    return whole or _bare_chart(scene) or _legend_alone(scene)


def _round_chart(scene: ChartContext) -> Chart | None:
    """A pie or a radar."""
    pie = read_pie(scene.canvas, scene.phrases, scene.legend, scene.em)
    if pie is not None:
        disk, series, marks = pie
        return _chart("pie", scene, disk.box, (), series, marks)
    wheel = find_wheel(scene.canvas, scene.phrases, scene.covered, scene.em)
    if wheel is None:
        return None
    ground = ground_of(scene.canvas, wheel.area)
    series = scene.series or unnamed_series(scene, wheel.area, ground)
    paint = paint_of(scene.canvas, wheel.area, ground, [s.style for s in series], scene.covered)
    marks = radar_marks(wheel, paint, len(series), scene.em)
    return _chart("radar", scene, wheel.area, wheel.places, series, marks)


def _bare_chart(scene: ChartContext) -> Chart | None:
    """Bars with names beside or under them and no axis at all: most of their values must be printed then."""
    panels = panels_without_axes(
        scene.canvas, scene.phrases, scene.legend, scene.level, scene.upright, scene.em
    )
    if not panels:
        return None
    chart = plotted_chart(scene, panels)
    named = {m.place for m in chart.marks if m.place >= 0}
    printed = sum(m.printed for m in chart.marks)
    return chart if chart.kind == "bar" and len(named) > 1 and printed >= 0.5 * len(chart.marks) else None


def _legend_alone(scene: ChartContext) -> Chart | None:
    """What a legend says when nothing else could be read."""
    if not scene.legend:
        return None
    whole = BBox(0, 0, scene.canvas.width, scene.canvas.height)
    return _chart("other", scene, whole, (), scene.series, [])


def _chart(
    kind: ChartKind,
    scene: ChartContext,
    area: BBox,
    places: tuple[Category, ...],
    series: Sequence[Series],
    marks: Sequence[Mark],
) -> Chart:
    panel = PlotArea(area, ground_of(scene.canvas, area), columns=places)
    names = names_of_chart(scene.phrases, series, [panel], marks)
    return Chart(kind, (panel,), tuple(series), tuple(marks), (), names, scene.canvas.scale)
