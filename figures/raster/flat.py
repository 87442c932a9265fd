"""Read charts in an image whose marks are areas of one color (bars, pies, heatmaps) as vector figures are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from ...papers.types import BBox
from ..chart.legend import Entry
from ..chart.read import read_shapes
from ..chart.style import COLORED
from ..chart.types import Chart
from ..numbers import parse_number
from ..primitives import RGB
from ..shapes.cielab import color_distance, is_white
from ..shapes.label import Label
from ..shapes.placed_labels import PlacedLabel
from ..shapes.scene import Scene
from ..shapes.shape import Shape, scaled_box
from ..shapes.textures import Rendering
from .box_plots import join_box_halves
from .canvas import Canvas, window
from .cell_blocks import (
    EM,
    cell_columns,
    find_cell_block,
    find_number_block,
    number_columns,
    with_pale_columns,
)
from .context import ChartContext
from .marks.mark_shapes import rgb_of
from .regions import trace_regions
from .split_labels import split_at_columns, split_at_side
from .text_ink import letters, text_color
from .violins import join_violins

DARK = 35.0  # largest lightness of black letters, because thin strokes look pale
SLANT = 30.0  # degrees assumed for slanted text; the exact direction does not matter
# Of 255: least value of the darkest channel, and largest range of channels, of a plot area's background
PALEST, GRAY = 215, 16
BACKGROUND = 0.15  # least share of the image that the background covers
SAME_FILL = 4.0  # largest color distance of the background's pieces
BLACK: RGB = (0, 0, 0)
FEWEST_BARS = 3
DISTINCT = 0.85  # least share of bars or boxes that are the only mark of their series at their place


@dataclass(frozen=True, slots=True)
class PixelScene:
    """The scene of an image, in canvas pixels times `unit`. `celled` is True if a block of heatmap cells was found."""

    scene: Scene
    unit: float
    celled: bool


def build_pixel_scene(context: ChartContext, image: Image.Image) -> PixelScene:
    """Return the regions, rulings and texts of an image as a scene whose letters are EM high."""
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
        columns, bottom = bar_groups(shapes)
        beside = [p for p in labels if p.box.y0 > bottom]
        shapes = _without_background(shapes, canvas.width * canvas.height * unit * unit)
    labels = [part for p in labels for part in (split_at_columns(p, columns) if p in beside else [p])]
    images = (block,) if block is not None else ()
    box = BBox(0.0, 0.0, canvas.width * unit, canvas.height * unit)
    frames = [scaled_box(frame, unit) for frame in context.frames]
    rendering = Rendering(image, 1.0 / (canvas.scale * unit))
    return PixelScene(Scene(box, shapes, labels, rendering, EM, images, frames), unit, block is not None)


def read_flat_chart(context: ChartContext, pixel_scene: PixelScene, legend: Sequence[Entry]) -> Chart | None:
    """Return the pie, heatmap, bar chart or box plot that the image shows; None if the reading is not certain."""
    scene = pixel_scene.scene
    shapes = scene.shapes
    if legend and not pixel_scene.celled and not any(is_white(e.style.fill or BLACK) for e in legend):
        # white rectangles are gaps between gridlines
        shapes = [s for s in shapes if s.kind != "rectangle" or s.fill is None or not is_white(s.fill)]
    chart = read_shapes(replace(scene, shapes=shapes), legend)
    if chart is None or not _is_certain(chart, context):
        return None
    return replace(chart, scale=context.canvas.scale * pixel_scene.unit)


def scaled_shape(shape: Shape, unit: float) -> Shape:
    points = tuple((x * unit, y * unit) for x, y in shape.points)
    return replace(shape, points=points, box=scaled_box(shape.box, unit))


def _is_certain(chart: Chart, context: ChartContext) -> bool:
    """True for heatmaps and pies, and for bars and boxes that almost never share both their series and their place."""
    if chart.kind == "heatmap":
        return not _has_bar_axis(chart, context)
    if (
        chart.kind not in ("box", "bar")
        or chart.curves
        or sum(e.style.kind == "line" for e in context.legend) > 1
    ):
        return chart.kind == "pie"
    marks = [mark for mark in chart.marks if mark.place >= 0]
    places = {(m.panel, m.place, m.series if context.legend or chart.kind == "bar" else 0) for m in marks}
    distinct = len(places) >= DISTINCT * len(marks)
    if chart.kind == "bar":
        return distinct and len(marks) >= FEWEST_BARS
    hatched = any(entry.style.hatched for entry in context.legend)
    named = sum(min(len(p.columns) or len(p.rows), len(p.rows) or len(p.columns)) for p in chart.panels)
    enough = 2 * len(places) > named  # two bars touched by a tick mark look like boxes
    return not hatched and enough and distinct


def _has_bar_axis(chart: Chart, context: ChartContext) -> bool:
    """True for bars mistaken for cells: a legend lists their colors, or their rows are the ticks of an axis."""
    patches = sum(entry.style.kind == "patch" for entry in context.legend)
    rows = [series.name for series in chart.series]
    columns = [column.text for panel in chart.panels for column in panel.columns]
    ticks = len(rows) > 2 and all(parse_number(row) is not None for row in rows)
    return patches > 1 or (ticks and any(parse_number(column) is None for column in columns))


def _placed(label: Label, canvas: Canvas, unit: float) -> PlacedLabel:
    """Return the label with its writing direction, which is estimated from the ink if the label is slanted."""
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
    return PlacedLabel(plain, angle, unit * label.em / 0.8, _written_color(label, canvas))


def _written_color(label: Label, canvas: Canvas) -> RGB:
    """Return the sRGB color of the letters; nearly black counts as black."""
    lab = text_color(label, canvas)
    dark = lab[0] <= DARK and float(np.hypot(lab[1], lab[2])) < COLORED
    return (0, 0, 0) if dark else rgb_of(lab)


def _is_in_text(shape: Shape, text: BBox, em: float) -> bool:
    """True for the inside of a letter."""
    return (
        text.x0 <= shape.cx <= text.x1
        and text.y0 <= shape.cy <= text.y1
        and shape.box.height < text.height
        and shape.box.width < text.width
        and shape.box.width < 1.5 * em
    )


def _without_background(shapes: Sequence[Shape], whole: float) -> list[Shape]:
    """Return the shapes without the pieces of a pale gray plot area between its gridlines.

    `whole` is the area of the image.
    """
    areas: dict[RGB, float] = {}
    for shape in shapes:
        fill = shape.fill
        if fill and min(fill) > PALEST and max(fill) - min(fill) < GRAY and not is_white(fill):
            areas[fill] = areas.get(fill, 0.0) + shape.box.width * shape.box.height
    ground = max(areas, key=lambda f: areas[f], default=None)
    if ground is None or areas[ground] < BACKGROUND * whole:
        return list(shapes)
    return [s for s in shapes if s.fill is None or color_distance(s.fill, ground) > SAME_FILL]


def bar_groups(shapes: Sequence[Shape]) -> tuple[list[float], float]:
    """Return the center x positions of the groups of vertical bars on one baseline, and the y position of this
    baseline.
    """
    bars = [s.box for s in shapes if s.kind == "rectangle" and s.box.height > EM]
    base = max((b.y1 for b in bars), key=lambda y: sum(abs(b.y1 - y) < 1.5 for b in bars), default=0.0)
    groups: list[BBox] = []
    for box in sorted((b for b in bars if abs(b.y1 - base) < 1.5), key=lambda b: b.x0):
        if groups and box.x0 - groups[-1].x1 < 0.35 * box.width:
            groups[-1] = groups[-1].union(box)
        else:
            groups.append(box)
    return [(g.x0 + g.x1) / 2 for g in groups], base
