"""The curves or groups of bars of a plot that a question names, and their values along the x axis."""

from __future__ import annotations

import re

import numpy as np

from ..answer.cell_shares import NAMED
from ..label_match import QuestionWords, mention, rarity, tokens
from ..primitives import Point
from ..statements.series import PlotValue, list_values, name_series, print_measured
from ..types import FigureData

_ALL = re.compile(r"\b(?:both|all|each|every|either|respective\w*)\b", re.IGNORECASE)
_MOST_TOGETHER = 4  # series that one answer gives
_WHOLE = (
    0.6  # strength of the mention of a word of a label from which the question has it: RAND in "randomly"
)
_LEAD = 0.1  # of the strength of the mention that is meant before the next
_ON_MARK = 0.04  # share of a position on a logarithmic axis within which a mark is at it
_ON_TICK = 0.01  # of the range of another axis
_AT_END = 0.1  # of the range of the axis, within which a mark is at its end
_LOGARITHMIC = 20  # ratio of the ends of a logarithmic axis


def find_series(data: FigureData, wording: str) -> list[int]:
    """The rows that `wording` names; the only one of a plot, or of a panel without names, in any case; [] where it names none, or
    cannot be told.

    Of labels all of whose words occur, the longest is meant: "bigram + RAND" and not "bigram"; of several, the one that occurs
    as it is printed: "cbow" and not "cbow-".
    """
    if data.rows.count == 1:
        return [0]
    names, words = name_series(data), QuestionWords.of(wording)
    sizes = [len(set(tokens(name))) if _has_all(name, words) else 0 for name in names]
    largest = max(sizes, default=0)
    longest = [row for row, size in enumerate(sizes) if largest and size == largest]
    if len(longest) > 1:
        printed = [row for row in longest if _is_printed(names[row], wording)]
        longest = [row for row in printed if len(names[row]) == max(len(names[other]) for other in printed)]
    if len(longest) == 1:
        return longest
    weights = rarity(names)
    strengths = [mention(name, words, weights) for name in names]
    ranked = sorted(strengths, reverse=True)
    if ranked and ranked[0] >= NAMED and ranked[0] >= ranked[1] + _LEAD:
        return [strengths.index(ranked[0])]
    drawn = {fact.row for fact in data.facts}
    if len(drawn) == 1 and not any(names):
        return list(drawn)  # the only curve of the panel that is asked about
    few = all(names) and len(names) <= _MOST_TOGETHER
    return list(range(data.rows.count)) if few and _ALL.search(wording) else []


def _is_printed(name: str, wording: str) -> bool:
    """True if `wording` has the name with no further sign of a name at its ends."""
    return re.search(rf"(?<![\w+*-]){re.escape(name)}(?![\w+*]|-(?!\s))", wording, re.IGNORECASE) is not None


def _has_all(name: str, words: QuestionWords) -> bool:
    parts = tokens(name)
    return bool(parts) and all(part in words.tokens or mention(part, words) >= _WHOLE for part in parts)


def list_vertices(data: FigureData, row: int) -> list[PlotValue]:
    """The values of a row; of a curve without marks, drawn in a PDF, also those where its line bends between the ticks."""
    values, looks = list_values(data, row), data.rows.appearances
    marked = not data.exact or (looks and (look := looks[row]) is not None and look.marker)
    if marked or not values or any(value.at is None for value in values):
        return values
    bends = [
        PlotValue(row, -1, print_measured(at), at, value, print_measured(value), None)
        for at, value in _curve(data, row)
        if all(abs(known.at - at) > _reach(data, at) for known in values if known.at is not None)
    ]
    return sorted((*values, *bends), key=lambda value: value.at or 0.0)


def value_at(data: FigureData, row: int, at: float) -> PlotValue | None:
    """The value of a row at a position: that of a mark there, else interpolated between marks; None outside of them."""
    values = [value for value in list_values(data, row) if value.at is not None]
    near = min(values, key=lambda value: abs((value.at or 0.0) - at), default=None)
    if near is None or near.at is None:
        return None
    if abs(near.at - at) <= _reach(data, at):
        return near
    points = _curve(data, row) or [(v.at, v.value) for v in values if v.at is not None]
    xs, ys = np.array(points).T
    if not xs[0] <= at <= xs[-1]:
        return None
    value = float(np.interp(at, xs, ys))
    return PlotValue(row, -1, print_measured(at), at, value, print_measured(value), near.box)


def end_value(data: FigureData, row: int, end: int) -> PlotValue | None:
    """The first (`end` 0) or last (-1) value of a row, which a curve may have outside the ticks; None for a row without any, and
    for the only mark that was read of a curve, away from that end of the axis."""
    values, points = list_values(data, row), _curve(data, row)
    if not values or (not points and len(values) == 1 and not _is_at_end(data, values[0], end)):
        return None
    if not points or values[end].at is None:
        return values[end]
    at, value = points[end]
    return value_at(data, row, at) or PlotValue(
        row, -1, print_measured(at), at, value, print_measured(value), None
    )


def _is_at_end(data: FigureData, value: PlotValue, end: int) -> bool:
    if value.at is None or data.x_range is None:
        return False
    low, high = data.x_range
    return (value.at - low if end == 0 else high - value.at) <= _AT_END * (high - low)


def _curve(data: FigureData, row: int) -> list[Point]:
    return sorted(next((curve.points for curve in data.curves if curve.row == row), ()))


def _reach(data: FigureData, at: float) -> float:
    """The distance within which a mark is at a position: a share of the range, or of the position on a logarithmic axis."""
    low, high = data.x_range or (at, at)
    return _ON_MARK * abs(at) if 0 < low < high / _LOGARITHMIC else _ON_TICK * (high - low)
