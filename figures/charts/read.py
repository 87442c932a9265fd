"""From an image and its words to a chart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from ...papers.types import BBox, Word
from .bar_marks import are_stacked, bar_marks, overlap, segments
from .bars import bars_of, standing
from .canvas import DISTINCT, Canvas, canvas_of, scaled
from .labels import with_printed_values
from .legend import Entry, legend_of
from .line_marks import line_marks
from .naming import names_of_chart, series_from_labels, text_colour
from .paint import paint_of
from .palette import palette_of
from .panels import Panel, ground_of, panels_of
from .phrases import Phrase, phrases_of, text_height
from .pies import read_pie
from .places import Category
from .plot import Plot
from .point_marks import point_marks, with_labels
from .points import is_dotted
from .radars import find_wheel, radar_marks
from .rulings import rulings
from .styles import Style
from .types import Chart, ChartKind, Curve, Mark, Series

GREY_TEXT = (35.0, 80.0)  # lightness of texts that are neither black nor too pale to read


def read_chart(image: Image.Image, words: Sequence[Word]) -> Chart | None:
    """The chart that the image shows, or None when neither axes with labels, pie, radar nor legend are found.

    `words` are in pixels of the image. Deterministic; raises nothing on images that are no charts.
    """
    canvas = canvas_of(image)
    phrases = phrases_of(scaled(words, canvas.scale), canvas)
    if not phrases:
        return None
    em = text_height(phrases)
    level, upright = rulings(canvas, phrases, em)
    legend = legend_of(canvas, phrases, level, upright, em)
    panels = panels_of(canvas, phrases, legend, level, upright, em)
    if not panels:
        return _round_chart(canvas, phrases, legend, em)
    series = [Series(e.name, e.style, e.swatch.union(e.text)) for e in legend]
    marks: list[Mark] = []
    curves: list[Curve] = []
    for number, panel in enumerate(panels):
        offset = 0 if legend else len(series)
        if not legend:
            series += _unnamed(canvas, panel.area, panel.ground, phrases)
        styles = [s.style for s in series[offset:]]
        texts = [p.box for p in phrases]
        covered = _covered(legend) if legend else texts
        plot = Plot(canvas, panel, number, styles, covered, texts, em)
        panel_marks, panel_curves = _marks(plot, free=not legend)
        numbers = _numbers(panel, phrases, em)
        if are_stacked(panel_marks, panel.level):
            tops = [0.0 if m.y is None else m.y for m in panel_marks]
            panel_marks = with_printed_values(segments(panel_marks, plot), panel, numbers, em, tops)
        else:
            panel_marks = with_printed_values(panel_marks, panel, numbers, em)
        if any(m.place < 0 for m in panel_marks):
            panel_marks = with_labels(panel_marks, _free_texts(panel, phrases, legend, em), em)
        marks += [_shifted(m, offset) for m in panel_marks if m.y is not None]
        curves += [Curve(c.series + offset, c.panel, c.points) for c in panel_curves]
    if not legend:
        series = series_from_labels(series, curves, phrases, canvas)
    names = names_of_chart(phrases, series, panels, marks)
    return Chart(
        _kind(marks, curves), tuple(panels), tuple(series), tuple(marks), tuple(curves), names, canvas.scale
    )


def _round_chart(
    canvas: Canvas, phrases: Sequence[Phrase], legend: Sequence[Entry], em: float
) -> Chart | None:
    """A chart without straight axes: a pie, a radar, or just a legend; None without any of them."""
    series = [Series(e.name, e.style, e.swatch.union(e.text)) for e in legend]
    marks: list[Mark] = []
    kind: ChartKind = "other"
    area = BBox(0, 0, canvas.width, canvas.height)
    columns: tuple[Category, ...] = ()
    pie = read_pie(canvas, phrases, legend, em)
    wheel = find_wheel(canvas, phrases, _covered(legend), em) if pie is None else None
    if pie is not None:
        kind, area = "pie", pie[0].box
        _, series, marks = pie
    elif wheel is not None:
        kind, area, columns = "radar", wheel.area, wheel.places
        ground = ground_of(canvas, area)
        series = series or _unnamed(canvas, area, ground, phrases)
        paint = paint_of(canvas, area, ground, [s.style for s in series], _covered(legend))
        marks = radar_marks(wheel, paint, len(series), em)
    elif not legend:
        return None
    panel = Panel(area, ground_of(canvas, area), columns=columns)
    names = names_of_chart(phrases, series, [panel], marks)
    return Chart(kind, (panel,), tuple(series), tuple(marks), (), names, canvas.scale)


def _shifted(mark: Mark, offset: int) -> Mark:
    return Mark(
        mark.series + offset,
        mark.panel,
        mark.place,
        mark.box,
        mark.x,
        mark.y,
        mark.size,
        mark.label,
        mark.printed,
    )


def _unnamed(
    canvas: Canvas, area: BBox, ground: tuple[float, float, float], phrases: Sequence[Phrase]
) -> list[Series]:
    styles = palette_of(canvas, area, ground, [p.box for p in phrases])
    for phrase in phrases:
        # A line may be as grey as gridlines are: a text of its grey at the end of the line gives it away.
        colour = text_colour(phrase, canvas)
        at_end = phrase.cx > area.x0 + 0.6 * area.width and area.y0 < phrase.cy < area.y1
        if at_end and phrase.number is None and GREY_TEXT[0] < colour[0] < GREY_TEXT[1]:
            style = Style("line", (float(colour[0]), float(colour[1]), float(colour[2])))
            if not style.coloured and all(
                float(np.linalg.norm(style.lab - s.lab)) > DISTINCT for s in styles
            ):
                styles.append(style)
    return [Series("", style, area) for style in styles]


def _covered(legend: Sequence[Entry]) -> list[BBox]:
    boxes = [e.swatch.union(e.text) for e in legend]
    return [BBox(b.x0 - 3, b.y0 - 3, b.x1 + 3, b.y1 + 3) for b in boxes]


def _numbers(panel: Panel, phrases: Sequence[Phrase], em: float) -> list[Phrase]:
    """Numbers printed in the area or just above it, tick labels aside."""
    area = panel.area
    ticks = {id(t.label) for axis in (panel.x, panel.y) if axis is not None for t in axis.ticks}
    return [
        p
        for p in phrases
        if p.number is not None
        and id(p) not in ticks
        and area.x0 - em <= p.cx <= area.x1 + 3 * em
        and area.y0 - 2 * em <= p.cy <= area.y1
    ]


def _free_texts(panel: Panel, phrases: Sequence[Phrase], legend: Sequence[Entry], em: float) -> list[Phrase]:
    """Texts in or at the rim of the area that are neither numbers nor in the legend."""
    area = panel.area
    return [
        p
        for p in phrases
        if p.number is None
        and not p.vertical
        and area.x0 - em <= p.cx <= area.x1 + 2 * em
        and area.y0 - em <= p.cy <= area.y1 - 0.2 * em
        and not any(p.box.intersection_area(e.text) > 0 for e in legend)
    ]


def _marks(plot: Plot, free: bool) -> tuple[list[Mark], list[Curve]]:
    """Marks and curves of one plot area. `free`: no legend says how series are drawn, the shapes must tell."""
    paint = paint_of(plot.canvas, plot.panel.area, plot.panel.ground, plot.styles, plot.covered)
    bars = standing(bars_of(paint, plot.styles, plot.em), upright=not plot.panel.level)
    if (free or any(s.kind == "marker" for s in plot.styles)) and not _stand_together(
        plot, [b.box for b in bars]
    ):
        bars = []
    barred = {bar.series for bar in bars}
    marks = bar_marks(bars, plot)
    curves: list[Curve] = []
    for index, style in enumerate(plot.styles):
        if index in barred:
            continue
        if style.kind == "marker":
            marks += point_marks(index, paint, plot)
        elif style.kind == "line" or not bars:
            if free and is_dotted(paint.mask(index), plot.em):
                marks += point_marks(index, paint, plot)
                continue
            line, vertices = line_marks(index, paint, plot)
            if not line:
                marks += point_marks(index, paint, plot)
            if not free or _is_line(line, plot):
                curves += line
                marks += vertices
    return marks, curves


def _stand_together(plot: Plot, boxes: Sequence[BBox]) -> bool:
    """Whether most rectangles share a base line: points and pieces of lines do not."""
    if len(boxes) < 2:
        return False
    stacks: list[BBox] = []
    for box in boxes:
        under = [s for s in stacks if overlap(s, box, plot.panel.level) > 0.8]
        for stack in under:
            stacks.remove(stack)
            box = box.union(stack)
        stacks.append(box)
    bases = [s.x0 if plot.panel.level else s.y1 for s in stacks]
    sizes = [b.width if plot.panel.level else b.height for b in boxes]
    return (
        len(stacks) > 1
        and max(sizes) > 2 * plot.em
        and any(
            sum(abs(other - base) <= 0.5 * plot.em for other in bases) >= 0.5 * len(bases) for base in bases
        )
    )


def _is_line(curves: Sequence[Curve], plot: Plot) -> bool:
    """Whether the traced path crosses a fifth of the area with hardly a gap."""
    if not curves:
        return False
    points = curves[0].points
    area = plot.panel.area
    start, end = points[0][0], points[-1][0]
    width = abs(end - start) / (abs(plot.x_value(area.x1) - plot.x_value(area.x0)) or 1.0)
    return width > 0.2 and len(points) > 0.25 * width * area.width / 2


def _kind(marks: Sequence[Mark], curves: Sequence[Curve]) -> ChartKind:
    if curves:
        return "line"
    return "bar" if any(m.size > 0 and m.place >= 0 for m in marks) else "scatter"
