"""The cells of a heatmap in an image: their block, also where some are as pale as the page, and their columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...papers.types import BBox
from ..shapes.cielab import is_white
from ..shapes.label import Label
from ..shapes.placed_labels import PlacedLabel
from ..shapes.shape import Shape, outer_box

EM = 7.0  # letter height to which the image is scaled: that of text of 10 points
BLOCK = 0.6  # share of its box that the cells of a heatmap fill
SAME_LINE = 0.25  # letter heights between the middles of two numbers on one line
PALE_COLUMN = 0.8  # of the numbers of a column, that a column as pale as the page has at least
CLOSE = 6.0  # points between the middles of numbers of one column
FEWEST_CELLS = 5
GRID_SIDE = 2  # rows and columns of a grid of numbers
UNEVEN = 0.35  # of the step between two rows or columns of a grid, by which steps may differ
PAINTED = 0.25  # share of a grid of numbers that colored cells fill


def find_cell_block(shapes: Sequence[Shape], em: float) -> BBox | None:
    """The box of the colored cells of a heatmap, which fill most of it; None without one."""
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


def find_number_block(labels: Sequence[PlacedLabel], shapes: Sequence[Shape]) -> BBox | None:
    """The box of a grid of numbers on colored cells, some of which may be as pale as the page; None without one."""
    numbers = [p.label for p in labels if p.label.number is not None and not p.label.vertical]
    columns = _runs(sorted(n.cx for n in numbers), CLOSE)
    rows = _runs(sorted(n.cy for n in numbers), SAME_LINE * EM)
    # numbers of a grid share both their column and their line with others, those of a color bar only their column
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
    """Ordered values in groups whose neighbors are at most `slack` apart."""
    groups: list[list[float]] = []
    for value in values:
        if groups and value - groups[-1][-1] < slack:
            groups[-1].append(value)
        else:
            groups.append([value])
    return groups


def _holds(outer: BBox, inner: BBox) -> bool:
    return inner.intersection_area(outer) > 0.95 * inner.width * inner.height


def with_pale_columns(block: BBox, labels: Sequence[PlacedLabel]) -> BBox:
    """The block grown by columns of numbers beside it, which are cells as pale as the page.

    They are as far from the block's own columns as those are from one another, and have as many numbers on the same lines;
    those of a color bar are on lines of their own.
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


def number_columns(labels: Sequence[PlacedLabel], block: BBox) -> list[float]:
    """Middles of the columns of numbers in a block."""
    inside = [p.label for p in labels if p.label.number is not None and p.box.intersection_area(block) > 0]
    return [column * CLOSE for column in sorted({round(number.cx / CLOSE) for number in inside})]


def cell_columns(shapes: Sequence[Shape], block: BBox) -> list[float]:
    """Middles of the columns of colored cells in a block."""
    cells = [s for s in shapes if s.kind == "rectangle" and _holds(block, s.box)]
    width = float(np.median([s.box.width for s in cells])) if cells else 0.0
    middles = sorted(s.cx for s in cells if abs(s.box.width - width) < 0.25 * width)
    return [float(np.mean(run)) for run in _runs(middles, 0.5 * width)]
