"""Assign axes, named positions and titles to the sides of a plot area."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from ....papers.types import BBox
from ...shapes.label import Label
from .numeric import Axis
from .plot_area import PlotArea

SUBCAPTION = re.compile(r"\([a-z]\)\s*\S")  # "(a) Accuracy" under a plot area
# The next distances are in letter heights.
LABEL_REACH = 3.5  # largest distance between tick labels and their axis
TITLE_REACH = 6.0
STRIP_REACH = (
    1.5  # distance of a panel's rotated name in a strip to its right, in place of the ticks of a second axis
)
OVERHANG = 1.5  # most that the center of an x tick label may lie outside the area


def with_axes(panel: PlotArea, axes: Sequence[Axis]) -> PlotArea:
    em = panel.em
    y = max((a for a in axes if a.upright and beside(a, panel.area, em)), key=support, default=None)
    x = max((a for a in axes if not a.upright and _below(a, panel.area, em)), key=support, default=None)
    return replace(panel, x=x, y=y)


def support(axis: Axis) -> int:
    return len(axis.ticks)


def beside(axis: Axis, area: BBox, em: float) -> bool:
    """True if the tick labels are along the left or right side of the area, outside the area."""
    left = max(t.label.box.x1 for t in axis.ticks)
    right = min(t.label.box.x0 for t in axis.ticks)
    near = -0.5 * em <= area.x0 - left <= LABEL_REACH * em or -0.5 * em <= right - area.x1 <= LABEL_REACH * em
    return near and axis.start >= area.y0 - em and axis.end <= area.y1 + em


def _below(axis: Axis, area: BBox, em: float) -> bool:
    top = median(t.label.box.y0 for t in axis.ticks)  # a label may be joined to a label of the other axis
    bottom = median(t.label.box.y1 for t in axis.ticks)
    near = -0.5 * em <= top - area.y1 <= LABEL_REACH * em or -0.5 * em <= area.y0 - bottom <= LABEL_REACH * em
    return near and axis.start >= area.x0 - OVERHANG * em and axis.end <= area.x1 + OVERHANG * em


def with_titles(panel: PlotArea, texts: Sequence[Label]) -> PlotArea:
    """Return the panel with its title and axis titles: texts beyond the tick labels, centered on a side of the area."""
    em = panel.em
    area = panel.area
    used = [c.box for c in panel.columns + panel.rows]
    for axis in (panel.x, panel.y):
        used += [t.label.box for t in axis.ticks] if axis is not None else []
    free = [p for p in texts if p.number is None and not any(p.box.intersection_area(b) > 0 for b in used)]
    centered = [p for p in free if not p.vertical and area.x0 <= p.cx <= area.x1]
    under = [p for p in centered if 0 <= p.box.y0 - area.y1 <= TITLE_REACH * em]
    over = [p for p in centered if -0.3 * em <= area.y0 - p.box.y1 <= TITLE_REACH * em]
    beside = [p for p in free if p.vertical and p.cx < area.x0 and p.box.y0 < area.y1 and p.box.y1 > area.y0]
    captions = [p for p in under if SUBCAPTION.match(p.text)]
    caption = min(captions, key=lambda p: p.box.y0, default=None)
    under = [p for p in under if p not in captions]
    x_title = min(under, key=lambda p: p.box.y0, default=None)
    y_title = max(beside, key=lambda p: p.cx, default=None)
    title = max(over, key=lambda p: p.box.y1, default=None)
    below = [p for p in under if x_title is not None and p.box.y0 > x_title.box.y1 - 0.2 * em]
    if title is None and below:
        title = min(below, key=lambda p: p.box.y0)
    strips = [
        p
        for p in free
        if p.vertical and 0 <= p.box.x0 - area.x1 <= STRIP_REACH * em and area.y0 <= p.cy <= area.y1
    ]
    title = caption or title or min(strips, key=lambda p: p.box.x0, default=None)
    return replace(panel, title=_text(title), x_title=_text(x_title), y_title=_text(y_title))


def _text(phrase: Label | None) -> str:
    return phrase.text if phrase is not None else ""
