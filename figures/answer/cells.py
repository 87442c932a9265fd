"""Answers that are values: a cell, or what is computed from several."""

from __future__ import annotations

import re

from ..question.label_match import tokens
from ..question.parser import Question
from ..types import Fact, FigureData
from .axis_position import find_position
from .cell_comparisons import judge_comparison, relate_cells
from .cell_shares import CLEAR, DIGITS, CellValue, field_shares, item_shares
from .counts import count_entries, counts_entries, names_field
from .entities import naming_attribute
from .views import View, build_views

_SPREAD_ASKED = re.compile(
    r"\b(?:(?:standard|std\.?)\s(?:deviation|error)|spread|variance|deviation|error (?:bar|margin)|margin of error"
    r"|confidence interval|uncertainty|vary|varies)\b",
    re.I,
)


def find_value(data: FigureData, question: Question) -> CellValue | None:
    """Return the value that the question asks for; None where it asks for a name or no cell is clearly meant."""
    if data.kind == "diagram" or not data.facts:
        return None
    position = find_position(data, question)
    if position is not None:
        boxes = (position.box,) if position.box else ()
        return CellValue(position.text, "", position.box, boxes, 0.8, (position.row,))
    view = build_views(data)[0]
    if question.wants == "name" and not _asks_for_field(data, view, question):
        return None
    if question.wants == "count":
        if names_field(data, view, question):
            return _look_up(data, view, question)
        return (
            count_entries(data, question) if data.kind == "table" or counts_entries(data, question) else None
        )
    if question.wants in {"difference", "ratio"}:
        return relate_cells(view, question)
    if question.wants == "verdict":
        return judge_comparison(data, view, question)
    return _look_up(data, view, question)


def _asks_for_field(data: FigureData, view: View, question: Question) -> bool:
    """True for "What is the NOUN ..." where the noun is the title of the value axis or of a column of values."""
    noun = set(tokens(question.asked))
    if not noun or not re.search(r"\b(?:what|which) (?:is|was|are|were) the\b", question.wording, re.I):
        return False
    titles = [data.y_title] + [n.text for a in view.fields.attributes if a.role == "column" for n in a.names]
    return any(
        noun <= set(tokens(title)) and len(noun) >= 0.5 * len(tokens(title)) for title in titles if title
    )


def _look_up(data: FigureData, view: View, question: Question) -> CellValue | None:
    items = item_shares(data, view, question)
    fields = field_shares(view, question)
    item, field = items.index(max(items)), fields.index(max(fields))
    fact = view.grid[item][field]
    if fact is None or max(items) < CLEAR or max(fields) < CLEAR:
        return None
    asks_spread = _SPREAD_ASKED.search(question.wording) is not None and fact.spread is not None
    text = f"{fact.spread:g}" if asks_spread else _printed(fact)
    if not text:
        return None
    naming = naming_attribute(view.items)
    boxes = tuple(box for box in (naming and naming.boxes[item], fact.box) if box)
    return CellValue(text, fact.unit, fact.box, boxes, max(items) * max(fields), (item,))


def _printed(fact: Fact) -> str:
    """The value as printed, or as measured with DIGITS digits."""
    if fact.text:
        return fact.text
    return f"{fact.value:.{DIGITS}g}" if fact.value is not None else ""
