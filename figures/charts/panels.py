"""Plot areas with their axes and categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ...papers.types import BBox
from .axes import Axis, numeric_axes, sparse_axis
from .canvas import DISTINCT, Canvas, Floats, distance, most_common, window
from .legend import Entry
from .phrases import Phrase, ground_around
from .places import Category, axis_places, columns_of, rows_of
from .rulings import Segment, frames

# In letter heights.
LABEL_REACH = 3.5  # tick labels stand this near to their axis
SHADED = 4.0  # colour distance from the page of a plot area with a ground of its own; JPEG noise stays below
PALE = 25.0  # the most that it differs; bars differ more
TITLE_REACH = 6.0


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
    texts = _labels(canvas, phrases, legend)
    axes = numeric_axes(texts, em)
    boxes = frames(level, upright, em) + _grounds(canvas, em)
    panels = [_with_axes(Panel(box, (0, 0, 0)), axes, em) for box in boxes]
    loose = [a for a in axes if not any(a in (p.x, p.y) for p in panels)]
    alone = [
        a for a in loose if a.upright and not any(_beside(a, p.area, em) for p in panels if p.y is not None)
    ]
    panels += [_panel_beside(a, axes, canvas, level, em) for a in alone]
    found = [_with_categories(p, texts, canvas, em) for p in panels]
    bare = [
        a for a in axes if not a.upright and not any(p.x is a and (p.y or len(p.rows) > 1) for p in found)
    ]
    above = [panel for a in bare if (panel := _panel_above(a, texts, em)) is not None]
    found += [_with_categories(p, texts, canvas, em) for p in above]
    return _finished(canvas, [p for p in found if p.x or p.y or len(p.columns) > 1], texts, em)


def _labels(canvas: Canvas, phrases: Sequence[Phrase], legend: Sequence[Entry]) -> list[Phrase]:
    """The texts that may stand along axes: outside of the legend, on the page and not on a mark."""
    free = [p for p in phrases if not any(p.box.intersection_area(e.text) > 0 for e in legend)]
    return [
        p
        for p in free
        if float(np.linalg.norm(ground_around(canvas, *window(p.box, canvas)) - canvas.page)) < DISTINCT
    ]


def panels_without_axes(
    canvas: Canvas,
    phrases: Sequence[Phrase],
    legend: Sequence[Entry],
    level: Sequence[Segment],
    upright: Sequence[Segment],
    em: float,
) -> list[Panel]:
    """Frames with names at their left side, or the box around all coloured marks with names under or beside it."""
    texts = _labels(canvas, phrases, legend)
    boxes = frames(level, upright, em) + _grounds(canvas, em) + _box_of_marks(canvas, legend, phrases, em)
    panels = [_with_categories(Panel(box, (0, 0, 0)), texts, canvas, em) for box in boxes]
    return _finished(canvas, [p for p in panels if max(len(p.rows), len(p.columns)) > 1], texts, em)


def _finished(canvas: Canvas, panels: Sequence[Panel], texts: Sequence[Phrase], em: float) -> list[Panel]:
    """The panels with labels, without overlaps, axes shared, titles and grounds added, in reading order."""
    kept = _without_overlaps([p for p in panels if _evidence(p) > 0])
    shared = [_with_titles(p, texts, em) for p in _with_shared_axes(kept, em)]
    ordered = sorted(shared, key=lambda p: _reading_order(p, em))
    return [replace(p, ground=ground_of(canvas, p.area)) for p in ordered]


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
    if float(np.linalg.norm(shade - canvas.page)) > PALE:
        return []
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


def _panel_above(axis: Axis, texts: Sequence[Phrase], em: float) -> Panel | None:
    """The area of a level axis without a frame: as high as the names that stand in a column left of it."""
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
    return Panel(BBox(axis.start, top, axis.end + 0.5 * em, bottom), (0, 0, 0), axis)


def _box_of_marks(
    canvas: Canvas, legend: Sequence[Entry], phrases: Sequence[Phrase], em: float
) -> list[BBox]:
    """The box around everything coloured that is neither text nor legend; none for specks."""
    marks = (canvas.chroma > 2 * DISTINCT) & canvas.ink
    for box in [e.swatch.union(e.text) for e in legend] + [p.box for p in phrases]:
        marks[window(BBox(box.x0 - 3, box.y0 - 3, box.x1 + 3, box.y1 + 3), canvas)] = False
    count, _, stats, _ = cv2.connectedComponentsWithStats(marks.astype(np.uint8), connectivity=8)
    large = [row for row in stats[1:count].tolist() if row[4] >= em * em]
    if not large:
        return []
    left, top = min(r[0] for r in large), min(r[1] for r in large)
    right, bottom = max(r[0] + r[2] for r in large), max(r[1] + r[3] for r in large)
    return [BBox(float(left), float(top), float(right), float(bottom))]


def _with_categories(panel: Panel, texts: Sequence[Phrase], canvas: Canvas, em: float) -> Panel:
    """The panel with named places along its sides, and with axes of just two numbers where there is none yet."""
    x, y = panel.x, panel.y
    taken = {id(t.label) for axis in (x, y) if axis is not None for t in axis.ticks}
    free = [p for p in texts if id(p) not in taken]
    rows = rows_of(free, panel.area, em) if y is None else ()
    if len(rows) == 2:
        y = sparse_axis([p for p in free if any(p.box == r.box for r in rows)], True)
        if y is not None:
            free = [p for p in free if all(p is not t.label for t in y.ticks)]
            rows = ()
    columns = axis_places(x) if x is not None else columns_of(free, panel.area, canvas, em)
    if x is None and len(columns) == 2:
        x = sparse_axis([p for p in free if any(p.box == c.box for c in columns)], False)
        columns = axis_places(x) if x is not None else columns
    return replace(panel, columns=columns, rows=rows, x=x, y=y)


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
    return ticks + named + (len(panel.rows) if len(panel.rows) > 1 else 0)


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


def ground_of(canvas: Canvas, area: BBox) -> tuple[float, float, float]:
    """The colour behind the marks: the page's where a tenth of the area shows it, else the most common one."""
    region = canvas.lab[window(area, canvas)]
    bare = float((distance(region, canvas.page) < SHADED).mean()) if region.size else 1.0
    colour: Floats = canvas.page if bare > 0.1 else most_common(region)
    return (float(colour[0]), float(colour[1]), float(colour[2]))
