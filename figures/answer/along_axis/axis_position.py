"""Positions on a numeric x axis as answers: "At which step is the accuracy of A highest?"."""

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

NAMED = 0.6  # least strength of the mention of the row whose extreme is asked for
_FEWEST_PRINTED = 2  # values; a curve may be drawn smooth through them
ON_TICK = 0.015  # share of the x range within which a position is that of a tick
_ASKED = re.compile(
    r"\b(?:which|what|how many|how (?:large|long|big|small|deep|wide)(?: an?)?)\s+(?P<noun>[^?,]*?)"
    r"(?=\s(?:does|do|did|is|are|was|were|has|have|can|peaks?|gives?|yields?|achieves?|reach\w*|leads?|maximi\w+|minimi\w+)\b|[?,])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AxisPosition:
    """`text` is the position as its tick is printed, else to three digits; `box` that of the mark there."""

    text: str
    row: int
    box: BBox | None


def find_position(data: FigureData, question: FigureRequest) -> AxisPosition | None:
    """The x position of the highest or lowest value of the row that the question names, or of the only row, or where two cross.

    None unless the question asks for what the x axis shows, for one extreme of the value, and for a figure with a numeric x axis.
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
    """The position or positions at which the two curves that the question means meet."""
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
    """The x position from which the row that the question names is above or below a value: "falls below 94"."""
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
    """True if the noun asked for is in the title of the x axis and not in that of the y axis."""
    title = stems(data.x_title) - stems(data.y_title)
    return any(title & stems(match["noun"]) for match in _ASKED.finditer(question.wording))


def _named_row(data: FigureData, question: FigureRequest) -> int:
    """The row with the strongest mention; the smoother of two nameless ones; -1 if none is named among several."""
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
    """The row's printed values where there are several, else the vertices of its curve in the first panel that has it, else its
    values at the ticks."""
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
    """The label of the tick at `x`; between ticks the position to three digits, whole if it is next to a whole number."""
    assert data.x_range is not None
    width = abs(data.x_range[1] - data.x_range[0])
    places = data.columns.attributes[0].names if data.columns.attributes else ()
    for name, at in zip(places, data.columns.at, strict=False):
        if at is not None and name.text and abs(at - x) <= ON_TICK * width:
            return name.text
    whole = round(x)
    return str(whole) if whole and abs(x - whole) <= 0.002 * width else format_measured(x)


def _box_at(data: FigureData, row: int, x: float) -> BBox | None:
    """The box of the row's mark nearest to `x`."""
    near = [
        (abs((data.columns.at[f.column] or 0.0) - x), f)
        for f in _facts(data, row)
        if data.columns.at[f.column] is not None
    ]
    return min(near, key=lambda pair: pair[0])[1].box if near else None
