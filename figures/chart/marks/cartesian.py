"""The marks of plot areas with axes: bars, lines and points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....papers.types import BBox
from ...raster.label import Label
from ..axes.plot_area import PlotArea
from ..context import ChartContext, free_texts, numbers_in, unnamed_series
from ..names import collect_names, series_from_labels
from ..types import Chart, ChartKind, Curve, Mark
from .bar_marks import are_stacked, bar_marks, overlap, segments
from .bars import Bar, bars_on_base_line, find_bars
from .dash_patterns import group_by_colour, trace_group
from .line_marks import line_marks
from .mark_context import MarkContext
from .point_marks import point_marks, point_mask, with_labels
from .points import is_dotted, without_stems
from .run_together import part_names
from .series_masks import SeriesMasks, build_series_masks
from .traces import trace
from .value_labels import with_printed_values

SWATCHES = {"", "square"}  # markers of a legend that may show the fill of bars
BASED = 0.6  # letter heights between the end of a bar and its base line
ACROSS = 0.2  # share of the area's width that a line crosses at least
MARKED_ACROSS = 0.5  # the same where the legend shows markers without a line: clusters of points are narrower


def read_cartesian(context: ChartContext, panels: Sequence[PlotArea]) -> Chart:
    """The chart of these plot areas; without a legend each area has series of its own colours."""
    series = context.series
    marks: list[Mark] = []
    curves: list[Curve] = []
    texts = [p.box for p in context.phrases]
    areas: list[PlotArea] = []
    for number, panel in enumerate(panels):
        offset = 0 if context.legend else len(series)
        if not context.legend:
            series += unnamed_series(context, panel.area, panel.ground)
        styles = [s.style for s in series[offset:]]
        covered = context.covered if context.legend else texts
        plot = MarkContext(context.canvas, panel, number, styles, covered, texts)
        found, lines = _marks(plot, free=not context.legend)
        found = _with_values(found, plot, numbers_in(panel, context.phrases))
        found = _with_names(found, lines, free_texts(panel, context), context.em)
        area, found = part_names(panel, found)
        areas.append(area)
        marks += [replace(m, series=m.series + offset) for m in found if m.y is not None]
        curves += [replace(c, series=c.series + offset) for c in lines]
    if not context.legend:
        series = series_from_labels(series, curves, context.phrases, context.canvas, areas)
    names = collect_names(context.phrases, series, areas, marks)
    kind = _kind(marks, curves)
    return Chart(kind, tuple(areas), tuple(series), tuple(marks), tuple(curves), names, context.canvas.scale)


def _kind(marks: Sequence[Mark], curves: Sequence[Curve]) -> ChartKind:
    if curves:
        return "line"
    return "bar" if any(m.size > 0 and m.place >= 0 for m in marks) else "scatter"


def _marks(plot: MarkContext, free: bool) -> tuple[list[Mark], list[Curve]]:
    """Marks and curves of one plot area. `free`: without a legend the shapes alone show how series are drawn."""
    area, ground = plot.panel.area, plot.panel.ground
    masks = build_series_masks(plot.canvas, area, ground, plot.styles, plot.covered)
    # Points are looked for under the texts too: bubbles hold names.
    whole = build_series_masks(plot.canvas, area, ground, plot.styles, ()) if free else masks
    bars = _bars(whole, plot, free)
    marks = bar_marks(bars, plot)
    curves: list[Curve] = []
    barred = {bar.series for bar in bars}
    paths = {
        i: path
        for group in group_by_colour(plot.styles)
        for i, path in trace_group(group, masks, plot).items()
    }
    for index, style in enumerate(plot.styles):
        if index in barred or (bars and style.kind == "patch"):
            continue
        mask = point_mask(index, whole, plot)
        stemless = without_stems(mask, plot.em) if free or style.kind == "marker" else None
        if stemless is not None or ((free or style.kind == "marker") and is_dotted(mask, plot.em)):
            marks += point_marks(index, mask if stemless is None else stemless, masks, plot)
            continue
        path = paths[index] if index in paths else trace(masks.mask(index), plot.em)
        lines, vertices = line_marks(index, path, masks, plot)
        if not lines:
            marks += point_marks(index, mask, masks, plot)
        elif (not free and style.kind != "marker") or _crosses(
            lines[0], plot, ACROSS if free else MARKED_ACROSS
        ):
            curves += lines
            marks += vertices
        elif style.kind == "marker":
            marks += point_marks(index, mask, masks, plot)
    return marks, curves


def _bars(masks: SeriesMasks, plot: MarkContext, free: bool) -> list[Bar]:
    """The bars, if any: where swatches may as well be markers the rectangles must share a base line."""
    if not free and all(s.kind == "marker" and s.marker not in SWATCHES for s in plot.styles):
        return []
    bars = bars_on_base_line(find_bars(masks, plot.styles, plot.em), upright=not plot.panel.level)
    if not free and all(s.kind != "marker" for s in plot.styles):
        return bars
    barred = {bar.series for bar in bars}
    inked = sum(int(masks.mask(index).sum()) for index in barred)
    drawn = sum(bar.box.width * bar.box.height for bar in bars)
    return bars if drawn > 0.5 * inked and _stand_together([b.box for b in bars], plot) else []


def _stand_together(boxes: Sequence[BBox], plot: MarkContext) -> bool:
    """True if at least half of the stacks begin where their axis does, or at zero: points and pieces of lines do not."""
    level, area = plot.panel.level, plot.panel.area
    axis = plot.panel.x if level else plot.panel.y
    bases = [area.x0 if level else area.y1]
    if axis is not None and not axis.log:
        bases.append(axis.pixel(0.0))
    stacks: list[BBox] = []
    for box in boxes:
        for stack in [s for s in stacks if overlap(s, box, level) > 0.8]:
            stacks.remove(stack)
            box = box.union(stack)
        stacks.append(box)
    longest = max((b.width if level else b.height for b in boxes), default=0.0)
    ends = [(s.x0, s.x1) if level else (s.y0, s.y1) for s in stacks]
    based = sum(any(abs(end - base) <= BASED * plot.em for end in both for base in bases) for both in ends)
    return len(stacks) > 1 and longest > 2 * plot.em and based >= 0.5 * len(stacks)


def _crosses(curve: Curve, plot: MarkContext, share: float) -> bool:
    """True if the traced path crosses a good part of the area with hardly a gap."""
    area = plot.panel.area
    span = abs(plot.x_value(area.x1) - plot.x_value(area.x0)) or 1.0
    width = abs(curve.points[-1][0] - curve.points[0][0]) / span
    return width > share and len(curve.points) > 0.25 * width * area.width / 2


def _with_values(marks: Sequence[Mark], plot: MarkContext, numbers: Sequence[Label]) -> list[Mark]:
    """The marks with printed values, stacked bars by the length of their segments or by running totals."""
    if not are_stacked(marks, plot.panel.level):
        return with_printed_values(marks, plot.panel, numbers)
    tops = [0.0 if m.y is None else m.y for m in marks]
    return with_printed_values(segments(marks, plot), plot.panel, numbers, tops)


def _with_names(
    marks: Sequence[Mark], curves: Sequence[Curve], texts: Sequence[Label], em: float
) -> list[Mark]:
    """Points with the texts beside them; bars and lines have names along the axis instead."""
    points = [m for m in marks if m.size > 0 and m.x is not None]
    if curves or not points or len(texts) < 0.5 * len(points):
        return list(marks)
    named = iter(with_labels(points, texts, em))
    return [next(named) if m.size > 0 and m.x is not None else m for m in marks]
