"""Named places along an axis: categories under or beside a plot area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ....papers.raster import find_runs
from ....papers.types import BBox
from ...raster.canvas import Canvas, window
from ...raster.label import Label
from .numeric import Axis

# In letter heights.
REACH = 4.0  # largest distance between labels and the area
ROW = 0.7  # tops of the labels of one row
SLANTED_ROW = 2.0  # the same for slanted labels, whose boxes begin at letters of different height
CENTRED = 0.7  # a line of a label under the one before
LINE_GAP = 0.6  # between the lines of one label


@dataclass(frozen=True, slots=True)
class Category:
    """A named position on an axis: its text, its position along the axis, its box."""

    text: str
    at: float
    box: BBox


def tick_categories(axis: Axis) -> tuple[Category, ...]:
    """The tick labels of a numeric axis, powers written out."""
    texts = [f"{t.value:g}" if axis.log else t.label.text for t in axis.ticks]
    return tuple(Category(text, t.at, t.label.box) for text, t in zip(texts, axis.ticks, strict=True))


def find_column_labels(texts: Sequence[Label], area: BBox, canvas: Canvas) -> tuple[Category, ...]:
    """The row of labels next to the bottom of the area, left to right, each with the lines that continue it.

    Labels run together are parted by the tick marks they span; where every label has a tick mark, it is placed there.
    """
    em = canvas.em
    under = [
        p
        for p in texts
        if -0.4 * em <= p.box.y0 - area.y1 <= REACH * em and area.x0 - 2 * em <= p.cx <= area.x1 + 2 * em
    ]
    if not under:
        return ()
    marks = _tick_marks(canvas, area)
    top = min(p.box.y0 for p in under)
    if any(p.slanted for p in under):
        depth = SLANTED_ROW * em
        first = [p for p in under if p.box.y0 - top <= depth]
    else:
        # Boxes that took in a tick mark begin higher than the others: the middles are nearer to one another.
        depth, middle = ROW * em, min(p.cy for p in under)
        first = [p for p in under if p.cy - middle <= depth]
    if len(first) == 1 and abs(first[0].cx - (area.x0 + area.x1) / 2) < em and len(marks) != 1:
        return ()  # the title of an axis without labels
    row = sorted((part for p in first for part in _parted(p, marks)), key=lambda p: p.box.x0)
    rest = [p for p in under if p not in first and not p.vertical]
    under_one = [p for p in rest if any(abs(p.cx - q.cx) <= CENTRED * em for q in row)]
    if len([p for p in under_one if p.box.y0 - min(q.box.y0 for q in under_one) <= ROW * em]) < 2:
        rest = []  # a single text under the row is the title of the axis
    columns = [_label(p, rest, em) for p in row]
    if len(marks) == len(columns):
        columns = [replace(c, at=mark) for c, mark in zip(columns, marks, strict=True)]
    return tuple(columns)


def _tick_marks(canvas: Canvas, area: BBox) -> list[float]:
    """Positions of the short strokes that stick out under the area."""
    em = canvas.em
    left, top = max(0.0, area.x0 - 2), area.y1 + 3
    below = canvas.ink[window(BBox(left, top, area.x1 + 2, top + max(2.0, 0.15 * em)), canvas)]
    if below.size == 0:
        return []
    strokes = find_runs(np.all(below, axis=0))
    return [int(left) + (a + b - 1) / 2 for a, b in strokes if b - a <= max(4.0, 0.3 * em)]


def _parted(phrase: Label, marks: Sequence[float]) -> list[Label]:
    """The phrase, or its words gathered at the tick marks when several are over it."""
    over = [m for m in marks if phrase.box.x0 <= m <= phrase.box.x1]
    if len(over) < 2 or len(phrase.words) < 2:
        return [phrase]
    groups: dict[float, list[Label]] = {}
    for word in phrase.words:
        groups.setdefault(min(over, key=lambda m: abs(m - word.cx)), []).append(word)
    return [joined(words) for words in groups.values()]


def joined(words: Sequence[Label]) -> Label:
    """One phrase of several words or lines, in the order given."""
    box = words[0].box
    for word in words[1:]:
        box = box.union(word.box)
    return replace(words[0], text=" ".join(w.text for w in words), box=box, number=None, words=tuple(words))


def _label(first: Label, rest: Sequence[Label], em: float) -> Category:
    lines = [first]
    for phrase in sorted(rest, key=lambda p: p.box.y0):
        gap = phrase.box.y0 - lines[-1].box.y1
        if abs(phrase.cx - first.cx) <= CENTRED * em and -0.2 * em <= gap <= LINE_GAP * em:
            lines.append(phrase)
    whole = joined(lines) if len(lines) > 1 else first
    # Slanted labels end at their tick mark.
    return Category(whole.text, first.box.x1 - 0.4 * em if first.slanted else first.cx, whole.box)


def find_row_labels(texts: Sequence[Label], area: BBox, em: float) -> tuple[Category, ...]:
    """Labels that end at the left side of the area, one per row, top to bottom; continued lines joined."""
    left = [
        p
        for p in texts
        if not p.vertical
        and area.x0 - REACH * em <= p.box.x1 <= area.x0 + 0.3 * em
        and area.y0 - em <= p.cy <= area.y1 + em
    ]
    if not left:
        return ()
    edge = max(p.box.x1 for p in left)
    column = sorted((p for p in left if edge - p.box.x1 <= em), key=lambda p: p.box.y0)
    gaps = [b.box.y0 - a.box.y1 for a, b in pairwise(column)]
    wide = float(np.median(gaps)) if gaps else 0.0
    groups = [[column[0]]]
    for phrase, gap in zip(column[1:], gaps, strict=True):
        if gap < LINE_GAP * em and gap < 0.5 * wide:
            groups[-1].append(phrase)
        else:
            groups.append([phrase])
    rows = [joined(group) if len(group) > 1 else group[0] for group in groups]
    return tuple(Category(p.text, p.cy, p.box) for p in rows)
