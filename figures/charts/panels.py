"""Plot areas with their axes and categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from ...papers.types import BBox
from .axes import Axis, numeric_axes, sparse_axis
from .canvas import Canvas, Floats, distance, most_common, window
from .legend import Entry
from .phrases import Phrase, runs
from .rulings import Segment, frames

# In letter heights.
LABEL_REACH = 3.5  # tick labels stand this near to their axis
CATEGORY_REACH = 4.0
CENTRED = 0.7  # a line of a label under the one before
SHADED = 4.0  # colour distance from the page of a plot area with a ground of its own; JPEG noise stays below
TITLE_REACH = 6.0
LINE_GAP = 0.6  # between the lines of one label


@dataclass(frozen=True, slots=True)
class Category:
    """A named position on an axis: its text, where it stands along the axis, its box."""

    text: str
    at: float
    box: BBox


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot area. `x` and `y` are its numeric axes; `columns` are named places along x, `rows` along y.

    Numeric tick labels of x are named places too ("2019", "4 shots"). `ground` is the colour behind the marks.
    """

    area: BBox
    ground: tuple[float, float, float]
    x: Axis | None = None
    y: Axis | None = None
    columns: tuple[Category, ...] = ()
    rows: tuple[Category, ...] = ()
    title: str = ""
    x_title: str = ""
    y_title: str = ""

    @property
    def level(self) -> bool:
        """Whether bars run sideways: names along y and no numbers there."""
        return self.y is None and bool(self.rows)


def panels_of(
    canvas: Canvas,
    phrases: Sequence[Phrase],
    legend: Sequence[Entry],
    level: Sequence[Segment],
    upright: Sequence[Segment],
    em: float,
) -> list[Panel]:
    """Plot areas in reading order; empty when the image shows neither axes nor a frame with labels along it."""
    texts = [p for p in phrases if not any(p.box.intersection_area(e.text) > 0 for e in legend)]
    axes = numeric_axes(texts, em)
    boxes = frames(level, upright, em) + _grounds(canvas, em)
    panels = [_with_axes(Panel(box, (0, 0, 0)), axes, em) for box in boxes]
    loose = [a for a in axes if not any(a in (p.x, p.y) for p in panels)]
    panels += [_panel_beside(a, axes, canvas, level, em) for a in loose if a.upright]
    panels = [_with_categories(p, texts, canvas, em) for p in panels]
    kept = _without_overlaps([p for p in panels if _evidence(p) > 0])
    shared = [_with_titles(p, texts, em) for p in _with_shared_axes(kept, em)]
    return [
        replace(p, ground=_ground(canvas, p.area))
        for p in sorted(shared, key=lambda p: _reading_order(p, em))
    ]


def _reading_order(panel: Panel, em: float) -> tuple[int, float]:
    return round(panel.area.y0 / (4 * em)), panel.area.x0


def _grounds(canvas: Canvas, em: float) -> list[BBox]:
    """Rectangles filled with a colour of their own that is close to the page's: shaded plot areas."""
    shade = most_common(canvas.lab)
    if float(np.linalg.norm(shade - canvas.page)) < SHADED:
        away = distance(canvas.lab, canvas.page) > SHADED
        if away.mean() < 0.2:
            return []
        shade = most_common(canvas.lab[away])
    flags = (distance(canvas.lab, shade) < 2.5).astype(np.uint8)
    if flags.mean() < 0.1:
        return []
    closed = cv2.morphologyEx(flags, cv2.MORPH_CLOSE, np.ones((5, 5), dtype=np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
    boxes = [BBox(x, y, x + w, y + h) for x, y, w, h, n in stats[1:].tolist() if n > 0.02 * flags.size]
    return _hulls([b for b in boxes if b.width > 4 * em and b.height > 3 * em], em)


def _hulls(boxes: list[BBox], em: float) -> list[BBox]:
    """Boxes that gridlines or bars had cut apart, joined again."""
    joined: list[BBox] = []
    for box in sorted(boxes, key=lambda b: (b.x0, b.y0)):
        near = [b for b in joined if _touch(b, box, 0.5 * em)]
        for other in near:
            joined.remove(other)
            box = box.union(other)
        joined.append(box)
    return joined


def _touch(a: BBox, b: BBox, slack: float) -> bool:
    return a.x0 - slack <= b.x1 and b.x0 - slack <= a.x1 and a.y0 - slack <= b.y1 and b.y0 - slack <= a.y1


def _with_axes(panel: Panel, axes: Sequence[Axis], em: float) -> Panel:
    y = max((a for a in axes if a.upright and _beside(a, panel.area, em)), key=_support, default=None)
    x = max((a for a in axes if not a.upright and _below(a, panel.area, em)), key=_support, default=None)
    return replace(panel, x=x, y=y)


def _support(axis: Axis) -> int:
    return len(axis.ticks)


def _beside(axis: Axis, area: BBox, em: float) -> bool:
    """Whether the tick labels stand along the left (or right) side of the area, outside it."""
    left = max(t.label.box.x1 for t in axis.ticks)
    right = min(t.label.box.x0 for t in axis.ticks)
    near = -0.5 * em <= area.x0 - left <= LABEL_REACH * em or -0.5 * em <= right - area.x1 <= LABEL_REACH * em
    return near and axis.start >= area.y0 - em and axis.end <= area.y1 + em


def _below(axis: Axis, area: BBox, em: float) -> bool:
    top = min(t.label.box.y0 for t in axis.ticks)
    bottom = max(t.label.box.y1 for t in axis.ticks)
    near = -0.5 * em <= top - area.y1 <= LABEL_REACH * em or -0.5 * em <= area.y0 - bottom <= LABEL_REACH * em
    return near and axis.start >= area.x0 - em and axis.end <= area.x1 + em


def _panel_beside(
    axis: Axis, axes: Sequence[Axis], canvas: Canvas, level: Sequence[Segment], em: float
) -> Panel:
    """The area of an upright axis without a frame: as wide as its x axis, its gridlines, or the rest of the image."""
    left = max(t.label.box.x1 for t in axis.ticks) + 0.3 * em
    spacing = (axis.end - axis.start) / (len(axis.ticks) - 1)
    top, bottom = max(0.0, axis.start - 0.5 * spacing), min(float(canvas.height), axis.end + 0.1 * em)
    below = [
        a
        for a in axes
        if not a.upright
        and a.start > left - em
        and 0 <= min(t.label.box.y0 for t in a.ticks) - axis.end <= 6 * em
    ]
    x = max(below, key=_support, default=None)
    ends = [s.end for s in level if top - em <= s.at <= bottom + em and abs(s.start - left) <= 3 * em]
    right = x.end + em if x is not None else max(ends, default=canvas.width - 0.5 * em)
    return Panel(BBox(left, top, right, bottom), (0, 0, 0), x, axis)


def _with_categories(panel: Panel, texts: Sequence[Phrase], canvas: Canvas, em: float) -> Panel:
    area = panel.area
    under = [
        p
        for p in texts
        if -0.4 * em <= p.box.y0 - area.y1 <= CATEGORY_REACH * em
        and area.x0 - 2 * em <= p.cx <= area.x1 + 2 * em
    ]
    columns = (
        _axis_places(panel.x)
        if panel.x is not None
        else _at_ticks(_first_row(under, panel, em), panel, canvas, em)
    )
    rows: tuple[Category, ...] = ()
    y = panel.y
    if y is None:
        left = [
            p
            for p in texts
            if not p.vertical and p.box.x1 <= area.x0 + 0.3 * em and area.y0 - em <= p.cy <= area.y1 + em
        ]
        column = _first_column(left, em)
        y = sparse_axis([p for p in left if any(p.box == c.box for c in column)], True)
        rows = column if y is None else ()
    return replace(panel, columns=columns, rows=rows, y=y)


def _at_ticks(columns: tuple[Category, ...], panel: Panel, canvas: Canvas, em: float) -> tuple[Category, ...]:
    """The labels moved to the tick marks under the area when there is one for each: slanted labels stand beside theirs."""
    area = panel.area
    below = canvas.ink[
        window(BBox(area.x0 - 2, area.y1 + 3, area.x1 + 2, area.y1 + 3 + max(2.0, 0.15 * em)), canvas)
    ]
    marks = [(a + b) / 2 for a, b in runs(np.all(below, axis=0)) if b - a <= max(4.0, 0.3 * em)]
    if len(marks) != len(columns):
        slanted = [c.box.height > 1.8 * em and c.box.width > 1.2 * em for c in columns]
        return tuple(
            replace(c, at=c.box.x1 - 0.4 * em) if s else c for c, s in zip(columns, slanted, strict=True)
        )
    start = max(0, int(area.x0 - 2))
    return tuple(replace(c, at=start + mark) for c, mark in zip(columns, marks, strict=True))


def _axis_places(axis: Axis) -> tuple[Category, ...]:
    texts = [f"{t.value:g}" if axis.log else t.label.text for t in axis.ticks]
    return tuple(Category(text, t.at, t.label.box) for text, t in zip(texts, axis.ticks, strict=True))


def _first_row(under: Sequence[Phrase], panel: Panel, em: float) -> tuple[Category, ...]:
    """The row of labels next to the bottom of the area, with the lines that continue them."""
    if not under:
        return ()
    top = min(p.box.y0 for p in under)
    row = [p for p in under if p.box.y0 - top <= 0.7 * em]
    rest = [p for p in under if p.box.y0 - top > 0.7 * em and not p.vertical]
    if len(row) == 1 and abs(row[0].cx - (panel.area.x0 + panel.area.x1) / 2) < em:
        return ()
    under_one = [p for p in rest if any(abs(p.cx - q.cx) <= CENTRED * em for q in row)]
    if len([p for p in under_one if p.box.y0 - min(q.box.y0 for q in under_one) <= 0.7 * em]) < 2:
        rest = []  # a single text under the row is the title of the axis
    return tuple(_label(p, rest, em) for p in sorted(row, key=lambda p: p.box.x0))


def _label(first: Phrase, rest: Sequence[Phrase], em: float) -> Category:
    lines = [first]
    for phrase in sorted(rest, key=lambda p: p.box.y0):
        last = lines[-1]
        centred = abs(phrase.cx - first.cx) <= CENTRED * em
        if centred and 0 <= phrase.box.y0 - last.box.y1 + 0.2 * em <= (LINE_GAP + 0.2) * em:
            lines.append(phrase)
    box = lines[0].box
    for line in lines[1:]:
        box = box.union(line.box)
    text = " ".join(p.text for p in lines)
    return Category(text, first.cx, box)


def _first_column(left: Sequence[Phrase], em: float) -> tuple[Category, ...]:
    """Labels that end at the left side of the area, one per row; continued lines joined."""
    if not left:
        return ()
    edge = max(p.box.x1 for p in left)
    column = sorted((p for p in left if edge - p.box.x1 <= 1.0 * em), key=lambda p: p.box.y0)
    groups: list[list[Phrase]] = []
    gaps = [b.box.y0 - a.box.y1 for a, b in pairwise(column)]
    wide = float(np.median(gaps)) if gaps else 0.0
    for phrase in column:
        gap = phrase.box.y0 - groups[-1][-1].box.y1 if groups else 0.0
        if groups and gap < LINE_GAP * em and gap < 0.5 * wide:
            groups[-1].append(phrase)
        else:
            groups.append([phrase])
    return tuple(_row(group) for group in groups)


def _row(lines: Sequence[Phrase]) -> Category:
    box = lines[0].box
    for line in lines[1:]:
        box = box.union(line.box)
    return Category(" ".join(p.text for p in lines), (box.y0 + box.y1) / 2, box)


def _with_titles(panel: Panel, texts: Sequence[Phrase], em: float) -> Panel:
    """Titles of the axes and of the panel: the texts beyond the labels that are centred on a side of the area."""
    area = panel.area
    used = [c.box for c in panel.columns + panel.rows]
    for axis in (panel.x, panel.y):
        used += [t.label.box for t in axis.ticks] if axis is not None else []
    free = [p for p in texts if p.number is None and not any(p.box.intersection_area(b) > 0 for b in used)]
    centred = [p for p in free if not p.vertical and area.x0 <= p.cx <= area.x1]
    under = [p for p in centred if 0 <= p.box.y0 - area.y1 <= TITLE_REACH * em]
    over = [p for p in centred if -0.3 * em <= area.y0 - p.box.y1 <= TITLE_REACH * em]
    beside = [p for p in free if p.vertical and p.cx < area.x0 and p.box.y0 < area.y1 and p.box.y1 > area.y0]
    x_title = min(under, key=lambda p: p.box.y0, default=None)
    y_title = max(beside, key=lambda p: p.cx, default=None)
    title = max(over, key=lambda p: p.box.y1, default=None)
    below = [p for p in under if x_title is not None and p.box.y0 > x_title.box.y1 - 0.2 * em]
    if title is None and below:
        title = min(below, key=lambda p: p.box.y0)
    return replace(panel, title=_text(title), x_title=_text(x_title), y_title=_text(y_title))


def _text(phrase: Phrase | None) -> str:
    return phrase.text if phrase is not None else ""


def _evidence(panel: Panel) -> int:
    """Count of labels along the sides; a frame without labels is no plot area."""
    ticks = sum(_support(a) for a in (panel.x, panel.y) if a is not None)
    named = len(panel.columns) if len(panel.columns) > 1 and panel.x is None else 0
    return ticks + named + (len(panel.rows) if len(panel.rows) > 1 and ticks else 0)


def _without_overlaps(panels: Sequence[Panel]) -> list[Panel]:
    """Of overlapping areas the one with more labels, then the larger."""
    ranked = sorted(
        panels, key=lambda p: (-_evidence(p), -p.area.width * p.area.height, p.area.x0, p.area.y0)
    )
    kept: list[Panel] = []
    for panel in ranked:
        size = panel.area.width * panel.area.height
        if all(
            panel.area.intersection_area(k.area) <= 0.1 * min(size, k.area.width * k.area.height)
            for k in kept
        ):
            kept.append(panel)
    return kept


def _with_shared_axes(panels: Sequence[Panel], em: float) -> list[Panel]:
    """Panels of one row borrow the y axis that only one of them has, those of one column the x axis."""
    done = []
    for panel in panels:
        y, x, columns = panel.y, panel.x, panel.columns
        for other in panels:
            same_row = abs(other.area.y0 - panel.area.y0) < em and abs(other.area.y1 - panel.area.y1) < em
            same_column = abs(other.area.x0 - panel.area.x0) < em and abs(other.area.x1 - panel.area.x1) < em
            if y is None and not panel.rows and same_row:
                y = other.y
            if x is None and not columns and same_column:
                x, columns = other.x, other.columns
        done.append(replace(panel, x=x, y=y, columns=columns))
    return done


def _ground(canvas: Canvas, area: BBox) -> tuple[float, float, float]:
    colour: Floats = most_common(canvas.lab[window(area, canvas)])
    return (float(colour[0]), float(colour[1]), float(colour[2]))
