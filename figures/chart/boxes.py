"""Read box plots and violins of a plot area: bodies with a median line and whiskers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...papers.types import BBox
from ..primitives import Point
from ..shapes.cielab import is_white
from ..shapes.shape import Shape
from .axes.plot_area import PlotArea
from .axes.side_names import nearest_place
from .lines import inside
from .series import SeriesTable
from .types import Mark

MEDIAN = 0.35  # least width of a median line, as a share of the body's width
CENTERED = 0.15  # most that a median line or whisker may be off center, as a share of the body's width
WHISKERED = 0.5  # least share of the bodies with a whisker
THINNEST = 1.6  # points; least height of a body; the caps of error bars are thinner
TOUCH = 1.0  # points; largest gap between the end of a whisker and the body
FRAME = 0.75  # a rectangle with more than this share of the area's width and height is a frame
ROUND = 0.04  # largest deviation of an ellipse from its formula, as a share of its width
VIOLIN = 20  # least number of corners of a violin's outline
SYMMETRIC = 0.12  # largest difference between a violin's halves, as a share of its width


@dataclass(frozen=True, slots=True)
class Body:
    """A box or violin.

    `low` and `high` are the positions of its quartiles and `median` is the position of its median, in points
    along the value axis. `shape` gives its color.
    """

    shape: Shape
    box: BBox
    median: float
    low: float
    high: float


def read_boxes(panel: PlotArea, number: int, shapes: Sequence[Shape], table: SeriesTable) -> list[Mark]:
    """Return a mark for each box or violin, with its median and quartiles.

    Empty with fewer than two bodies, or without a value axis.
    """
    em = panel.em
    level = panel.level or (panel.y is None and panel.x is not None and not panel.columns)
    if (panel.x if level else panel.y) is None:
        return []
    near = [s for s in shapes if inside(s, panel.area, 0.3 * em) and not _is_frame(s.box, panel.area)]
    if level:
        near = [_turned(s) for s in near]
    bodies = _boxes(near, em) or _violins(near, em)
    if len(bodies) < 2:
        return []
    marks = []
    places = panel.rows if level else panel.columns
    for body in bodies:
        box = _turned_box(body.box) if level else body.box
        place = nearest_place(places, (box.y0 + box.y1) / 2 if level else (box.x0 + box.x1) / 2)
        ends = sorted((_value(panel, body.low, level), _value(panel, body.high, level)))
        value = _value(panel, body.median, level)
        series = table.of_patch(body.shape) if table.listed or body.shape.fill is not None else -1
        marks.append(
            Mark(
                series, number, place, box, None, value, box.width * box.height, quartiles=(ends[0], ends[1])
            )
        )
    return marks


def _is_frame(box: BBox, area: BBox) -> bool:
    return box.width > FRAME * area.width and box.height > FRAME * area.height


def _value(panel: PlotArea, pixel: float, level: bool) -> float:
    if level:
        return panel.x.value(pixel) if panel.x is not None else pixel
    return panel.y.value(pixel) if panel.y is not None else -pixel


def _turned_box(box: BBox) -> BBox:
    return BBox(box.y0, box.x0, box.y1, box.x1)


def _turned(shape: Shape) -> Shape:
    """Return the shape with x and y exchanged."""
    points = tuple((y, x) for x, y in shape.points)
    style = (shape.fill, shape.stroke, shape.width, shape.dash, shape.opacity, shape.patterned)
    return Shape(
        shape.kind,
        points,
        _turned_box(shape.box),
        *style,
        shape.marker,
        shape.closed,
        shape.order,
        shape.hatch,
    )


def _boxes(shapes: Sequence[Shape], em: float) -> list[Body]:
    vertices = [p for s in shapes if s.kind == "line" and s.box.width > 3 * em for p in s.points]
    bodies = [
        s
        for s in shapes
        if s.closed
        and s.kind in ("rectangle", "polygon")
        and s.box.width > 0.4 * em
        and s.box.height > THINNEST
        and len(s.points) <= 16
        and not any(math.dist(p, (s.cx, s.cy)) < 0.2 * em for p in vertices)  # a marker on a line
    ]
    level = [s for s in shapes if _is_level_stroke(s)]
    upright = [
        s for s in shapes if s.upright or (s.kind == "rectangle" and s.box.width < 1.6 and s.box.height > 3)
    ]
    found: list[Body] = []
    whiskers = 0
    for shape in sorted(
        bodies, key=lambda s: (s.fill is None, s.order)
    ):  # of two shapes in one place, the filled shape comes first
        median = _median(shape, level)
        if median is None or any(math.dist(_middle(body.box), _middle(shape.box)) < TOUCH for body in found):
            continue
        found.append(Body(shape, shape.box, median, shape.box.y1, shape.box.y0))
        whiskers += any(_is_whisker(stroke, shape.box) for stroke in upright)
    return found if len(found) > 1 and whiskers >= WHISKERED * len(found) else []


def _middle(box: BBox) -> Point:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def _is_level_stroke(shape: Shape) -> bool:
    return shape.level or (
        shape.kind in ("rectangle", "line")
        and shape.box.height < 1.6
        and shape.box.width > 2 * shape.box.height
    )


def _median(body: Shape, level: Sequence[Shape]) -> float | None:
    """Return the y position of the line across the body, preferably strictly inside it. The thickest, then longest
    line counts.

    None without such a line.
    """
    box = body.box
    inner = [
        s
        for s in level
        if box.x0 - TOUCH <= s.box.x0
        and s.box.x1 <= box.x1 + TOUCH
        and box.y0 - 0.3 < s.cy < box.y1 + 0.3
        and s.box.width >= MEDIAN * box.width
        and abs(s.cx - body.cx) <= CENTERED * box.width
    ]
    strict = [s for s in inner if min(s.cy - box.y0, box.y1 - s.cy) > 0.25]
    best = max(strict or inner, key=lambda s: (round(s.width, 1), s.box.width), default=None)
    return None if best is None else best.cy


def _is_whisker(stroke: Shape, box: BBox) -> bool:
    middle = (box.x0 + box.x1) / 2
    if abs(stroke.cx - middle) > CENTERED * box.width + 0.3:
        return False
    above = abs(stroke.box.y1 - box.y0) <= TOUCH and stroke.box.y0 < box.y0
    below = abs(stroke.box.y0 - box.y1) <= TOUCH and stroke.box.y1 > box.y1
    through = stroke.box.y0 < box.y0 - TOUCH and stroke.box.y1 > box.y1 + TOUCH
    return above or below or through


def _violins(shapes: Sequence[Shape], em: float) -> list[Body]:
    bodies = []
    for shape in shapes:
        if (
            shape.kind != "polygon"
            or len(shape.points) < VIOLIN
            or shape.box.width < em
            or not _is_symmetric(shape)
            or _is_ellipse(shape)
        ):
            continue
        inner = [
            s
            for s in shapes
            if s is not shape and abs(s.cx - shape.cx) < 0.1 * shape.box.width and _within(s.box, shape.box)
        ]
        bars = [
            s.box
            for s in inner
            if s.box.width < 0.35 * shape.box.width and s.box.height > 0.05 * shape.box.height
        ]
        quartiles = min(bars, key=lambda b: b.height, default=None)
        dots = [s for s in inner if s.marker == "circle" or _is_level_stroke(s)]
        middle = [s for s in dots if s.fill is not None and is_white(s.fill)] or dots
        if middle:
            median = sorted(s.cy for s in middle)[len(middle) // 2]
        elif quartiles is not None:
            median = (quartiles.y0 + quartiles.y1) / 2
        else:
            median = _widest(shape)
        low, high = (quartiles.y1, quartiles.y0) if quartiles is not None else _half_range(shape)
        bodies.append(Body(shape, shape.box, median, low, high))
    return bodies


def _within(a: BBox, b: BBox) -> bool:
    return a.x0 >= b.x0 - 1 and a.x1 <= b.x1 + 1 and a.y0 >= b.y0 - 1 and a.y1 <= b.y1 + 1


def _is_symmetric(shape: Shape) -> bool:
    """True if the left and right halves of the outline mirror each other."""
    points = np.array(shape.points)
    left, right = points[points[:, 0] <= shape.cx], points[points[:, 0] >= shape.cx]
    if len(left) < 5 or len(right) < 5:
        return False
    left, right = left[np.argsort(left[:, 1])], right[np.argsort(right[:, 1])]
    at = np.linspace(shape.box.y0, shape.box.y1, 21)[1:-1]
    widths = (
        np.interp(at, left[:, 1], shape.cx - left[:, 0]),
        np.interp(at, right[:, 1], right[:, 0] - shape.cx),
    )
    return bool(np.abs(widths[0] - widths[1]).max() < SYMMETRIC * shape.box.width)


def _is_ellipse(shape: Shape) -> bool:
    """True if the outline is an ellipse with horizontal and vertical axes, such as a disk."""
    points = np.array(shape.points)
    x, y = (
        (points[:, 0] - shape.cx) / (shape.box.width / 2),
        (points[:, 1] - shape.cy) / (shape.box.height / 2),
    )
    return bool(np.abs(np.hypot(x, y) - 1.0).max() < 2 * ROUND)


def _widest(shape: Shape) -> float:
    """Return the y position at which the outline is widest: the mode of the distribution."""
    return max(shape.points, key=lambda p: abs(p[0] - shape.cx))[1]


def _half_range(shape: Shape) -> tuple[float, float]:
    """Return the y positions of the lower and upper quartile of the outline's area, which stand for the quartiles
    of the distribution.
    """
    points = np.array([p for p in shape.points if p[0] >= shape.cx])
    points = points[np.argsort(points[:, 1])]
    at = np.linspace(shape.box.y0, shape.box.y1, 101)
    mass = np.cumsum(np.interp(at, points[:, 1], points[:, 0] - shape.cx))
    if mass[-1] <= 0:
        return shape.box.y1, shape.box.y0
    return float(np.interp(0.75 * mass[-1], mass, at)), float(np.interp(0.25 * mass[-1], mass, at))
