"""Find the plot areas of a vector figure, from frames, spines, backgrounds and clips with labels along their sides."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np

from ....papers.types import BBox
from ...shapes.cielab import is_white, to_lab_triple
from ...shapes.placed_labels import PlacedLabel
from ...shapes.rulings import Ruling, find_frames
from ...shapes.scene import Scene
from ...shapes.shape import Shape
from .categories import tick_categories
from .numeric import Axis, numeric_axes, sparse_axis
from .plot_area import PlotArea
from .plot_area_labels import beside, with_axes, with_titles
from .plot_areas import label_count, with_shared_axes, without_overlaps
from .side_names import REACH, column_names, row_names

# The next three distances are in letter heights.
SHORTEST_RULING = 3.0
SMALLEST_AREA = (5.0, 3.5)  # width and height
TICK_OFF = 0.8  # largest distance between a label's center and its tick mark
LEVEL = 8.0  # degrees
SUBSCRIPT = 0.85  # largest ratio of a subscript's size to the size of its letter
_VARIABLE = re.compile(r"[A-Za-z]\d{1,2}")
FIRST_TICK = 1.3  # tick steps of a vertical axis, from its lowest label to the labels of the horizontal axis
GRIDLINES, MOST_GRIDS = 2, 8  # least number of gridlines in one direction; most groups of gridlines to try
LARGE_BACKGROUND = 0.12  # least share of the figure that a filled rectangle must cover to be a background


def find_vector_plot_areas(scene: Scene) -> list[PlotArea]:
    """Return the plot areas in reading order; `scene` has the labels outside legends.

    The list is empty if no area has an axis or names along a side.
    """
    shapes, labels, em = scene.shapes, scene.labels, scene.em
    texts = [p.label for p in labels]
    bars = [s.box for s in shapes if _is_bar(s, scene)]
    ticks = [p.label for p in labels if not (_is_index(p, labels) or any(_holds(b, p) for b in bars))]
    axes = [_snapped(axis, shapes, em) for axis in numeric_axes(ticks, em)]
    boxes = [b for b in candidate_boxes(scene) if not _holds_axis(b, axes, em)]
    panels = _with_own_axes([with_axes(PlotArea(box, (100.0, 0.0, 0.0), em), axes) for box in boxes])
    upright = [a for a in axes if a.upright]
    loose = [a for a in upright if not any(p.y is a and not _leaves_bars_out(p, shapes) for p in panels)]
    panels += [area for a in loose if (area := _beside(a, axes, shapes, em)) is not None]
    level = [a for a in axes if not a.upright and not any(p.x is a and p.y is not None for p in panels)]
    panels += [area for a in level if (area := _above(a, labels, em)) is not None]
    ticked = {id(t.label) for p in panels for axis in (p.x, p.y) if axis is not None for t in axis.ticks}
    named = [
        with_names(p, [label for label in labels if id(label.label) not in ticked], scene) for p in panels
    ]
    found = [p for p in named if p.x or p.y or len(p.columns) > 1 or len(p.rows) > 1]
    kept = without_overlaps([p for p in found if label_count(p) > 0])
    shared = [with_titles(p, texts) for p in with_shared_axes(kept, em)]
    ordered = sorted(shared, key=lambda p: (round(p.area.y0 / (4 * em)), p.area.x0))
    return [replace(p, ground=_ground(p.area, shapes)) for p in ordered]


def _with_own_axes(panels: Sequence[PlotArea]) -> list[PlotArea]:
    """Drop x axes that belong to the plot area above.

    Labels between two boxes belong to the upper box, and not, for example, to a legend box under them.
    """
    under = {id(p.x) for p in panels if p.x is not None and _is_under(p.x, p)}
    return [
        replace(p, x=None) if p.x is not None and id(p.x) in under and not _is_under(p.x, p) else p
        for p in panels
    ]


def _is_under(axis: Axis, panel: PlotArea) -> bool:
    """True if the labels of a horizontal axis are below the middle of the area."""
    return axis.ticks[0].label.cy > (panel.area.y0 + panel.area.y1) / 2


def _is_bar(shape: Shape, scene: Scene) -> bool:
    """True for filled rectangles that are not a background. Numbers inside them are values and not ticks."""
    if shape.kind != "rectangle" or shape.fill is None or is_white(shape.fill) or shape.side < scene.em:
        return False
    whole = scene.box.width * scene.box.height
    return shape.box.width * shape.box.height < LARGE_BACKGROUND * whole


def _holds(box: BBox, label: PlacedLabel) -> bool:
    return box.x0 <= label.label.cx <= box.x1 and box.y0 <= label.label.cy <= box.y1


def _is_index(label: PlacedLabel, labels: Sequence[PlacedLabel]) -> bool:
    """True for variables with a subscript ("x1") and for a subscript separated from its letter. Neither is a tick."""
    if label.label.number is None:
        return False
    if _VARIABLE.fullmatch(label.text):
        return True
    return any(
        other.label.number is None
        and other.text[-1:].isalpha()
        and abs(other.angle) < LEVEL
        and label.size < SUBSCRIPT * other.size
        and abs(label.box.x0 - other.box.x1) < 0.25 * other.size
        and min(label.box.y1, other.box.y1) > max(label.box.y0, other.box.y0)
        for other in labels
    )


def _holds_axis(box: BBox, axes: Sequence[Axis], em: float) -> bool:
    """True if the box spans two plot areas: one vertical axis is at its side, and another has its labels inside."""
    upright = [axis for axis in axes if axis.upright]
    if not any(beside(axis, box, em) for axis in upright):
        return False
    return any(
        box.x0 + em < min(t.label.box.x0 for t in axis.ticks)
        and max(t.label.box.x1 for t in axis.ticks) < box.x1 - em
        and box.y0 - em <= axis.start
        and axis.end <= box.y1 + em
        and not beside(axis, box, em)
        for axis in upright
    )


def _leaves_bars_out(panel: PlotArea, shapes: Sequence[Shape]) -> bool:
    """True if filled rectangles stand on the area's baseline to its right. The area's sides are then the sides of
    bars.
    """
    area = panel.area
    return any(
        s.kind == "rectangle"
        and s.fill is not None
        and s.box.x0 > area.x1
        and abs(s.box.y1 - area.y1) < 3.0
        and area.y0 < s.box.y0
        for s in shapes
    )


def candidate_boxes(scene: Scene) -> list[BBox]:
    """Return up to 60 rectangles that may be plot areas, largest first."""
    shapes, em = scene.shapes, scene.em
    level, upright = find_vector_rulings(shapes, em)
    boxes: list[BBox] = []
    whole = scene.box.width * scene.box.height
    for shape in shapes:
        if shape.kind != "rectangle":
            continue
        covers = shape.box.width * shape.box.height > LARGE_BACKGROUND * whole
        if shape.fill is None or is_white(shape.fill) or covers:
            boxes.append(shape.box)
    boxes += scene.images
    boxes += [b for b in find_frames(level, upright, em) if not _spans_two(b, boxes)]
    boxes += _grids(level, upright)
    boxes += scene.frames
    large = [b for b in boxes if b.width >= SMALLEST_AREA[0] * em and b.height >= SMALLEST_AREA[1] * em]
    distinct: list[BBox] = []
    for box in sorted(large, key=lambda b: (-b.width * b.height, b.x0, b.y0)):
        if not any(_same(box, other, 0.3 * em) for other in distinct):
            distinct.append(box)
    return distinct[:60]


def _grids(level: Sequence[Ruling], upright: Sequence[Ruling]) -> list[BBox]:
    """Return the boxes of crossing gridlines.

    Gridlines in one direction have the same ends. The gridlines need not lie on the sides of the plot area.
    """
    bundles = []
    for rulings in (level, upright):
        by_ends: dict[tuple[int, int], list[Ruling]] = {}
        for ruling in rulings:
            by_ends.setdefault((round(ruling.start), round(ruling.end)), []).append(ruling)
        alike = [group for group in by_ends.values() if len(group) >= GRIDLINES]
        bundles.append(sorted(alike, key=len, reverse=True)[:MOST_GRIDS])
    return [
        BBox(across[0].start, down[0].start, across[0].end, down[0].end)
        for across in bundles[0]
        for down in bundles[1]
        if all(down[0].start - 1 <= r.at <= down[0].end + 1 for r in across)
        and all(across[0].start - 1 <= r.at <= across[0].end + 1 for r in down)
    ]


def _spans_two(frame: BBox, boxes: Sequence[BBox]) -> bool:
    """True if two of the boxes lie apart inside the frame. Gridlines of two panels can look like one such frame."""
    inside = [
        b
        for b in boxes
        if b.intersection_area(frame) > 0.8 * b.width * b.height > 0.05 * frame.width * frame.height
    ]
    return any(a.intersection_area(b) == 0 for a, b in combinations(inside, 2))


def _same(a: BBox, b: BBox, slack: float) -> bool:
    return max(abs(a.x0 - b.x0), abs(a.y0 - b.y0), abs(a.x1 - b.x1), abs(a.y1 - b.y1)) < slack


def find_vector_rulings(shapes: Sequence[Shape], em: float) -> tuple[list[Ruling], list[Ruling]]:
    """Return the horizontal and vertical strokes, each sorted by position.

    Parts of longer lines count, and pieces of one line are joined.
    """
    level: list[Ruling] = []
    upright: list[Ruling] = []
    for shape in shapes:
        if shape.kind not in ("segment", "line") and not (shape.kind == "rectangle" and _is_thin(shape)):
            continue
        if shape.kind == "rectangle":
            sides = [((shape.box.x0, shape.cy), (shape.box.x1, shape.cy))]
            if shape.box.height > shape.box.width:
                sides = [((shape.cx, shape.box.y0), (shape.cx, shape.box.y1))]
        else:
            sides = list(pairwise(shape.points)) if len(shape.points) < 7 else []
        for (ax, ay), (bx, by) in sides:
            if abs(ay - by) <= 0.2 and abs(ax - bx) > SHORTEST_RULING * em:
                level.append(Ruling((ay + by) / 2, min(ax, bx), max(ax, bx)))
            elif abs(ax - bx) <= 0.2 and abs(ay - by) > SHORTEST_RULING * em:
                upright.append(Ruling((ax + bx) / 2, min(ay, by), max(ay, by)))
    return _joined(level), _joined(upright)


def _is_thin(shape: Shape) -> bool:
    return shape.fill is not None and min(shape.box.width, shape.box.height) < 1.6


def _joined(lines: Iterable[Ruling]) -> list[Ruling]:
    """Join lines that are at the same position and touch."""
    joined: list[Ruling] = []
    for line in sorted(lines, key=lambda s: (round(s.at, 1), s.start)):
        last = joined[-1] if joined else None
        if last is not None and abs(last.at - line.at) < 0.3 and line.start <= last.end + 0.5:
            joined[-1] = Ruling(last.at, last.start, max(last.end, line.end))
        else:
            joined.append(line)
    return joined


def _snapped(axis: Axis, shapes: Sequence[Shape], em: float) -> Axis:
    """Return the axis refitted to the tick marks or gridlines at its labels.

    The axis stays unchanged unless every label has a mark of its own.
    """
    marks = sorted(
        {round(s.cy if axis.upright else s.cx, 2) for s in shapes if (s.level if axis.upright else s.upright)}
    )
    if not marks:
        return axis
    at = np.array(marks)
    nearest = [float(at[np.argmin(np.abs(at - tick.at))]) for tick in axis.ticks]
    offsets = np.array([mark - tick.at for mark, tick in zip(nearest, axis.ticks, strict=True)])
    if (
        np.abs(offsets).max() > TICK_OFF * em
        or np.ptp(offsets) > 0.5 * em
        or len(set(nearest)) < len(nearest)
    ):
        return axis
    values = np.array([t.value for t in axis.ticks])
    heights = np.log10(values) if axis.log else values
    slope, offset = np.polyfit(nearest, heights, 1)
    if slope == 0:
        return axis
    ticks = tuple(replace(t, at=mark) for t, mark in zip(axis.ticks, nearest, strict=True))
    return replace(axis, slope=float(slope), offset=float(offset), ticks=ticks)


def _beside(axis: Axis, axes: Sequence[Axis], shapes: Sequence[Shape], em: float) -> PlotArea | None:
    """Return the area to the right of a vertical axis without a frame; None without shapes there.

    The area is as wide as the horizontal axis below it or the shapes in it. It ends before the labels of the
    next vertical axis.
    """
    left = max(t.label.box.x1 for t in axis.ticks)
    span = axis.end - axis.start
    limit = min(
        (x for other in axes if (x := _labels_start(other)) > left and _is_level_with(other, axis)),
        default=math.inf,
    )
    spacing = span / (len(axis.ticks) - 1)
    below = [
        a
        for a in axes
        if not a.upright
        and a.start > left - em
        and -em < min(t.label.box.y0 for t in a.ticks) - axis.end < max(6 * em, FIRST_TICK * spacing)
    ]
    inside = [
        s.box
        for s in shapes
        if left - 0.3 * em < s.box.x0
        and s.box.x1 < limit
        and axis.start - 0.3 * span < s.cy < axis.end + 2 * em
        and s.box.height <= 1.5 * span
    ]
    if not inside:
        return None
    right = max(b.x1 for b in inside)
    nearest = None
    if below:
        nearest = min(below, key=lambda a: a.start)
        right = max(nearest.end + 0.5 * em, min(right, nearest.end + (nearest.end - nearest.start)))
    ends = [s.cy for s in shapes if s.level and s.box.width > 3 * em and s.box.x0 > left - 0.5 * em]
    ends += [b.y1 for b in inside if b.y0 < axis.end]
    bottom = max([axis.end, *(y for y in ends if 0 <= y - axis.end < 1.3 * spacing)])
    x0 = min(b.x0 for b in inside)
    return PlotArea(
        BBox(max(left + 0.2 * em, x0), axis.start - 0.05 * span, right, bottom),
        (100.0, 0.0, 0.0),
        em,
        nearest,
        axis,
    )


def _labels_start(axis: Axis) -> float:
    return min(t.label.box.x0 for t in axis.ticks)


def _is_level_with(other: Axis, axis: Axis) -> bool:
    """True for another vertical axis if the two overlap by more than half of the shorter one's height."""
    shared = min(other.end, axis.end) - max(other.start, axis.start)
    return (
        other.upright
        and other is not axis
        and shared > 0.5 * min(other.end - other.start, axis.end - axis.start)
    )


def _above(axis: Axis, labels: Sequence[PlacedLabel], em: float) -> PlotArea | None:
    """Return the area above a horizontal axis without a frame, as high as the column of names to its left.

    None with fewer than two names.
    """
    bottom = min(t.label.box.y0 for t in axis.ticks) - 0.3 * em
    left = [
        p
        for p in labels
        if p.label.number is None
        and not p.label.vertical
        and -em <= axis.start - p.box.x1 <= REACH * em
        and p.box.y1 < bottom
    ]
    edge = max((p.box.x1 for p in left), default=0.0)
    names = [p for p in left if edge - p.box.x1 <= 1.5 * em]
    if len(names) < 2:
        return None
    top = min(p.label.cy for p in names)
    half = 0.5 * (max(p.label.cy for p in names) - top) / (len(names) - 1)
    return PlotArea(
        BBox(axis.start, max(0.0, top - half), axis.end + 0.5 * em, bottom), (100.0, 0.0, 0.0), em, axis
    )


def with_names(panel: PlotArea, free: Sequence[PlacedLabel], scene: Scene) -> PlotArea:
    """Return the panel with the names along its sides.

    If it lacks an axis, two numbers along a side also make an axis. `free` holds the labels that are not ticks
    of an axis.
    """
    x, y = panel.x, panel.y
    outside = replace(scene, labels=free)
    rows = row_names(outside, panel.area) if y is None else ()
    if len(rows) == 2:
        y = sparse_axis([p.label for p in free if any(p.box == r.box for r in rows)], True)
        rows = () if y is not None else rows
    columns = tick_categories(x) if x is not None else column_names(outside, panel.area)
    if x is None and len(columns) == 2:
        x = sparse_axis([p.label for p in free if any(p.box == c.box for c in columns)], False)
        columns = tick_categories(x) if x is not None else columns
    return replace(panel, columns=columns, rows=rows, x=x, y=y)


def _ground(area: BBox, shapes: Sequence[Shape]) -> tuple[float, float, float]:
    """Return the CIELAB color of the background: the first non-white filled rectangle that covers the area, or else
    white.
    """
    for shape in shapes:
        b = shape.box
        covers = b.x0 <= area.x0 + 1 and b.y0 <= area.y0 + 1 and b.x1 >= area.x1 - 1 and b.y1 >= area.y1 - 1
        if shape.kind == "rectangle" and shape.fill is not None and covers and not is_white(shape.fill):
            return to_lab_triple(shape.fill)
    return (100.0, 0.0, 0.0)
