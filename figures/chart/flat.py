"""Charts of an image whose marks are areas of one colour: bars, pies and heatmaps, read as vector figures are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from ...papers.types import BBox
from ..primitives import RGB
from ..raster.box_plots import join_box_halves
from ..raster.canvas import Canvas, scaled_box, window
from ..raster.label import Label
from ..raster.numbers import parse_number
from ..raster.regions import trace_regions
from ..raster.text_ink import letters
from ..raster.violins import join_violins
from ..vector.labels import PlacedLabel
from ..vector.legend import Entry
from ..vector.read import read_shapes
from ..vector.samples import SampleStyle
from ..vector.scene import VectorScene
from ..vector.shapes.shape import Shape, colour_distance, is_white
from ..vector.shapes.textures import Rendering
from ..vector.types import VectorFigure, VectorImage
from .cell_blocks import (
    EM,
    cell_columns,
    find_cell_block,
    find_number_block,
    number_columns,
    with_pale_columns,
)
from .context import ChartContext
from .legend.styles import COLOURED
from .marks.mark_shapes import rgb_of
from .names import text_colour
from .split_labels import split_at_columns, split_at_side
from .types import Chart

DARK = 35.0  # lightness of black letters, thin strokes being pale
SLANT = 30.0  # degrees taken for slanted text, whose exact direction does not matter
PALEST, GREY = 215, 16  # of 255: darkest channel and range of the channels of a plot area's background
BACKGROUND = 0.15  # share of the image that it covers at least
SAME_FILL = 4.0  # colour distance of its pieces
UNREAD = 0.15  # of the bars' area, that may be drawn beside them: gridlines, error bars, a legend's frame
CORE = 0.3  # of the sides of a swatch, from each side of which its colour is not taken
INKED = (0.25, 0.9)  # share of the middle of a sample that is painted where it is neither white nor one patch
RIM = 3  # pixels around a bar that belong to it
FEWEST_BARS = 3
DISTINCT_BARS = 0.85  # share of the bars with a series and a place of their own
TALL = 0.25  # share of the area that the longest bar takes at least


@dataclass(frozen=True, slots=True)
class PixelScene:
    """The scene of an image, in canvas pixels times `unit`. `celled`: a block of cells was found."""

    scene: VectorScene
    unit: float
    celled: bool


def build_pixel_scene(context: ChartContext, image: Image.Image) -> PixelScene:
    """The regions, rulings and texts of an image as a scene whose letters are EM high."""
    canvas, em = context.canvas, context.em
    unit = EM / em
    regions = trace_regions(canvas, context.level, context.upright)
    labels = [_placed(label, canvas, unit) for label in context.phrases]
    texts = [label.box for label in context.phrases]
    regions = [shape for shape in regions if not any(_is_in_text(shape, text, em) for text in texts)]
    joined = join_box_halves(regions, canvas)
    if len(joined) == len(regions):
        joined = join_violins(regions, canvas, context.frames, texts, (context.level, context.upright))
    shapes = [scaled_shape(shape, unit) for shape in joined]
    block = find_cell_block(shapes, EM) if len(joined) == len(regions) else None
    if block is None and not context.legend:
        block = find_number_block(labels, shapes)
    if block is not None:
        block = with_pale_columns(block, labels)
        labels = [part for p in labels for part in split_at_side(p, block)]
        columns = number_columns(labels, block) or cell_columns(shapes, block)
        beside = [p for p in labels if p.box.y0 > block.y1 - 1 or p.box.y1 < block.y0 + 1]
    else:
        columns, bottom = _bar_groups(shapes)
        beside = [p for p in labels if p.box.y0 > bottom]
        shapes = _without_background(shapes, canvas.width * canvas.height * unit * unit)
    labels = [part for p in labels for part in (split_at_columns(p, columns) if p in beside else [p])]
    images = (VectorImage(block),) if block is not None else ()
    figure = VectorFigure(BBox(0.0, 0.0, canvas.width * unit, canvas.height * unit), (), images, ())
    frames = [scaled_box(frame, unit) for frame in context.frames]
    rendering = Rendering(image, 1.0 / (canvas.scale * unit))
    return PixelScene(VectorScene(figure, shapes, labels, rendering, EM, frames), unit, block is not None)


def read_flat_chart(context: ChartContext, pixel_scene: PixelScene) -> Chart | None:
    """The bar chart, pie or heatmap that the image shows; None for other charts and where bars are not certain."""
    scene, unit = pixel_scene.scene, pixel_scene.unit
    legend = _legend(context, unit)
    shapes = scene.shapes
    if legend and not pixel_scene.celled and not any(is_white(e.style.colour) for e in legend):
        # white ones are gaps between gridlines
        shapes = [s for s in shapes if s.kind != "rectangle" or s.fill is None or not is_white(s.fill)]
    chart = read_shapes(replace(scene, shapes=shapes), legend)
    if chart is None or not _is_certain(chart, context):
        return None
    if chart.kind == "bar" and _unread_share(chart, context, unit) > UNREAD:
        return None
    return replace(chart, scale=context.canvas.scale * unit)


def _legend(context: ChartContext, unit: float) -> list[Entry]:
    """The legend that was read from the pixels, as that of a vector figure; empty where it shows hatches."""
    if any(entry.style.hatched for entry in context.legend):
        return []
    entries = []
    for entry in context.legend:
        box = entry.swatch
        dx, dy = CORE * box.width, CORE * box.height
        core = window(BBox(box.x0 + dx, box.y0 + dy, box.x1 - dx, box.y1 - dy), context.canvas)
        inner, ink = context.canvas.lab[core].reshape(-1, 3), context.canvas.ink[core].reshape(-1)
        parted = ink.size == 0 or INKED[0] < ink.mean() < INKED[1]  # a sample of two bars
        lab = entry.style.lab if parted else np.median(inner, axis=0)
        style = SampleStyle(fill=rgb_of(lab))
        entries.append(Entry(entry.name, style, scaled_box(box, unit), scaled_box(entry.text, unit)))
    return entries


def scaled_shape(shape: Shape, unit: float) -> Shape:
    points = tuple((x * unit, y * unit) for x, y in shape.points)
    return replace(shape, points=points, box=scaled_box(shape.box, unit))


def _is_certain(chart: Chart, context: ChartContext) -> bool:
    """True for heatmaps, pies, boxes, and bars of which one is tall; no two of one series are at the same place."""
    if chart.kind == "heatmap":
        return not _has_bar_axis(chart, context)
    if chart.kind == "pie":
        return True
    lines = sum(entry.style.kind != "patch" and entry.style.marker != "square" for entry in context.legend)
    if chart.kind == "box" and sum(entry.style.kind == "line" for entry in context.legend) > 1:
        return False
    if chart.kind == "box":
        places = {(m.panel, m.place, m.series if context.legend else 0) for m in chart.marks}
        hatched = any(entry.style.hatched for entry in context.legend)
        named = sum(min(len(p.columns) or len(p.rows), len(p.rows) or len(p.columns)) for p in chart.panels)
        enough = 2 * len(places) > named  # two bars that a tick mark meets look like boxes
        return not hatched and enough and len(places) >= DISTINCT_BARS * len(chart.marks)
    bars = [mark for mark in chart.marks if mark.place >= 0]
    if chart.kind != "bar" or len(bars) < FEWEST_BARS or lines > 1 or chart.curves:
        return False
    distinct = {(m.series, m.panel, m.place) for m in bars}
    areas = [chart.panels[m.panel] for m in bars]
    longest = max(
        m.box.width / p.area.width if p.level else m.box.height / p.area.height
        for m, p in zip(bars, areas, strict=True)
    )
    return len(distinct) >= DISTINCT_BARS * len(bars) and longest > TALL


def _has_bar_axis(chart: Chart, context: ChartContext) -> bool:
    """True for bars taken for cells: a legend lists their colours, or their rows are the ticks of an axis."""
    patches = sum(entry.style.kind == "patch" for entry in context.legend)
    rows = [series.name for series in chart.series]
    columns = [column.text for panel in chart.panels for column in panel.columns]
    ticks = len(rows) > 2 and all(parse_number(row) is not None for row in rows)
    return patches > 1 or (ticks and any(parse_number(column) is None for column in columns))


def _unread_share(chart: Chart, context: ChartContext, unit: float) -> float:
    """Area of what is drawn in the plot areas outside bars and texts, as a share of the bars' area."""
    canvas = context.canvas
    drawn = canvas.ink.copy()
    taken = [p.box for p in context.phrases] + context.covered
    bars = 0.0
    for mark in chart.marks:
        box = scaled_box(mark.box, 1.0 / unit)
        taken.append(BBox(box.x0 - RIM, box.y0 - RIM, box.x1 + RIM, box.y1 + RIM))
        bars += box.width * box.height
    for box in taken:
        drawn[window(box, canvas)] = False
    left = 0
    for panel in chart.panels:
        area = scaled_box(panel.area, 1.0 / unit)
        left += int(drawn[window(BBox(area.x0 + 3, area.y0, area.x1 - 3, area.y1 - 3), canvas)].sum())
    return left / max(1.0, bars)


def _placed(label: Label, canvas: Canvas, unit: float) -> PlacedLabel:
    """The label with the direction of its writing, estimated from its ink where it is slanted."""
    upright = label.vertical and label.number is None
    angle = 90.0 if upright else 0.0
    if label.slanted:
        rows, columns = window(label.box, canvas)
        ys, xs = np.nonzero(letters(canvas, rows, columns))
        falls = len(xs) > 2 and float(np.corrcoef(xs, ys)[0, 1]) > 0
        angle = -SLANT if falls else SLANT
    box = scaled_box(label.box, unit)
    words = tuple(replace(word, box=scaled_box(word.box, unit)) for word in label.words)
    plain = replace(label, box=box, vertical=upright, words=words)
    return PlacedLabel(plain, angle, unit * label.em / 0.8, _written_colour(label, canvas))


def _written_colour(label: Label, canvas: Canvas) -> RGB:
    """sRGB of the letters, those that are nearly black as black."""
    lab = text_colour(label, canvas)
    dark = lab[0] <= DARK and float(np.hypot(lab[1], lab[2])) < COLOURED
    return (0, 0, 0) if dark else rgb_of(lab)


def _is_in_text(shape: Shape, text: BBox, em: float) -> bool:
    """True for the insides of letters."""
    return (
        text.x0 <= shape.cx <= text.x1
        and text.y0 <= shape.cy <= text.y1
        and shape.box.height < text.height
        and shape.box.width < text.width
        and shape.box.width < 1.5 * em
    )


def _without_background(shapes: Sequence[Shape], whole: float) -> list[Shape]:
    """The shapes without the pieces of a pale grey plot area between its gridlines. `whole` is the area of the image."""
    areas: dict[RGB, float] = {}
    for shape in shapes:
        fill = shape.fill
        if fill and min(fill) > PALEST and max(fill) - min(fill) < GREY and not is_white(fill):
            areas[fill] = areas.get(fill, 0.0) + shape.box.width * shape.box.height
    ground = max(areas, key=lambda f: areas[f], default=None)
    if ground is None or areas[ground] < BACKGROUND * whole:
        return list(shapes)
    return [s for s in shapes if s.fill is None or colour_distance(s.fill, ground) > SAME_FILL]


def _bar_groups(shapes: Sequence[Shape]) -> tuple[list[float], float]:
    """Middles of the groups of upright bars on one base line, and that base line."""
    bars = [s.box for s in shapes if s.kind == "rectangle" and s.box.height > EM]
    base = max((b.y1 for b in bars), key=lambda y: sum(abs(b.y1 - y) < 1.5 for b in bars), default=0.0)
    groups: list[BBox] = []
    for box in sorted((b for b in bars if abs(b.y1 - base) < 1.5), key=lambda b: b.x0):
        if groups and box.x0 - groups[-1].x1 < 0.35 * box.width:
            groups[-1] = groups[-1].union(box)
        else:
            groups.append(box)
    return [(g.x0 + g.x1) / 2 for g in groups], base
