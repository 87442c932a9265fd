"""Answer with a position on a numeric x axis: "At which step is the accuracy of A highest?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ....papers.types import BBox
from ...label_match import stems
from ...numbers import Number, format_measured
from ...operations import Compare, Extreme
from ...primitives import Point
from ...request import FigureRequest
from ...types import Fact, FigureData
from ...vocabulary import LOWER_IS_BETTER
from ..scope import mention_strengths
from ..views import smoothest_row
from .crossings import find_crossings

NAMED = 0.6  # least strength with which the question must mention the row whose extreme it asks for
# Printed values; with no more than these, the traced curve is used, because a smooth curve may be drawn through them
_FEWEST_PRINTED = 2
ON_TICK = 0.015  # share of the x range: a position this close to a tick is given as the tick's label
_ASKED = re.compile(
    r"\b(?:which|what|how many|how (?:large|long|big|small|deep|wide)(?: an?)?)\s+(?P<noun>[^?,]*?)"
    r"(?=\s(?:does|do|did|is|are|was|were|has|have|can|peaks?|gives?|yields?|achieves?|reach\w*|leads?|maximi\w+|minimi\w+)\b|[?,])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AxisPosition:
    """A position on the x axis as an answer.

    `text` is the printed label of the tick there, or else the position with three digits. `row` is the row of the
    curve, and `box` is the box of its mark nearest to the position, if known.
    """

    text: str
    row: int
    box: BBox | None


def find_position(data: FigureData, question: FigureRequest) -> AxisPosition | None:
    """Return the x position that the question asks for, or None if it asks for something else.

    The position is where two curves cross, where a row passes a number, or where a row has its highest or lowest
    value. The question names the row, unless the figure has only one. Scatter plots and figures without a numeric x
    axis give None.
    """
    crossing = _find_crossing(data, question)
    if crossing is not None:
        return crossing
    passing = _find_passing(data, question)
    if passing is not None:
        return passing
    extremes = [op for op in question.operations if isinstance(op, Extreme)]
    if data.x_range is None or data.kind == "scatter" or len(extremes) != 1:
        return None
    extreme = extremes[0]
    if extreme.of != "value" or extreme.rank != 1 or not _asks_for_x(data, question):
        return None
    row = _named_row(data, question)
    points = _points(data, row)
    if len(points) < 2:
        return None
    lower = bool(LOWER_IS_BETTER & set(re.findall(r"[a-z]+", data.y_title.lower())))
    high = extreme.want in ("max", "fast") or (
        extreme.want in ("best", "worst") and (extreme.want == "best") != lower
    )
    best = (max if high else min)(points, key=lambda point: (point[1], -point[0] if high else point[0]))
    return AxisPosition(print_position(data, best[0]), row, _box_at(data, row, best[0]))


def _find_crossing(data: FigureData, question: FigureRequest) -> AxisPosition | None:
    """Return the position or positions at which the two curves in question meet; None if they do not meet."""
    crossings = find_crossings(data, question)
    if not crossings:
        return None
    places = [
        " and ".join(crossing.names) if crossing.at is None else print_position(data, crossing.at)
        for crossing in crossings
    ]
    between = [
        "between " * (len(crossing.names) > 1) + text
        for crossing, text in zip(crossings, places, strict=True)
    ]
    return AxisPosition("; ".join(between), crossings[0].rows[0], None)


def _find_passing(data: FigureData, question: FigureRequest) -> AxisPosition | None:
    """Return the first x position at which the named row passes the number in the question: "falls below 94"."""
    bounds = [op for op in question.operations if isinstance(op, Compare) and isinstance(op.to, Number)]
    if data.x_range is None or data.kind == "scatter" or len(bounds) != 1 or not _asks_for_x(data, question):
        return None
    row = _named_row(data, question)
    points = sorted(_points(data, row))
    if len(points) < 2 or bounds[0].relation not in ("above", "below"):
        return None
    bound = bounds[0].to
    assert isinstance(bound, Number)
    sign = 1.0 if bounds[0].relation == "above" else -1.0
    for (x0, y0), (x1, y1) in pairwise(points):
        before, after = sign * (y0 - bound.value), sign * (y1 - bound.value)
        if before <= 0 < after:
            return AxisPosition(print_position(data, x0 + (x1 - x0) * before / (before - after)), row, None)
    return None


def _asks_for_x(data: FigureData, question: FigureRequest) -> bool:
    """True if the noun asked for is in the title of the x axis but not in the title of the y axis."""
    title = stems(data.x_title) - stems(data.y_title)
    return any(title & stems(match["noun"]) for match in _ASKED.finditer(question.wording))


def _named_row(data: FigureData, question: FigureRequest) -> int:
    """Return the row that the question mentions most strongly.

    A figure with one row gives 0. Of two rows without names, the smoother row is returned. -1 if the question
    clearly mentions no row.
    """
    if data.rows.count == 1:
        return 0
    wording = question.wording
    for name in question.excluded:
        wording = wording.replace(name, " ")
    strengths = [0.0] * data.rows.count
    for attribute in data.rows.attributes:
        for row, strength in enumerate(mention_strengths(attribute, wording)):
            strengths[row] = max(strengths[row], strength)
    best = max(range(len(strengths)), key=lambda row: (strengths[row], -row), default=-1)
    if best >= 0 and strengths[best] >= NAMED:
        return best
    nameless = not any(name.text for attribute in data.rows.attributes for name in attribute.names)
    smoothest = smoothest_row(data, range(data.rows.count)) if nameless else None
    return -1 if smoothest is None else smoothest


def _points(data: FigureData, row: int) -> Sequence[Point]:
    """Return the (x, y) points of a row: its printed values, its traced curve, or its values at the ticks.

    Printed values are used if there are more than `_FEWEST_PRINTED`; otherwise the curve in the first panel that
    has the row comes before the values at the ticks.
    """
    at = data.columns.at
    printed = [(at[fact.column], fact.value) for fact in _facts(data, row) if fact.printed]
    if len(printed) > _FEWEST_PRINTED:
        return [(x, y) for x, y in printed if x is not None and y is not None]
    curve = next((curve for curve in data.curves if curve.row == row), None)
    if curve is not None:
        return curve.points
    found = [(at[fact.column], fact.value) for fact in _facts(data, row)]
    return [(x, y) for x, y in found if x is not None and y is not None]


def _facts(data: FigureData, row: int) -> list[Fact]:
    return [fact for fact in data.facts if fact.row == row and fact.column < len(data.columns.at)]


def print_position(data: FigureData, x: float) -> str:
    """Return the label of the tick at `x`, or else `x` itself with three digits.

    Between ticks, a position very close to a whole number is printed as that number.
    """
    assert data.x_range is not None
    width = abs(data.x_range[1] - data.x_range[0])
    places = data.columns.attributes[0].names if data.columns.attributes else ()
    for name, at in zip(places, data.columns.at, strict=False):
        if at is not None and name.text and abs(at - x) <= ON_TICK * width:
            return name.text
    whole = round(x)
    return str(whole) if whole and abs(x - whole) <= 0.002 * width else format_measured(x)


def _box_at(data: FigureData, row: int, x: float) -> BBox | None:
    """Return the box of the row's mark nearest to `x`; None if the row has no mark with a position."""
    near = [
        (abs((data.columns.at[f.column] or 0.0) - x), f)
        for f in _facts(data, row)
        if data.columns.at[f.column] is not None
    ]
    return min(near, key=lambda pair: pair[0])[1].box if near else None
