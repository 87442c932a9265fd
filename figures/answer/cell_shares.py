"""Values of cells, and the shares with which a question means the rows and columns of a view."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...papers.types import BBox
from ..label_match import singular_tokens, stems
from ..label_mentions import find_mentions
from ..operations import AtPosition, AtSide, Extreme, StyleFilter
from ..request import FigureRequest
from ..types import Attribute, FigureData
from .entities import entity_weights
from .scope import mention_strengths
from .select import select
from .views import View

SHARP = 6.0  # exponent that turns strengths of mentions into shares of rows and columns
SAME = 4  # first letters of words that are the same: "tested" and "test"
CLEAR = 0.55  # least share of a row and of a column from which its cell is the one meant
NAMED = 0.6  # least strength of the mention of a row or column that is compared
DIGITS = 3  # significant digits of measured values


@dataclass(frozen=True, slots=True)
class CellValue:
    """`text` is the value as printed or computed; `confidence` 0..1; `rows` are the entries that it belongs to."""

    text: str
    unit: str = ""
    box: BBox | None = None
    boxes: tuple[BBox, ...] = ()
    confidence: float = 0.0
    rows: tuple[int, ...] = ()


def item_shares(data: FigureData, view: View, question: FigureRequest) -> list[float]:
    """Shares of the rows: those that the operations select, else those that the question names."""
    drawn = data.kind != "table"
    ranks = [
        op
        for op in question.operations
        if isinstance(op, Extreme | AtPosition | AtSide) or (drawn and isinstance(op, StyleFilter))
    ]
    if ranks and view.items.attributes:
        weights = entity_weights(view, question, data)
        attribute = view.items.attributes[weights.index(max(weights))]
        chosen = select(data, view, attribute, question).items
        if sum(chosen) > 0:
            return list(chosen)
    if view.items.count == 1:
        return [1.0]
    strengths = entry_strengths(view.items.attributes, view.items.count, question.wording)
    numbers = row_numbers(view, question)
    return _shares([s + n for s, n in zip(strengths, numbers, strict=True)])


def field_shares(view: View, question: FigureRequest) -> list[float]:
    if view.fields.count == 1:
        return [1.0]
    strengths = entry_strengths(view.fields.attributes, view.fields.count, question.wording)
    if any(view.fields.summary):
        strengths = [s - 0.5 * total for s, total in zip(strengths, view.fields.summary, strict=True)]
    return _shares(strengths)


def share_mentions(data: FigureData, view: View, question: FigureRequest) -> tuple[FigureRequest, ...]:
    """The question for the rows and for the columns of a matrix whose sides have the same names, and mentions two of them.

    A mention belongs to the side whose title has one of the words before it ("trained on A and tested on B"); with no such word,
    the first to the rows.
    """
    rows, columns = (
        [name.text for attribute in side.attributes[:1] for name in attribute.names]
        for side in (view.items, view.fields)
    )
    found = find_mentions(question.wording, rows) if set(rows) & set(columns) else []
    if len(found) != 2:
        return question, question
    sides = [
        {word[:SAME] for word in stems(f"{side.attributes[0].title} {title}")}
        for side, title in ((view.items, data.y_title), (view.fields, data.x_title))
    ]
    starts = 0, found[0].end
    before = [
        {word[:SAME] for word in stems(question.wording[start : mention.start])}
        for start, mention in zip(starts, found, strict=True)
    ]
    turned = bool(before[0] & (sides[1] - sides[0]) or before[1] & (sides[0] - sides[1]))
    row, column = found[::-1] if turned else found
    return tuple(
        replace(
            question,
            wording=f"{question.wording[: m.start]}{' ' * (m.end - m.start)}{question.wording[m.end :]}",
        )
        for m in (column, row)
    )


def row_numbers(view: View, question: FigureRequest) -> list[float]:
    """1 for rows whose name is a number next to the title of its column: "with 3 nodes" under "Nodes"."""
    result = [0.0] * view.items.count
    for attribute in view.items.attributes:
        title = set(singular_tokens(attribute.title))
        for index, name in enumerate(attribute.names):
            number = re.search(r"\d[\d.,]*", name.text)
            if not number or not title:
                continue
            for match in re.finditer(rf"(?<![\w.]){re.escape(number.group())}(?![\w.]\d)", question.wording):
                near = question.wording[max(0, match.start() - 24) : match.end() + 24]
                if not title.isdisjoint(singular_tokens(near)):
                    result[index] = 1.0
    return result


def entry_strengths(attributes: Sequence[Attribute], count: int, text: str) -> list[float]:
    """Strength of the mention of each entry, summed over the names of its attributes."""
    total = [0.0] * count
    for attribute in attributes:
        for index, strength in enumerate(mention_strengths(attribute, text)):
            total[index] += min(strength, 1.3)
    return total


def _shares(strengths: Sequence[float]) -> list[float]:
    """Strengths of mentions as shares that sum to 1; equal shares where nothing is mentioned."""
    top = max(strengths, default=0.0)
    raw = [math.exp(SHARP * (strength - top)) for strength in strengths]
    return [value / sum(raw) for value in raw]
