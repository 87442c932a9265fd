"""The curves or groups of bars of a plot that a question names, and their values along the x axis."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ...papers.types import BBox
from ..answer.cell_shares import DIGITS, NAMED
from ..answer.entities import naming_attribute
from ..label_match import QuestionWords, mention, rarity, tokens
from ..numbers import format_measured
from ..primitives import Point
from ..types import Fact, FigureData

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
_FEWEST_PRINTED = 3  # values of a row beside its marks
_GROUPED = 10_000  # from which digits are printed in groups of three


@dataclass(frozen=True, slots=True)
class PlotValue:
    """A value of a series at a place: the `label` of the place, its position `at` where the axis has numbers."""

    row: int
    label: str
    at: float | None
    value: float
    text: str
    box: BBox | None


def series_names(data: FigureData) -> list[str]:
    """The name of each row; "" for those without one."""
    naming = naming_attribute(data.rows)
    return [name.text for name in naming.names] if naming else [""] * data.rows.count


def find_series(data: FigureData, wording: str) -> list[int]:
    """The rows that `wording` names; the only one of a plot, or of a panel without names, in any case; [] where it names none, or
    cannot be told.

    Of labels all of whose words occur, the longest is meant: "bigram + RAND" and not "bigram"; of several, the one that occurs
    as it is printed: "cbow" and not "cbow-".
    """
    if data.rows.count == 1:
        return [0]
    names, words = series_names(data), QuestionWords.of(wording)
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


def list_values(data: FigureData, row: int) -> list[PlotValue]:
    """The values of a row, from left to right: the printed ones where half or more are, as others lie between their marks."""
    places = naming_attribute(data.columns)
    values = []
    facts = [fact for fact in data.facts if fact.row == row and fact.value is not None]
    printed = [fact for fact in facts if fact.printed and fact.text]
    for fact in printed if len(printed) >= max(_FEWEST_PRINTED, len(facts) / 2) else facts:
        at = data.columns.at[fact.column] if data.columns.at else None
        label = places.names[fact.column].text if places else ""
        values.append((fact.column, _plot_value(fact, label, at)))
    numeric = all(value.at is not None for _, value in values)
    return [
        value for _, value in sorted(values, key=lambda pair: (pair[1].at if numeric else pair[0]) or 0.0)
    ]


def list_vertices(data: FigureData, row: int) -> list[PlotValue]:
    """The values of a row; of a curve without marks, drawn in a PDF, also those where its line bends between the ticks."""
    values, looks = list_values(data, row), data.rows.appearances
    marked = not data.exact or (looks and (look := looks[row]) is not None and look.marker)
    if marked or not values or any(value.at is None for value in values):
        return values
    bends = [
        PlotValue(row, print_measured(at), at, value, print_measured(value), None)
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
    return PlotValue(row, print_measured(at), at, value, print_measured(value), near.box)


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
        row, print_measured(at), at, value, print_measured(value), None
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


def _plot_value(fact: Fact, label: str, at: float | None) -> PlotValue:
    assert fact.value is not None
    text = fact.text if fact.printed and fact.text else print_measured(fact.value)
    return PlotValue(
        fact.row,
        label or (print_measured(at) if at is not None else ""),
        at,
        fact.value,
        text + fact.unit,
        fact.box,
    )


def print_measured(value: float) -> str:
    """The value to DIGITS digits, those of a large number in groups: "712,000"."""
    rounded = format_measured(value, DIGITS)
    return f"{float(rounded):,.0f}" if abs(value) >= _GROUPED else rounded
