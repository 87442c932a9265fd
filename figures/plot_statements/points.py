"""Statements about the points of a scatter plot: how many there are, and where the outermost one is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..answer.restriction.named_panel import restrict_to_panel
from ..label_match import QuestionWords, mention, stems, tokens
from ..numbers import Number
from ..operations import AtSide, Compare, Extreme, Operation
from ..request import FigureRequest
from ..statements.series import print_measured
from ..types import FigureData, FigureName
from ..vocabulary import MARKERS
from .statement import PlotStatement

_COUNTED = re.compile(
    r"\bhow many (?:\w+ ){0,3}?(?:points?|marks?|markers?|dots?|symbols?|signs?|crosses|circles|squares|triangles|stars"
    r"|diamonds)\b",
    re.I,
)
_POINT = re.compile(
    r"\b(?:points?|marks?|markers?|dots?|symbols?|coordinates|cross|circle|square|triangle|diamond)\b", re.I
)
_WHICH_POINT = re.compile(r"\b(?:which|what|who)(?: \w+)? (?:points?|marks?|dots?)\b|\b(?:which|who)\b", re.I)
_WHERE = re.compile(r"\b(?:where|position|place)\b", re.I)
_ANY_SHAPE = ("dot", "dots")  # of any form
_AXIS_WORDS = 2  # behind a rank, among which is the axis along which it ranks
_GROUP = 0.6  # least strength of the mention of a group of points
_LEAD = 0.1  # of that strength before the next


def choose_point_statement(data: FigureData, question: FigureRequest) -> PlotStatement | None:
    """The number of points that `question` counts, or the position of the outermost one that it describes, of the group that it
    names or else of all; None for another question or figure, and where two points are outermost."""
    if data.kind != "scatter" or not data.scaled or not data.facts:
        return None
    data, question = restrict_to_panel(data, question)
    rows, operations = _named_rows(data, question), question.operations
    counted = _COUNTED.search(question.wording)
    if counted is not None:
        kept = _compared(data, _of_shape(data, rows, counted[0]), operations)
        return PlotStatement(str(len(kept)), tuple(kept), ()) if kept else None
    if question.wants == "count" or len(operations) != 1 or not rows:
        return None
    end = _find_end(data, operations[0], question)
    asked = _asked_axes(data, question, end[0]) if end else ()
    return _state_outermost(data, rows, *end, asked) if end and asked else None


def _of_shape(data: FigureData, rows: Sequence[int], counted: str) -> list[int]:
    """The points with the marker that is counted ("x marks", "circles"); all where no shape is named."""
    shape = next(
        (MARKERS[word] for word in tokens(counted) if word in MARKERS and word not in _ANY_SHAPE), ""
    )
    looks = data.rows.appearances
    return [row for row in rows if not shape or (looks and (look := looks[row]) and look.marker == shape)]


def _groups(data: FigureData) -> tuple[FigureName, ...]:
    return next((a.names for a in data.rows.attributes if a.role == "series"), ())


def _named_rows(data: FigureData, question: FigureRequest) -> list[int]:
    """The points of the group that the question names; all where it names none; [] where it names several."""
    groups, words = _groups(data), QuestionWords.of(question.wording)
    strengths = {name.text: mention(name.text, words) for name in groups if name.text}
    ranked = sorted(strengths.values(), reverse=True)
    if not ranked or ranked[0] < _GROUP:
        return list(range(data.rows.count))
    if len(ranked) > 1 and ranked[0] < ranked[1] + _LEAD:
        return []
    best = max(strengths, key=strengths.__getitem__)
    return [row for row, name in enumerate(groups) if name.text == best]


def _compared(data: FigureData, rows: Sequence[int], operations: Sequence[Operation]) -> list[int] | None:
    """The points beyond the numbers that the question gives along an axis; None where it asks for something else."""
    kept = list(rows)
    for op in operations:
        axis = _axis_in(data, op.about) if isinstance(op, Compare) else None
        if not isinstance(op, Compare) or axis is None or not isinstance(op.to, Number):
            return None
        sign, values = 1 if op.relation == "above" else -1, _values(data, axis)
        if op.relation not in ("above", "below"):
            return None
        kept = [row for row in kept if row in values and sign * values[row] > sign * op.to.value]
    return kept


def _values(data: FigureData, axis: int) -> dict[int, float]:
    return {fact.row: fact.value for fact in data.facts if fact.column == axis and fact.value is not None}


def _title_stems(data: FigureData) -> list[set[str]]:
    """The stems of the titles of the x and the y axis."""
    return [stems(title) if title else set[str]() for title in (data.x_title, data.y_title)]


def _axis_in(data: FigureData, text: str) -> int | None:
    """0 for the x axis and 1 for the y axis where `text` has words of the title of one of them alone."""
    titles = _title_stems(data)
    named = [bool((title - other) & stems(text)) for title, other in zip(titles, titles[::-1], strict=True)]
    return named.index(True) if sum(named) == 1 else None


def _find_end(data: FigureData, operation: Operation, question: FigureRequest) -> tuple[int, bool] | None:
    """The axis along which a point is outermost, and True for its upper end; None for another operation."""
    if isinstance(operation, AtSide) and bool(operation.horizontal) != bool(operation.vertical):
        return (0, operation.horizontal > 0) if operation.horizontal else (1, operation.vertical < 0)
    if not isinstance(operation, Extreme) or operation.rank != 1 or operation.of != "value":
        return None
    behind = " ".join(question.wording[operation.span[1] :].split()[:_AXIS_WORDS])
    axis = _axis_in(data, behind)
    if operation.want not in ("max", "min"):
        return None
    if axis is None and _POINT.search(behind):
        axis = 1
    return None if axis is None else (axis, operation.want == "max")


def _asked_axes(data: FigureData, question: FigureRequest, ranked: int) -> tuple[int, ...]:
    """The axes whose value is asked for: those named before the rank, or else both for the place of a point and the ranked one
    for its own value; () where the name of a point is asked for."""
    if _WHICH_POINT.search(question.wording):
        return ()
    before = question.wording[: question.operations[0].span[0]]
    titles = _title_stems(data)
    stated = stems(before) if before.strip() else set[str]()
    named = tuple(axis for axis in (0, 1) if (titles[axis] - titles[1 - axis]) & stated)
    if named:
        return named
    if _POINT.search(before) or _WHERE.search(before):
        return (0, 1)
    return (ranked,) if question.wants == "value" and _axis_in(data, question.asked) == ranked else ()


def _state_outermost(
    data: FigureData, rows: Sequence[int], axis: int, high: bool, asked: Sequence[int]
) -> PlotStatement | None:
    columns = [_values(data, 0), _values(data, 1)]
    ranked = sorted((r for r in rows if r in columns[axis]), key=lambda r: columns[axis][r], reverse=high)
    if len(ranked) < 2 or columns[axis][ranked[0]] == columns[axis][ranked[1]]:
        return None
    row = ranked[0]
    if any(row not in columns[each] for each in asked):
        return None
    parts = [
        f"{title or 'xy'[each]} {print_measured(columns[each][row])}"
        for each, title in enumerate((data.x_title, data.y_title))
        if each in asked
    ]
    text = parts[0].rpartition(" ")[2] if len(parts) == 1 else ", ".join(parts)
    boxes = tuple(fact.box for fact in data.facts if fact.row == row and fact.box)[:1]
    return PlotStatement(text, (row,), boxes)
