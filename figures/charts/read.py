"""From an image and its words to a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from ...papers.types import BBox, Word
from .bars import Bar, bars_of, standing
from .canvas import Canvas, canvas_of, scaled
from .labels import with_printed_values
from .legend import Entry, legend_of
from .paint import Paint, paint_of
from .palette import palette_of
from .panels import Category, Panel, panels_of
from .phrases import Phrase, phrases_of, text_height
from .points import points_of
from .rulings import rulings
from .styles import Style
from .traces import Path, height_at, trace
from .types import Chart, ChartKind, Curve, Mark, Name, Role, Series


def read_chart(image: Image.Image, words: Sequence[Word]) -> Chart | None:
    """The chart that the image shows, or None when no plot area with labels along it is found.

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
        return None
    series: list[Series] = [Series(e.name, e.style, e.swatch.union(e.text)) for e in legend]
    marks: list[Mark] = []
    curves: list[Curve] = []
    for number, panel in enumerate(panels):
        covered = _covered(legend)
        found = series or [
            Series("", s, panel.area) for s in palette_of(canvas, panel.area, panel.ground, covered)
        ]
        plot = _Plot(canvas, panel, number, [s.style for s in found], covered, em)
        panel_marks, panel_curves = _marks(plot)
        if not legend:
            panel_marks = [replace(m, series=-1) for m in panel_marks]
        marks += with_printed_values(panel_marks, panel, _inside(panel, phrases, em), em)
        curves += panel_curves
    kind: ChartKind = (
        "line" if curves else "bar" if any(m.size > 0 and m.place >= 0 for m in marks) else "scatter"
    )
    names = _names(phrases, legend, panels)
    return Chart(kind, tuple(panels), tuple(series), tuple(marks), tuple(curves), names, canvas.scale)


def _covered(legend: Sequence[Entry]) -> list[BBox]:
    """Boxes inside the area that hold no marks: the legend's swatches with their texts."""
    boxes = [e.swatch.union(e.text) for e in legend]
    return [BBox(b.x0 - 3, b.y0 - 3, b.x1 + 3, b.y1 + 3) for b in boxes]


def _inside(panel: Panel, phrases: Sequence[Phrase], em: float) -> list[Phrase]:
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


@dataclass(frozen=True, slots=True)
class _Plot:
    canvas: Canvas
    panel: Panel
    number: int
    styles: Sequence[Style]
    covered: Sequence[BBox]
    em: float


def _marks(plot: _Plot) -> tuple[list[Mark], list[Curve]]:
    paint = paint_of(plot.canvas, plot.panel.area, plot.panel.ground, plot.styles, plot.covered)
    bars = standing(bars_of(paint, plot.styles, plot.em), upright=not plot.panel.level)
    marks = _bar_marks(bars, plot)
    curves: list[Curve] = []
    for index, style in enumerate(plot.styles):
        if style.kind == "line" or (style.kind == "patch" and not bars):
            path = trace(paint.mask(index), plot.em)
            line, vertices = _line_marks(path, index, paint, plot)
            curves += line
            marks += vertices
        elif style.kind == "marker":
            marks += _point_marks(paint, index, plot)
    return marks, curves


def _bar_marks(bars: Sequence[Bar], plot: _Plot) -> list[Mark]:
    panel = plot.panel
    marks = []
    for bar in bars:
        box = bar.box
        if panel.level:
            place = nearest(panel.rows, (box.y0 + box.y1) / 2)
            value = panel.x.value(box.x1) if panel.x is not None else box.x1 - panel.area.x0
        else:
            place = nearest(panel.columns, (box.x0 + box.x1) / 2)
            value = panel.y.value(box.y0) if panel.y is not None else panel.area.y1 - box.y0
        marks.append(Mark(bar.series, plot.number, place, box, y=value, size=box.width * box.height))
    return marks


def _line_marks(path: Path, series: int, paint: Paint, plot: _Plot) -> tuple[list[Curve], list[Mark]]:
    if len(path) < 5:
        return [], []
    panel, em = plot.panel, plot.em
    xs, ys = path[:, 0] + paint.x, path[:, 1] + paint.y
    points = tuple((_x(panel, x), _y(panel, y)) for x, y in zip(xs.tolist(), ys.tolist(), strict=True))
    moved = np.stack([xs, ys], axis=1)
    marks = []
    for index, place in enumerate(panel.columns):
        height = height_at(moved, place.at, em)
        if height is not None:
            box = BBox(place.at - 0.4 * em, height - 0.4 * em, place.at + 0.4 * em, height + 0.4 * em)
            marks.append(Mark(series, plot.number, index, box, _x(panel, place.at), _y(panel, height)))
    return [Curve(series, plot.number, points)], marks


def _point_marks(paint: Paint, series: int, plot: _Plot) -> list[Mark]:
    marks = []
    for box, size in points_of(paint.mask(series), plot.em):
        moved = BBox(box.x0 + paint.x, box.y0 + paint.y, box.x1 + paint.x, box.y1 + paint.y)
        cx, cy = (moved.x0 + moved.x1) / 2, (moved.y0 + moved.y1) / 2
        place = nearest(plot.panel.columns, cx) if plot.panel.x is None else -1
        marks.append(Mark(series, plot.number, place, moved, _x(plot.panel, cx), _y(plot.panel, cy), size))
    return marks


def _x(panel: Panel, pixel: float) -> float:
    return panel.x.value(pixel) if panel.x is not None else pixel - panel.area.x0


def _y(panel: Panel, pixel: float) -> float:
    return panel.y.value(pixel) if panel.y is not None else panel.area.y1 - pixel


def nearest(places: Sequence[Category], at: float) -> int:
    """Index of the nearest place; -1 when there is none."""
    return min(range(len(places)), key=lambda i: (abs(places[i].at - at), i), default=-1)


def _names(phrases: Sequence[Phrase], legend: Sequence[Entry], panels: Sequence[Panel]) -> tuple[Name, ...]:
    """Every text once, with the part it plays."""
    names = [Name(e.name, "series", e.text) for e in legend]
    for panel in panels:
        role: Role = "tick" if panel.x is not None else "place"
        names += [Name(c.text, role, c.box) for c in panel.columns]
        names += [Name(c.text, "place", c.box) for c in panel.rows]
    taken = [n.box for n in names]
    for phrase in phrases:
        if any(phrase.box.intersection_area(box) > 0 for box in taken):
            continue
        names.append(Name(phrase.text, "text" if phrase.number is None else "value", phrase.box))
    seen: set[tuple[str, str]] = set()
    unique = []
    for name in names:
        if (name.text, name.role) not in seen:
            seen.add((name.text, name.role))
            unique.append(name)
    return tuple(unique)
