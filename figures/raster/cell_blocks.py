"""Find the block of a heatmap's cells in an image, even if some cells are as pale as the page, and its columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...papers.types import BBox
from ..shapes.cielab import is_white
from ..shapes.label import Label
from ..shapes.placed_labels import PlacedLabel
from ..shapes.shape import Shape, outer_box

EM = 7.0  # letter height to which the image is scaled, that of 10-point text
BLOCK = 0.6  # least share of their bounding box that the cells of a heatmap fill
SAME_LINE = 0.25  # letter heights; largest distance between the centers of two numbers on one line
PALE_COLUMN = 0.8  # least share of the expected numbers that a pale column or grid must have
CLOSE = 6.0  # points; largest distance between the centers of numbers in one column
FEWEST_CELLS = 5
GRID_SIDE = 2  # least number of rows and columns of a grid of numbers
UNEVEN = 0.35  # largest difference between steps of a grid, as a share of a step
PAINTED = 0.25  # least share of a grid of numbers that colored cells fill


def find_cell_block(shapes: Sequence[Shape], em: float) -> BBox | None:
    """Return the box of the colored cells of a heatmap, which fill most of it; None without such cells."""
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
    """Return the box of a grid of numbers on colored cells; None without such a grid. Some cells may be as pale as
    the page.
    """
    numbers = [p.label for p in labels if p.label.number is not None and not p.label.vertical]
    columns = _runs(sorted(n.cx for n in numbers), CLOSE)
    rows = _runs(sorted(n.cy for n in numbers), SAME_LINE * EM)
    # Numbers in a grid share their column and their line; numbers of a color bar share only their column
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
    """Split ordered values into groups in which neighbors are less than `slack` apart."""
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
    """Return the block extended by adjacent columns of numbers, whose cells are as pale as the page.

    Such columns have the same distance as the block's own columns, and about as many numbers on the same lines.
    The numbers of a color bar are on different lines.
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
    """Group shapes that touch each other, up to a gap of `slack`."""
    groups: list[list[Shape]] = []
    for shape in shapes:
        b = shape.box
        grown = BBox(b.x0 - slack, b.y0 - slack, b.x1 + slack, b.y1 + slack)
        near = [g for g in groups if any(grown.intersection_area(s.box) > 0 for s in g)]
        groups = [g for g in groups if g not in near] + [[shape, *(s for g in near for s in g)]]
    return groups


def number_columns(labels: Sequence[PlacedLabel], block: BBox) -> list[float]:
    """Return the center x positions of the columns of numbers in a block, rounded to CLOSE."""
    inside = [p.label for p in labels if p.label.number is not None and p.box.intersection_area(block) > 0]
    return [column * CLOSE for column in sorted({round(number.cx / CLOSE) for number in inside})]


def cell_columns(shapes: Sequence[Shape], block: BBox) -> list[float]:
    """Return the center x positions of the columns of colored cells in a block."""
    cells = [s for s in shapes if s.kind == "rectangle" and _holds(block, s.box)]
    width = float(np.median([s.box.width for s in cells])) if cells else 0.0
    middles = sorted(s.cx for s in cells if abs(s.box.width - width) < 0.25 * width)
    return [float(np.mean(run)) for run in _runs(middles, 0.5 * width)]
