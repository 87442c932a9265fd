"""Plot areas of axes without a frame."""

from __future__ import annotations

from collections.abc import Sequence

from ....papers.types import BBox
from ...raster.canvas import Canvas
from ...raster.label import Label
from ...raster.rulings import Ruling
from .numeric import Axis
from .plot_area import PlotArea
from .plot_area_labels import LABEL_REACH, support

FIRST_TICK = 1.3  # steps of an upright axis, from its lowest label to those of the level axis


def panel_beside(axis: Axis, axes: Sequence[Axis], canvas: Canvas, level: Sequence[Ruling]) -> PlotArea:
    """The area of an upright axis without a frame: as wide as its x axis, its gridlines, or the rest of the image."""
    em = canvas.em
    left = max(t.label.box.x1 for t in axis.ticks) + 0.3 * em
    spacing = (axis.end - axis.start) / (len(axis.ticks) - 1)
    top, bottom = max(0.0, axis.start - 0.5 * spacing), min(float(canvas.height), axis.end + 0.1 * em)
    below = [
        a
        for a in axes
        if not a.upright
        and a.start > left - em
        and 0 <= _top(a) - axis.end <= max(6 * em, FIRST_TICK * spacing)
    ]
    x = max(below, key=support, default=None)
    if x is not None and _top(x) - axis.end > LABEL_REACH * em:  # the lowest label is above the axis's end
        bottom = _top(x) - 0.5 * em
    ends = [s.end for s in level if top - em <= s.at <= bottom + em and abs(s.start - left) <= 3 * em]
    right = x.end + em if x is not None else max(ends, default=canvas.width - 0.5 * em)
    return PlotArea(BBox(left, top, right, bottom), (0, 0, 0), em, x, axis)


def _top(axis: Axis) -> float:
    return min(t.label.box.y0 for t in axis.ticks)


def panel_above(axis: Axis, texts: Sequence[Label], em: float) -> PlotArea | None:
    """The area of a level axis without a frame: as high as the column of names left of it."""
    bottom = min(t.label.box.y0 for t in axis.ticks) - 0.3 * em
    left = [
        p
        for p in texts
        if p.number is None
        and not p.vertical
        and 0 <= axis.start - p.box.x1 <= LABEL_REACH * em
        and p.box.y1 < bottom
    ]
    edge = max((p.box.x1 for p in left), default=0.0)
    names = [p for p in left if edge - p.box.x1 <= em]
    if len(names) < 2:
        return None
    half = 0.5 * (max(p.cy for p in names) - min(p.cy for p in names)) / (len(names) - 1)
    top = max(0.0, min(p.cy for p in names) - half)
    return PlotArea(BBox(axis.start, top, axis.end + 0.5 * em, bottom), (0, 0, 0), em, axis)
