"""Weigh rows and columns by how likely the question means them, and represent the value of a cell."""

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
SAME = 4  # words with the same first letters, as many as these, count as the same: "tested" and "test"
CLEAR = 0.55  # least share of a row and a column for their cell to be the answer
NAMED = 0.6  # least mention strength of a row or column that the question names
DIGITS = 3  # significant digits of measured values


@dataclass(frozen=True, slots=True)
class CellValue:
    """A value that answers a question.

    `text` is the value as printed or computed, `confidence` is 0..1, and `rows` holds the rows that the value
    belongs to. `box` is the box of the main cell; `boxes` are all boxes to highlight.
    """

    text: str
    unit: str = ""
    box: BBox | None = None
    boxes: tuple[BBox, ...] = ()
    confidence: float = 0.0
    rows: tuple[int, ...] = ()


def item_shares(data: FigureData, view: View, question: FigureRequest) -> list[float]:
    """Return the share of each row: the rows that the operations select, or else the rows that the question names."""
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
    """Split a question that mentions two names of a matrix whose rows and columns have the same names.

    The first result keeps the mention of the row, the second keeps the mention of the column. A mention belongs to
    the side whose title shares a word with the text before the mention ("trained on A and tested on B"). Otherwise
    the first mention belongs to the rows. Other questions are returned unchanged, twice.
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
    """Return 1 for each row whose name is a number that the question states near the title of its column, otherwise 0.

    Example: "with 3 nodes" for the row "3" of the column "Nodes".
    """
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
    """Return how strongly `text` mentions each entry, summed over the attributes."""
    total = [0.0] * count
    for attribute in attributes:
        for index, strength in enumerate(mention_strengths(attribute, text)):
            total[index] += min(strength, 1.3)
    return total


def _shares(strengths: Sequence[float]) -> list[float]:
    """Turn mention strengths into shares that sum to 1. The shares are equal if nothing is mentioned."""
    top = max(strengths, default=0.0)
    raw = [math.exp(SHARP * (strength - top)) for strength in strengths]
    return [value / sum(raw) for value in raw]
