"""Bars as marks: each with its place and the value at its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....papers.types import BBox
from ..types import Mark
from .bars import CLOSE, Bar
from .mark_context import MarkContext, nearest

SAME = 0.5  # share of the narrower of two bars that must overlap for them to be one


def bar_marks(bars: Sequence[Bar], plot: MarkContext) -> list[Mark]:
    """One mark per bar and, for series that have a fixed offset in their group, an empty one where its bar is missing."""
    marks = _one_each([_mark(bar, plot) for bar in _largest_each(bars, plot)], plot)
    return marks + _missing(marks, plot)


def _largest_each(bars: Sequence[Bar], plot: MarkContext) -> list[Bar]:
    """Of pieces of one series over one another, the largest: the rest are rims of its neighbours."""
    kept: list[Bar] = []
    for bar in sorted(bars, key=lambda b: (-b.box.width * b.box.height, b.box.x0, b.box.y0)):
        if all(
            other.series != bar.series or overlap(bar.box, other.box, plot.panel.level) < SAME
            for other in kept
        ):
            kept.append(bar)
    return sorted(kept, key=lambda b: (b.box.x0, b.box.y0, b.series))


def overlap(a: BBox, b: BBox, level: bool) -> float:
    """Shared part of the extents along the axis of places, of the narrower one."""
    if level:
        shared = min(a.y1, b.y1) - max(a.y0, b.y0)
        return shared / max(1.0, min(a.height, b.height))
    return (min(a.x1, b.x1) - max(a.x0, b.x0)) / max(1.0, min(a.width, b.width))


def _mark(bar: Bar, plot: MarkContext) -> Mark:
    """The bar with the value of its end away from zero."""
    panel, box = plot.panel, bar.box
    if panel.level:
        zero = panel.x.pixel(0.0) if panel.x is not None and not panel.x.log else panel.area.x0
        negative = box.x1 <= zero + 0.3 * plot.em
        place, value = (
            nearest(panel.rows, (box.y0 + box.y1) / 2),
            plot.x_value(box.x0 if negative else box.x1),
        )
    else:
        zero = panel.y.pixel(0.0) if panel.y is not None and not panel.y.log else panel.area.y1
        negative = box.y0 >= zero - 0.3 * plot.em and box.height > 3
        place, value = (
            nearest(panel.columns, (box.x0 + box.x1) / 2),
            plot.y_value(box.y1 if negative else box.y0),
        )
    return Mark(bar.series, plot.number, place, box, y=value, size=box.width * box.height)


def _one_each(marks: Sequence[Mark], plot: MarkContext) -> list[Mark]:
    """The marks with one bar per series and place: of several, the one nearest to the label keeps the place."""
    places = plot.panel.rows if plot.panel.level else plot.panel.columns
    nearest_one: dict[tuple[int, int], float] = {}
    for mark in marks:
        if mark.place >= 0:
            key, off = (mark.series, mark.place), _off(mark, places[mark.place].at, plot)
            nearest_one[key] = min(off, nearest_one.get(key, off))
    return [
        replace(m, place=-1)
        if m.place >= 0 and _off(m, places[m.place].at, plot) > nearest_one[m.series, m.place] + 1.0
        else m
        for m in marks
    ]


def _off(mark: Mark, at: float, plot: MarkContext) -> float:
    box = mark.box
    return abs((box.y0 + box.y1 if plot.panel.level else box.x0 + box.x1) / 2 - at)


def are_stacked(marks: Sequence[Mark], level: bool) -> bool:
    """True if most bars begin at the end of a bar of another series at the same place."""
    bars = [mark for mark in marks if mark.size > 0]
    over = [
        any(
            other.place == bar.place
            and other.series != bar.series
            and overlap(bar.box, other.box, level) > 0.8
            and _gap(bar.box, other.box, level) <= CLOSE
            for other in bars
        )
        for bar in bars
    ]
    return len(over) > 1 and sum(over) > 0.6 * len(over)


def _gap(a: BBox, b: BBox, level: bool) -> float:
    """Pixels between the ends of two bars of one stack."""
    return max(a.x0 - b.x1, b.x0 - a.x1) if level else max(a.y0 - b.y1, b.y0 - a.y1)


def segments(marks: Sequence[Mark], plot: MarkContext) -> list[Mark]:
    """The marks, bars with the lengths of their segments as values, in axis units."""
    return [replace(m, y=_length(m.box, plot)) if m.size > 0 else m for m in marks]


def _length(box: BBox, plot: MarkContext) -> float:
    if plot.panel.level:
        return abs(plot.x_value(box.x1) - plot.x_value(box.x0))
    return abs(plot.y_value(box.y0) - plot.y_value(box.y1))


def _missing(marks: Sequence[Mark], plot: MarkContext) -> list[Mark]:
    """Flat bars at the base line in the slots of a grouped chart that show no bar, with value None until a number is found."""
    if plot.panel.level:
        return []
    places = plot.panel.columns
    offsets: dict[int, list[float]] = defaultdict(list)
    seen: set[tuple[int, int]] = set()
    for mark in marks:
        if 0 <= mark.place < len(places):
            offsets[mark.series].append((mark.box.x0 + mark.box.x1) / 2 - places[mark.place].at)
            seen.add((mark.series, mark.place))
    if len(offsets) < 2 or len(places) < 2:
        return []
    width = float(np.median([m.box.width for m in marks]))
    base = float(np.median([m.box.y1 for m in marks]))
    found = []
    for series, shifts in sorted(offsets.items()):
        if len(shifts) >= 2 and np.ptp(shifts) > 0.5 * width:
            continue
        for index, place in enumerate(places):
            if (series, index) not in seen:
                centre = place.at + float(np.median(shifts))
                box = BBox(centre - width / 2, base - 1, centre + width / 2, base)
                found.append(Mark(series, plot.number, index, box))
    return found
