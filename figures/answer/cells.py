"""Answer with a value: a cell, or a value computed from several cells."""

from __future__ import annotations

import re

from ..label_match import tokens
from ..numbers import format_measured
from ..operations import Compare, Extreme
from ..request import FigureRequest
from ..types import Entries, Fact, FigureData
from ..vocabulary import LOWER_IS_BETTER
from .along_axis.axis_position import find_position
from .along_axis.trends import describe_trend
from .cell_comparisons import add_cells, judge_comparison, relate_cells
from .cell_shares import (
    CLEAR,
    DIGITS,
    NAMED,
    CellValue,
    entry_strengths,
    field_shares,
    item_shares,
    share_mentions,
)
from .counts import (
    asks_at_count,
    count_bars,
    count_entries,
    count_positions,
    counts_entries,
    differs_by_panel,
    names_field,
)
from .entities import naming_attribute
from .views import View, build_views, smoothest_row

DRAWN_KINDS = ("bar", "line")
DRAWN = 0.7  # confidence in an extreme value that is measured between the ticks
_LEVEL = 0.01  # share of the range of all values; a curve that varies less is level
_FEWEST_LEVEL = 3  # values of a level curve
_INTERROGATIVE = re.compile(r"\b(?:which|what|who|whose|where|when|why|how)\b", re.I)
_QUALIFIED = re.compile(r"\s(?:of|for|after|before|at|with|in|on|by|when)\b", re.I)  # ends the noun asked for


def find_value(data: FigureData, question: FigureRequest) -> CellValue | None:
    """Return the value that the question asks for; None if the question asks for a name, or if no cell is clearly
    meant.
    """
    if data.kind == "diagram" or not data.facts:
        return None
    position = find_position(data, question)
    if position is not None:
        boxes = (position.box,) if position.box else ()
        return CellValue(position.text, "", position.box, boxes, 0.8, (position.row,))
    trend = describe_trend(data, question)
    if trend is not None:
        return CellValue(trend[0], confidence=DRAWN, rows=trend[1])
    if "course" in question.cues:
        return None
    if not data.scaled and question.wants in {"name", "value", "sum", "difference"}:
        return None
    view = build_views(data)[0]
    if question.wants == "name" and not (_asks_for_field(data, view, question) or _names_cell(question)):
        return None
    if question.wants == "count":
        if asks_at_count(data, question) or differs_by_panel(data, question):
            return None
        counted = count_bars(data, question) or count_positions(data, question)
        if counted is not None:
            return counted
        if names_field(data, view, question):
            return _look_up(data, view, question)
        return (
            count_entries(data, question) if data.kind == "table" or counts_entries(data, question) else None
        )
    if question.wants == "sum" and (total := add_cells(view, question)) is not None:
        return total
    if question.wants in {"difference", "ratio"}:
        return relate_cells(view, question)
    if question.wants == "verdict":
        return next((v for side in build_views(data) if (v := judge_comparison(data, side, question))), None)
    return _look_up(data, view, question) or _find_drawn_extreme(data, view, question)


def _names_cell(question: FigureRequest) -> bool:
    """True for a question without any operation or kind of thing, such as "F1 of BERT on SQuAD?", which names a
    cell.
    """
    return not (question.operations or question.asked or _INTERROGATIVE.search(question.wording))


def _asks_for_field(data: FigureData, view: View, question: FigureRequest) -> bool:
    """True for "What is the NOUN ..." if the noun is the title of the value axis or of a column of values.

    In a chart this holds for every question about the value axis that does not compare or rank: "Roughly what
    return is reached after 250 steps?".
    """
    noun = set(tokens(_QUALIFIED.split(question.asked)[0]))
    direct = re.search(r"\b(?:what|which) (?:is|was|are|were) the\b", question.wording, re.I)
    ranked = any(isinstance(op, Compare | Extreme) for op in question.operations)
    if not noun or not (direct or (data.kind in DRAWN_KINDS and not ranked)):
        return False
    roles = ("column",) if data.kind == "table" else ("column", "panel")
    titles = [data.y_title] + [n.text for a in view.fields.attributes if a.role in roles for n in a.names]
    return any(
        noun <= set(tokens(title)) and len(noun) >= 0.5 * len(tokens(title)) for title in titles if title
    )


def _look_up(data: FigureData, view: View, question: FigureRequest) -> CellValue | None:
    of_row, of_column = share_mentions(data, view, question)
    items = item_shares(data, view, of_row)
    fields = field_shares(view, of_column)
    item, field = items.index(max(items)), fields.index(max(fields))
    if max(items) < CLEAR and (nameless := _nameless_row(data, view, field)) is not None:
        item, items = nameless, [1.0]
    fact = view.grid[item][field]
    if max(fields) < CLEAR and max(items) >= CLEAR and (level := _level_value(data, view, item)) is not None:
        fact, fields = level, [1.0]
    if fact is None or max(items) < CLEAR or max(fields) < CLEAR:
        return None
    asks_spread = "spread" in question.cues and fact.spread is not None
    text = f"{fact.spread:g}" if asks_spread else _printed(fact)
    if not text:
        return None
    naming = naming_attribute(view.items)
    boxes = tuple(box for box in (naming and naming.boxes[item], fact.box) if box)
    return CellValue(text, fact.unit, fact.box, boxes, max(items) * max(fields), (item,))


def _level_value(data: FigureData, view: View, item: int) -> Fact | None:
    """Return a value of the item's curve if the curve is level, because the value then holds at every position;
    otherwise None.
    """
    facts = [fact for fact in view.grid[item] if fact is not None and fact.value is not None]
    values = [fact.value for fact in facts if fact.value is not None]
    drawn = [fact.value for fact in data.facts if fact.value is not None]
    if data.kind != "line" or view.across or len(values) < _FEWEST_LEVEL:
        return None
    return facts[0] if max(values) - min(values) <= _LEVEL * (max(drawn) - min(drawn)) else None


def _nameless_row(data: FigureData, view: View, field: int) -> int | None:
    """Return the row with a value in `field`, if the rows with such a value have no names.

    If there are two such rows, the smoother row is returned. None in all other cases.
    """
    naming = naming_attribute(view.items)
    rows = [row for row in range(view.items.count) if view.grid[row][field] is not None]
    if (
        data.kind not in DRAWN_KINDS
        or view.across
        or naming is None
        or any(naming.names[r].text for r in rows)
    ):
        return None
    return smoothest_row(data, rows)


def _find_drawn_extreme(data: FigureData, view: View, question: FigureRequest) -> CellValue | None:
    """Return the highest or lowest value in a chart, over the named rows and positions or over all."""
    extreme = next((op for op in question.operations if isinstance(op, Extreme)), None)
    if data.kind not in (*DRAWN_KINDS, "heatmap") or extreme is None or len(question.operations) > 1:
        return None
    if extreme.of != "value" or extreme.rank != 1:
        return None
    words = set(tokens(f"{question.wording} {data.y_title}"))
    high = extreme.want in ("max", "fast") or (
        extreme.want in ("best", "worst") and (extreme.want == "best") != bool(LOWER_IS_BETTER & words)
    )
    rows, places = _named(view.items, question), _named(view.fields, question)
    values: list[tuple[float, Fact | None]] = [
        (fact.value, fact)
        for fact in data.facts
        if fact.value is not None and fact.row in rows and fact.column in places
    ]
    if len(places) == view.fields.count:
        values += [(y, None) for curve in data.curves if curve.row in rows for _, y in curve.points]
    if not values:
        return None
    value, fact = (max if high else min)(values, key=lambda pair: pair[0])
    text = _printed(fact) if fact else format_measured(value, DIGITS)
    boxes = (fact.box,) if fact and fact.box else ()
    return CellValue(text, fact.unit if fact else "", fact.box if fact else None, boxes, DRAWN)


def _named(entries: Entries, question: FigureRequest) -> set[int]:
    """Return the entries that the question clearly names, or all entries if it names none."""
    strengths = entry_strengths(entries.attributes, entries.count, question.wording)
    top = max(strengths, default=0.0)
    return {i for i, strength in enumerate(strengths) if top < NAMED or strength == top}


def _printed(fact: Fact) -> str:
    """Return the value as printed, or the measured value with DIGITS digits."""
    if fact.text:
        return fact.text
    return format_measured(fact.value, DIGITS) if fact.value is not None else ""
