"""The statement of a plot that a question asks for: a value at a place, the highest series there, or the place of a peak."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..answer.calibration import lacks_most_series
from ..answer.restriction.named_panel import restrict_to_panel
from ..label_match import stems, tokens
from ..operations import AtSide, Extreme, Want
from ..request import FigureRequest
from ..statements.series import PlotValue, list_values, name_series
from ..types import FigureData
from ..vocabulary import LOWER_IS_BETTER
from .listed import list_names
from .marked_cells import choose_cell_statement
from .points import choose_point_statement
from .positions import axis_words, find_end, find_number, find_place, is_of_axis
from .series import end_value, find_series, list_vertices
from .statement import PlotStatement

_PLOTS = ("line", "bar")
_LISTING = ("line", "bar", "box", "radar")  # kinds whose rows are series, and whose columns are places
_OTHERS = {"scatter": choose_point_statement, "heatmap": choose_cell_statement}
# Of an axis that shows changes, the highest value is the largest gain: "which improves the most at 30?".
_CHANGE = re.compile(r"\b(?:change|gain|improvement|difference|increase|delta)s?\b", re.I)
_CHANGES: dict[str, Want] = {"gain": "max", "drop": "min"}
_ON_TOP = re.compile(r"\b(?:on top|in front|ahead|in the lead|leads?|leading|uppermost)\b", re.I)
_MOVES_TO = re.compile(
    r"\b(?:drops?|falls?|rises?|climbs?|goes|grows?|dips?|sinks?)(?: down| up)? to\b", re.I
)
_WHICH = re.compile(r"\b(?:which|who)\b|\bwhat (?:kind|type|sort)\b", re.I)
# "what word has the tallest bar", of an axis with names
_NAMES_PLACE = re.compile(r"\bwhat (?:\w+ ){1,2}(?:has|have|had|gets?|got|is|shows?|receives?)\b", re.I)
_WHERE = re.compile(r"\b(?:at|for|with|in|on|after|from) (?:which|what)\b|\bwhere\b|\bwhen\b", re.I)
_APART = re.compile(r"\b(?:behind|ahead|above|below|than|between|versus)\b", re.I)
_COLOURS = frozenset({"color", "colors", "colour", "colours"})
_ON_AXIS = re.compile(r"\bwhere (?:on|along) the (?:x|horizontal)[- ]axis\b", re.I)
_LINE_OF_NAME = re.compile(r"\([^()]*\)")  # the second line of a name, without the first
_HOW_MANY = re.compile(r"\bhow many (?P<things>\w+(?: \w+)?)", re.I)


def choose_statement(data: FigureData, question: FigureRequest) -> PlotStatement | None:
    """The statement of a plot that fits all parts of `question`; None for another kind of figure, and where a part stays open."""
    if data.kind in _LISTING and (listed := list_names(data, question)) is not None:
        return listed
    if data.kind in _OTHERS:
        return _OTHERS[data.kind](data, question)
    if data.kind not in _PLOTS or not data.scaled or not data.facts or _asks_for_more(question):
        return None
    if lacks_most_series(data):
        return None
    data, question = restrict_to_panel(data, question)
    if len(set(data.columns.blocks)) > 1:
        return None
    rows, extreme = find_series(data, question.wording), _find_extreme(data, question)
    everything = list(range(data.rows.count))
    if extreme is None:
        if len(rows) == 1 and _asks_for_axis(data, question) and find_number(data, question.wording) is None:
            return _state_end(data, question, rows[0])
        if not rows or _WHICH.search(question.wording):
            return None
        return _state_values(data, find_place(data, question, rows))
    high, rank = _is_high(data, extreme), extreme.rank
    if _asks_for_series(data, question, rows):
        placed = find_place(data, question, everything)
        return _state_extreme(data, placed, high) if len(placed) > 1 and rank == 1 else None
    if len(rows) != 1:
        return None
    values = list_vertices(data, rows[0]) if rank == 1 else list_values(data, rows[0])
    return _state_peak(data, values, high, rank, _asks_for_place(data, question))


def _asks_for_more(question: FigureRequest) -> bool:
    """True if no single statement answers: for a verdict, a colour, a ratio or the difference of two curves."""
    compares = question.wants == "difference" and _APART.search(question.wording)
    return bool(
        question.wants in ("ratio", "verdict") or compares or _COLOURS & set(tokens(question.asked or ""))
    )


def _find_extreme(data: FigureData, question: FigureRequest) -> Extreme | None:
    """The rank of a value that `question` asks for, not one of what the x axis shows."""
    ranks = [
        op
        for op in question.operations
        if isinstance(op, Extreme)
        and (op.of == "value" or (op.of in _CHANGES and _CHANGE.search(data.y_title)))
        and not is_of_axis(data, question, op)
    ]
    moved = _MOVES_TO.search(question.wording)
    ranks = [op for op in ranks if not (moved and op.span[0] < moved.end() and moved.start() < op.span[1])]
    top = _ON_TOP.search(question.wording) or next(
        (op for op in question.operations if isinstance(op, AtSide) and op.vertical < 0), None
    )
    if ranks and ranks[0].of in _CHANGES:
        return replace(ranks[0], want=_CHANGES[ranks[0].of])
    return ranks[0] if ranks else Extreme("max", 1, (0, 0)) if top else None


def _is_high(data: FigureData, extreme: Extreme) -> bool:
    lower = bool(LOWER_IS_BETTER & set(tokens(data.y_title)))
    return extreme.want in ("max", "fast") or (
        extreme.want in ("best", "worst") and (extreme.want == "best") != lower
    )


def _asks_for_series(data: FigureData, question: FigureRequest, rows: Sequence[int]) -> bool:
    named = len(rows) == 1
    return bool(_WHICH.search(question.wording)) and data.rows.count > 1 and not named


def _asks_for_place(data: FigureData, question: FigureRequest) -> bool:
    if _asks_for_axis(data, question) or (data.x_range is None and _NAMES_PLACE.search(question.wording)):
        return True
    return bool(_WHERE.search(question.wording) or _WHICH.search(question.wording))


def _asks_for_axis(data: FigureData, question: FigureRequest) -> bool:
    """True if what is asked for is what the x axis shows: "after how many iterations"."""
    asked = stems(question.asked) if question.asked else set[str]()
    counted = _HOW_MANY.search(question.wording)
    things = stems(counted["things"]) if counted else set[str]()
    return bool(axis_words(data) & (asked | things) or _ON_AXIS.search(question.wording))


def _state_values(data: FigureData, values: Sequence[PlotValue]) -> PlotStatement | None:
    if not values:
        return None
    names = name_series(data)
    alone = len(values) == 1
    text = "; ".join(value.text if alone else f"{names[value.row]}: {value.text}" for value in values)
    return _statement(text, values)


def _state_end(data: FigureData, question: FigureRequest, row: int) -> PlotStatement | None:
    """The place at which a curve begins or ends, with its value there; None where `question` asks for neither."""
    end = find_end(data, question)
    value = None if end is None else end_value(data, row, end)
    return _statement(f"{value.label} ({value.text})", [value]) if value and value.label else None


def _state_extreme(data: FigureData, values: Sequence[PlotValue], high: bool) -> PlotStatement | None:
    """The series with the highest or lowest of `values`; None where two have it."""
    ranked = sorted(values, key=lambda value: value.value, reverse=high)
    name = name_series(data)[ranked[0].row]
    if not name or ranked[0].value == ranked[1].value:
        return None
    return _statement(f"{name} ({ranked[0].text})", ranked[:1])


def _state_peak(
    data: FigureData, values: Sequence[PlotValue], high: bool, rank: int, as_place: bool
) -> PlotStatement | None:
    """The highest or lowest of `values`, or the one of a further `rank`, and its place, first the one that is asked for; None for
    fewer values, and for a place without a name."""
    if len(values) < max(2, rank):
        return None
    best = sorted(values, key=lambda value: value.value, reverse=high)[rank - 1]
    if as_place and _LINE_OF_NAME.fullmatch(best.label):
        return None
    if not best.label:
        return None if as_place else _statement(best.text, [best])
    place = f"{data.x_title} {best.label}" if best.at is not None and data.x_title else best.label
    return _statement(f"{best.label} ({best.text})" if as_place else f"{best.text} ({place})", [best])


def _statement(text: str, values: Sequence[PlotValue]) -> PlotStatement:
    boxes = tuple(value.box for value in values if value.box)
    return PlotStatement(text, tuple(value.row for value in values), boxes)
