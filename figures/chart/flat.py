"""Charts of an image whose marks are areas of one colour: bars, pies and heatmaps, read as vector figures are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from ...papers.types import BBox
from ..primitives import RGB
from ..raster.box_plots import join_box_halves
from ..raster.canvas import Canvas, scaled_box, window
from ..raster.label import Label
from ..raster.numbers import parse_number
from ..raster.regions import to_rgb, trace_regions
from ..raster.text_ink import letters
from ..vector.labels import PlacedLabel
from ..vector.legend import Entry
from ..vector.read import read_shapes
from ..vector.samples import SampleStyle
from ..vector.scene import VectorScene
from ..vector.shapes.shape import Shape, colour_distance, is_white, outer_box
from ..vector.shapes.textures import Rendering
from ..vector.types import VectorFigure, VectorImage
from .axes.categories import joined
from .context import ChartContext
from .types import Chart

EM = 7.0  # letter height to which the image is scaled: that of text of 10 points
SLANT = 30.0  # degrees taken for slanted text, whose exact direction does not matter
BLOCK = 0.6  # share of its box that the cells of a heatmap fill
SAME_LINE = 0.25  # letter heights between the middles of two numbers on one line
PALE_COLUMN = 0.8  # of the numbers of a column, that a column as pale as the page has at least
_CAPITALISED = re.compile(r"[A-Z][^A-Z]+|[A-Z]+(?![^A-Z])")
FEWEST_CELLS = 5
PALEST, GREY = 215, 16  # of 255: darkest channel and range of the channels of a plot area's background
BACKGROUND = 0.15  # share of the image that it covers at least
SAME_FILL = 4.0  # colour distance of its pieces
GRID_SIDE = 2  # rows and columns of a grid of numbers
UNEVEN = 0.35  # of the step between two rows or columns of a grid, by which steps may differ
PAINTED = 0.25  # share of a grid of numbers that coloured cells fill
UNREAD = 0.15  # of the bars' area, that may be drawn beside them: gridlines, error bars, a legend's frame
CORE = 0.3  # of the sides of a swatch, from each side of which its colour is not taken
INKED = (0.25, 0.9)  # share of the middle of a sample that is painted where it is neither white nor one patch
RIM = 3  # pixels around a bar that belong to it
CLOSE = 6.0  # between the middles of numbers of one column
FEWEST_BARS = 3
DISTINCT_BARS = 0.85  # share of the bars with a series and a place of their own
TALL = 0.25  # share of the area that the longest bar takes at least


def read_flat_chart(context: ChartContext, image: Image.Image) -> Chart | None:
    """The bar chart, pie or heatmap that the image shows; None for other charts and where bars are not certain."""
    canvas, em = context.canvas, context.em
    unit = EM / em
    regions = trace_regions(canvas, context.level, context.upright)
    labels = [_placed(label, canvas, unit) for label in context.phrases]
    texts = [label.box for label in context.phrases]
    regions = [shape for shape in regions if not any(_is_in_text(shape, text, em) for text in texts)]
    joined = join_box_halves(regions, canvas)
    shapes = [_scaled(shape, unit) for shape in joined]
    block = _cell_block(shapes, EM) if len(joined) == len(regions) else None
    if block is None and not context.legend:
        block = _number_block(labels, shapes)
    if block is not None:
        block = _with_pale_columns(block, labels)
        labels = [part for p in labels for part in _split_at_side(p, block)]
        columns = _number_columns(labels, block) or _cell_columns(shapes, block)
        beside = [p for p in labels if p.box.y0 > block.y1 - 1 or p.box.y1 < block.y0 + 1]
    else:
        columns, bottom = _bar_groups(shapes)
        beside = [p for p in labels if p.box.y0 > bottom]
        shapes = _without_background(shapes, canvas.width * canvas.height * unit * unit)
    labels = [part for p in labels for part in (_split_at(p, columns) if p in beside else [p])]
    images = (VectorImage(block),) if block is not None else ()
    figure = VectorFigure(BBox(0.0, 0.0, canvas.width * unit, canvas.height * unit), (), images, ())
    scale = canvas.scale * unit
    frames = [scaled_box(frame, unit) for frame in context.frames]
    legend = _legend(context, unit)
    if (
        legend and block is None and not any(is_white(e.style.colour) for e in legend)
    ):  # gaps between gridlines
        shapes = [s for s in shapes if s.kind != "rectangle" or s.fill is None or not is_white(s.fill)]
    scene = VectorScene(figure, shapes, labels, Rendering(image, 1.0 / scale), EM, frames)
    chart = read_shapes(scene, legend)
    if chart is None or not _is_certain(chart, context):
        return None
    if chart.kind == "bar" and _unread_share(chart, context, unit) > UNREAD:
        return None
    return replace(chart, scale=scale)


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
        red, green, blue = to_rgb(np.asarray(lab, dtype=np.float32).reshape(1, 1, 3))[0, 0].tolist()
        style = SampleStyle(fill=(red, green, blue))
        entries.append(Entry(entry.name, style, scaled_box(box, unit), scaled_box(entry.text, unit)))
    return entries


def _scaled(shape: Shape, unit: float) -> Shape:
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
    return PlacedLabel(plain, angle, unit * label.em / 0.8, (0, 0, 0))


def _cell_block(shapes: Sequence[Shape], em: float) -> BBox | None:
    """The box of the coloured cells of a heatmap, which fill most of it; None without one."""
    cells = [
        s
        for s in shapes
        if s.kind in ("rectangle", "polygon", "circle")
        and s.fill is not None
        and min(s.box.width, s.box.height) > 0.9 * em
    ]
    cells = [
        s
        for s in cells
        if s.kind != "rectangle" or not any(_holds(s.box, other.box) for other in cells if other is not s)
    ]
    groups = _touching(cells, 0.5 * em)
    best = max(groups, key=len, default=[])
    if (
        len(best) < FEWEST_CELLS
        or len({tuple(c // 12 for c in s.fill) for s in best if s.fill and not is_white(s.fill)}) < 4
    ):
        return None
    box = outer_box([s.box for s in best])
    if box is None:
        return None
    area = sum(s.box.width * s.box.height for s in cells if s.box.intersection_area(box) > 0)
    return box if area > BLOCK * box.width * box.height else None


def _number_block(labels: Sequence[PlacedLabel], shapes: Sequence[Shape]) -> BBox | None:
    """The box of a grid of numbers on coloured cells, some of which may be as pale as the page; None without one."""
    numbers = [p.label for p in labels if p.label.number is not None and not p.label.vertical]
    columns = _runs(sorted(n.cx for n in numbers), CLOSE)
    rows = _runs(sorted(n.cy for n in numbers), SAME_LINE * EM)
    # numbers of a grid share both their column and their line with others, those of a colour bar only their column
    columns = [c for c in columns if len(c) >= GRID_SIDE]
    rows = [r for r in rows if len(r) >= GRID_SIDE]
    if min(len(columns), len(rows)) < GRID_SIDE:
        return None
    xs, ys = [float(np.mean(c)) for c in columns], [float(np.mean(r)) for r in rows]
    steps = float(np.median(np.diff(xs))), float(np.median(np.diff(ys)))
    cells = [(x, y) for x in xs for y in ys]
    held = sum(
        any(abs(n.cx - x) < CLOSE and abs(n.cy - y) < SAME_LINE * EM for n in numbers) for x, y in cells
    )
    even = all(np.ptp(np.diff(side)) < UNEVEN * step for side, step in zip((xs, ys), steps, strict=True))
    if held < PALE_COLUMN * len(cells) or not even:
        return None
    box = BBox(xs[0] - steps[0] / 2, ys[0] - steps[1] / 2, xs[-1] + steps[0] / 2, ys[-1] + steps[1] / 2)
    fills = [s for s in shapes if s.kind in ("rectangle", "polygon") and s.fill and not is_white(s.fill)]
    inner = [s for s in fills if s.box.intersection_area(box) > PALE_COLUMN * s.box.width * s.box.height]
    painted = sum(s.box.width * s.box.height for s in inner)
    different = len({tuple(c // 12 for c in s.fill) for s in inner if s.fill})
    return box if painted > PAINTED * box.width * box.height and different >= GRID_SIDE else None


def _runs(values: Sequence[float], slack: float) -> list[list[float]]:
    """Ordered values in groups whose neighbours are at most `slack` apart."""
    groups: list[list[float]] = []
    for value in values:
        if groups and value - groups[-1][-1] < slack:
            groups[-1].append(value)
        else:
            groups.append([value])
    return groups


def _split_at_side(label: PlacedLabel, block: BBox) -> list[PlacedLabel]:
    """The label, or its words beside the block and those in it: a row's name that OCR ran together with its first number."""
    words = label.label.words
    outside = [word for word in words if word.cx < block.x0]
    if not outside or len(outside) == len(words) or label.slanted or label.label.vertical:
        return [label]
    inside = [word for word in words if word.cx >= block.x0]
    return [replace(label, label=joined(part)) for part in (outside, inside)]


def _holds(outer: BBox, inner: BBox) -> bool:
    return inner.intersection_area(outer) > 0.95 * inner.width * inner.height


def _with_pale_columns(block: BBox, labels: Sequence[PlacedLabel]) -> BBox:
    """The block grown by columns of numbers beside it, which are cells as pale as the page.

    They are as far from the block's own columns as those are from one another, and have as many numbers on the same lines;
    those of a colour bar are on lines of their own.
    """
    level = [p.label for p in labels if p.label.number is not None and block.y0 <= p.label.cy <= block.y1]
    inside = sorted(p.cx for p in level if block.x0 <= p.cx <= block.x1)
    rows = [p.cy for p in level if block.x0 <= p.cx <= block.x1]
    columns = _runs(inside, CLOSE)
    if len(columns) < 2:
        return block
    middles = [float(np.mean(column)) for column in columns]
    step, count = float(np.median(np.diff(middles))), max(map(len, columns))
    for side, sign in ((middles[0], -1), (middles[-1], 1)):
        at = side + sign * step
        while sum(abs(p.cx - at) < 0.25 * step and _is_in_row(p, rows) for p in level) >= PALE_COLUMN * count:
            x0, x1 = min(block.x0, at - step / 2), max(block.x1, at + step / 2)
            block = BBox(x0, block.y0, x1, block.y1)
            at += sign * step
    return block


def _is_in_row(number: Label, rows: Sequence[float]) -> bool:
    return any(abs(number.cy - row) < SAME_LINE * EM for row in rows)


def _touching(shapes: Sequence[Shape], slack: float) -> list[list[Shape]]:
    """Shapes grouped by touching one another, give or take `slack`."""
    groups: list[list[Shape]] = []
    for shape in shapes:
        b = shape.box
        grown = BBox(b.x0 - slack, b.y0 - slack, b.x1 + slack, b.y1 + slack)
        near = [g for g in groups if any(grown.intersection_area(s.box) > 0 for s in g)]
        groups = [g for g in groups if g not in near] + [[shape, *(s for g in near for s in g)]]
    return groups


def _is_in_text(shape: Shape, text: BBox, em: float) -> bool:
    """True for the insides of letters."""
    return (
        text.x0 <= shape.cx <= text.x1
        and text.y0 <= shape.cy <= text.y1
        and shape.box.height < text.height
        and shape.box.width < text.width
        and shape.box.width < 1.5 * em
    )


def _number_columns(labels: Sequence[PlacedLabel], block: BBox) -> list[float]:
    """Middles of the columns of numbers in a block."""
    inside = [p.label for p in labels if p.label.number is not None and p.box.intersection_area(block) > 0]
    return [column * CLOSE for column in sorted({round(number.cx / CLOSE) for number in inside})]


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


def _cell_columns(shapes: Sequence[Shape], block: BBox) -> list[float]:
    """Middles of the columns of coloured cells in a block."""
    cells = [s for s in shapes if s.kind == "rectangle" and _holds(block, s.box)]
    width = float(np.median([s.box.width for s in cells])) if cells else 0.0
    middles = sorted(s.cx for s in cells if abs(s.box.width - width) < 0.25 * width)
    return [float(np.mean(run)) for run in _runs(middles, 0.5 * width)]


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


def _split_at(label: PlacedLabel, columns: Sequence[float]) -> list[PlacedLabel]:
    """The label, or its words gathered at the columns that it spans: neighbours that OCR ran together."""
    if label.slanted or label.label.vertical:
        return [label]
    words = [part for word in label.label.words for part in _split_word(word, columns)]
    spanned = [at for at in columns if label.box.x0 - CLOSE / 2 < at < label.box.x1 + CLOSE / 2]
    if len(words) < 2 or len(spanned) < 2:
        return [label]
    groups: dict[float, list[Label]] = {}
    for word in words:
        groups.setdefault(min(spanned, key=lambda at: abs(at - word.cx)), []).append(word)
    return [replace(label, label=joined(group)) for group in groups.values()]


def _split_word(word: Label, columns: Sequence[float]) -> list[Label]:
    """The word, or its parts that begin with capitals ("MondayTuesday") where it spans as many columns as it has parts."""
    parts = [match.group() for match in _CAPITALISED.finditer(word.text)]
    spanned = sum(word.box.x0 < at < word.box.x1 for at in columns)
    if spanned < 2 or len(parts) != spanned or "".join(parts) != word.text:
        return [word]
    pieces, at = [], word.box.x0
    for part in parts:
        width = word.box.width * len(part) / len(word.text)
        pieces.append(Label(part, BBox(at, word.box.y0, at + width, word.box.y1)))
        at += width
    return pieces
