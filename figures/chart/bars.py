"""Read the bars of a plot area from its rectangles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..shapes.cielab import is_white
from ..shapes.shape import Shape
from .axes.plot_area import PlotArea
from .axes.side_names import nearest_place
from .lines import inside
from .series import SeriesTable
from .types import Mark

TOUCH = 2.0  # points; largest gap between two bars of one stack, or between a bar and its baseline
BASED = 0.6  # least share of the rectangles that start at the baseline or on another bar
LARGEST_SQUARE = 1.6  # letter heights; largest side of a square marker
SAME_SIDE = 0.25  # points; largest difference in side length between two markers of one size
MOST_RECTANGLES = 300  # with more, the rectangles are cells
FEWEST_CELLS = 9  # at least this many rectangles of one size are cells
WHOLE = 0.95  # a rectangle with more than this share of the area's width or height is a background


def rectangles_in(panel: PlotArea, shapes: Sequence[Shape]) -> list[Shape]:
    """Return the rectangles that may be bars or cells, in painting order.

    If two rectangles are in the same place, the filled one is kept.
    """
    area, em = panel.area, panel.em
    found: dict[tuple[float, ...], Shape] = {}
    for shape in shapes:
        box = shape.box
        if shape.kind != "rectangle" or not inside(shape, area, 0.6 * em):
            continue
        if (box.width > WHOLE * area.width and box.height > 0.5 * area.height) or max(
            box.width, box.height
        ) < 0.3 * em:
            continue
        if box.height > WHOLE * area.height and box.width > 0.5 * area.width:
            continue
        if shape.stroke is None and (shape.fill is None or is_white(shape.fill)):
            continue
        key = tuple(round(side / 1.5) for side in (box.x0, box.y0, box.x1, box.y1))
        before = found.get(key)
        if before is None or (before.fill is None and shape.fill is not None):
            found[key] = shape if before is None else replace(shape, stroke=shape.stroke or before.stroke)
    squares = [s for s in found.values() if s.marker and s.side <= LARGEST_SQUARE * em]
    return sorted((s for s in found.values() if not _is_repeated_marker(s, squares)), key=lambda s: s.order)


def _is_repeated_marker(shape: Shape, squares: Sequence[Shape]) -> bool:
    """True if several of the small squares have the size of `shape`, up to SAME_SIDE; `shape` must be one of them."""
    if not any(shape is square for square in squares):
        return False
    same = (
        abs(s.box.width - shape.box.width) <= SAME_SIDE and abs(s.box.height - shape.box.height) <= SAME_SIDE
        for s in squares
    )
    return sum(same) > 1


def read_bars(rectangles: Sequence[Shape], panel: PlotArea, number: int, table: SeriesTable) -> list[Mark]:
    """Return a mark for each bar, with the value of its end. A segment of a stack has its length as its value.

    Empty if most of the rectangles are not bars.
    """
    sizes = {(round(s.box.width), round(s.box.height)) for s in rectangles}
    if len(rectangles) > MOST_RECTANGLES or (len(rectangles) >= FEWEST_CELLS and len(sizes) == 1):
        return []
    level = is_level(rectangles, panel)
    base = _base(rectangles, panel, level)
    bars, stacked = _based(rectangles, base, level)
    if len(bars) < 2 or len(bars) < BASED * len(rectangles):
        return []
    panel_places = panel.rows if level else panel.columns
    marks = []
    for bar in bars:
        low, high = _ends(bar.box, level)
        near, far = (low, high) if abs(low - base) <= abs(high - base) else (high, low)
        value = _value(panel, far, level)
        if stacked:
            value = abs(value - _value(panel, near, level))
        place = nearest_place(panel_places, bar.cy if level else bar.cx)
        marks.append(
            Mark(table.of_patch(bar), number, place, bar.box, None, value, bar.box.width * bar.box.height)
        )
    return marks


def tops(marks: Sequence[Mark], panel: PlotArea) -> list[float]:
    """Return the values at the far ends of stacked segments."""
    level = panel.level
    return [_value(panel, m.box.x1 if level else m.box.y0, level) for m in marks]


def is_level(rectangles: Sequence[Shape], panel: PlotArea) -> bool:
    """True if bars are horizontal: they share a left side rather than a bottom."""
    if panel.level:
        return True
    if panel.columns and panel.x is None:
        return False
    left = Counter(round(s.box.x0) for s in rectangles)
    bottom = Counter(round(s.box.y1) for s in rectangles)
    return bool(panel.rows) and max(left.values(), default=0) > max(bottom.values(), default=0)


def _ends(box: BBox, level: bool) -> tuple[float, float]:
    return (box.x0, box.x1) if level else (box.y1, box.y0)


def _value(panel: PlotArea, pixel: float, level: bool) -> float:
    if level:
        return panel.x.value(pixel) if panel.x is not None else pixel - panel.area.x0
    return panel.y.value(pixel) if panel.y is not None else panel.area.y1 - pixel


def _base(rectangles: Sequence[Shape], panel: PlotArea, level: bool) -> float:
    """Return the baseline on which most rectangles stand, directly or stacked.

    Zero wins a tie, then the side of the area.
    """
    axis = panel.x if level else panel.y
    preferred = [panel.area.x0 if level else panel.area.y1]
    if axis is not None and not axis.log:
        preferred.insert(0, axis.pixel(0.0))
    ends = [end for s in rectangles for end in _ends(s.box, level)]
    candidates = preferred + [end for end, _ in Counter(round(e, 1) for e in ends).most_common(6)]
    counts = [len(_based(rectangles, at, level)[0]) for at in candidates]
    return candidates[max(range(len(candidates)), key=lambda i: (counts[i], -i))]


def _based(rectangles: Sequence[Shape], base: float, level: bool) -> tuple[list[Shape], bool]:
    """Return the bars (rectangles on the baseline or stacked on another bar), and True if they are mostly stacked."""
    waiting = list(rectangles)
    bars = [s for s in waiting if min(abs(e - base) for e in _ends(s.box, level)) <= TOUCH]
    on_base = len(bars)
    waiting = [s for s in waiting if s not in bars]
    newest = list(bars)
    while waiting and newest:
        newest = [s for s in waiting if any(_goes_on(s.box, b.box, level) for b in newest)]
        bars += newest
        waiting = [s for s in waiting if s not in newest]
    stacked = len(bars) - on_base >= max(1, 0.5 * on_base)
    return sorted(bars, key=lambda s: s.order), stacked


def _goes_on(a: BBox, b: BBox, level: bool) -> bool:
    """True if two bars of the same width continue each other: aligned, and touching end to end."""
    if level:
        aligned = abs(a.y0 - b.y0) < TOUCH and abs(a.y1 - b.y1) < TOUCH
        return aligned and min(abs(a.x0 - b.x1), abs(b.x0 - a.x1)) <= TOUCH
    aligned = abs(a.x0 - b.x0) < TOUCH and abs(a.x1 - b.x1) < TOUCH
    return aligned and min(abs(a.y0 - b.y1), abs(b.y0 - a.y1)) <= TOUCH
