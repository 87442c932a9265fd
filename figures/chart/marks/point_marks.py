"""Points as marks, with the labels written beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from ....papers.types import BBox
from ...raster.canvas import Mask
from ...raster.label import Label
from ..types import Mark
from .mark_context import MarkContext, nearest
from .points import find_points, without_letters
from .series_masks import SeriesMasks

REACH = 3.0  # letter heights between a point and its label
RIM = 0.2  # letter heights: ticks and spines at the sides of the area are thinner


def point_mask(series: int, masks: SeriesMasks, plot: MarkContext) -> Mask:
    """The pixels of one colour without texts of that colour and without the rim of the area."""
    mask = masks.mask(series).copy()
    rim = max(2, round(RIM * plot.em))
    mask[:rim] = mask[-rim:] = False
    mask[:, :rim] = mask[:, -rim:] = False
    boxes = []
    for box in plot.texts:
        y0, y1 = int(box.y0) - masks.y, int(np.ceil(box.y1)) - masks.y
        x0, x1 = int(box.x0) - masks.x, int(np.ceil(box.x1)) - masks.x
        boxes.append((slice(max(0, y0), max(0, y1)), slice(max(0, x0), max(0, x1))))
    return without_letters(mask, boxes, plot.em)


def point_marks(series: int, mask: Mask, masks: SeriesMasks, plot: MarkContext) -> list[Mark]:
    """The points of a mask. With names along an axis each point has its place there and one value."""
    marks = []
    panel = plot.panel
    for box, size in find_points(mask, plot.em):
        moved = BBox(box.x0 + masks.x, box.y0 + masks.y, box.x1 + masks.x, box.y1 + masks.y)
        cx, cy = (moved.x0 + moved.x1) / 2, (moved.y0 + moved.y1) / 2
        if panel.level:
            place, x, y = nearest(panel.rows, cy), None, plot.x_value(cx)
        else:
            place = nearest(panel.columns, cx) if panel.x is None else -1
            x, y = plot.x_value(cx), plot.y_value(cy)
        marks.append(Mark(series, plot.number, place, moved, x, y, size))
    return marks


def with_labels(marks: Sequence[Mark], texts: Sequence[Label], em: float) -> list[Mark]:
    """The marks with the texts beside them as labels: the pairing of least total distance, one text per point."""
    if not marks or not texts:
        return list(marks)
    far = REACH * em
    cost = np.array([[min(far, _distance(mark.box, text.box)) for text in texts] for mark in marks])
    done = list(marks)
    for i, j in zip(*linear_sum_assignment(cost), strict=True):
        if cost[i, j] < far:
            done[i] = replace(done[i], label=texts[j].text)
    return done


def _distance(point: BBox, text: BBox) -> float:
    """Gap between the rims of two boxes; texts that begin beside the point rank before those above or below it."""
    dx = max(0.0, text.x0 - point.x1, point.x0 - text.x1)
    dy = max(0.0, text.y0 - point.y1, point.y0 - text.y1)
    off = abs((text.x0 + text.x1 - point.x0 - point.x1) / 2) / max(1.0, text.width)
    return float(np.hypot(dx, dy)) + 0.5 * off
