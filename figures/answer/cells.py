"""Answers that are values: look-ups, differences, ratios, counts and verdicts over the cells of a figure."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...papers.types import BBox
from ..question.entity_kinds import kind_of
from ..question.label_match import QuestionWords, mention, tokens
from ..question.operations import AtPosition, AtSide, Between, Compare, Equals, Extreme
from ..question.parser import Question
from ..types import Attribute, Fact, FigureData
from .axis_position import find_position
from .by_relation import between, compare
from .by_value import equals, has_mark, marked, marked_field
from .entities import entity_weights, naming_attribute
from .scope import build_scope, mention_strengths
from .select import select
from .views import View, build_views

SHARP = 6.0  # exponent that turns strengths of mentions into shares of rows and columns
CLEAR = 0.55  # least share of a row and of a column from which its cell is the one meant
NAMED_FIELD = 0.3  # least strength of the mention of a column by the things counted
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
        if _names_field(data, view, question):
            return _look_up(data, view, question)
        return _count(data, question) if data.kind == "table" or _counts_entries(data, question) else None
    if question.wants in {"difference", "ratio"}:
        return _relate(view, question)
    if question.wants == "verdict":
        return _judge(data, view, question)
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


_COUNTED = re.compile(
    r"\bhow many (?P<things>[^?]*?)(?= (?:do|does|did|is|are|was|were|has|have|had)\b)|\bnumber of (?P<number>\w+)",
    re.I,
)


def _names_field(data: FigureData, view: View, question: Question) -> bool:
    """True if the things counted are values of the figure: "How many parameters does BERT have?"."""
    match = _COUNTED.search(question.wording)
    if match is None:
        return False
    noun = QuestionWords.of(match["things"] or match["number"])
    titles = [data.y_title] + [name.text for attribute in view.fields.attributes for name in attribute.names]
    return any(mention(title, noun) > NAMED_FIELD for title in titles)


_DRAWN = re.compile(
    r"\b(?:bar|line|curve|point|marker|dot|group|categor(?:y|ie)|series|panel|plot|subplot|slice|sector|axi|axe|entrie"
    r"|colou?r|item|row|column|name|label)s?\b",
    re.I,
)


def _counts_entries(data: FigureData, question: Question) -> bool:
    """True if the things counted are entries of a drawing: "How many methods ...?", not "How many errors does X make?"."""
    match = _COUNTED.search(question.wording)
    if match is None:
        return True
    things = match["things"] or match["number"]
    titles = {token for a in (*data.rows.attributes, *data.columns.attributes) for token in tokens(a.title)}
    titles |= set(tokens(data.x_title))
    return bool(kind_of(things) or _DRAWN.search(things) or titles & set(tokens(things)))


_SPREAD_ASKED = re.compile(
    r"\b(?:(?:standard|std\.?)\s(?:deviation|error)|spread|variance|deviation|error (?:bar|margin)|margin of error"
    r"|confidence interval|uncertainty|vary|varies)\b",
    re.I,
)


def _shares(strengths: Sequence[float]) -> list[float]:
    """Strengths of mentions as shares that sum to 1; equal shares where nothing is mentioned."""
    top = max(strengths, default=0.0)
    raw = [math.exp(SHARP * (strength - top)) for strength in strengths]
    return [value / sum(raw) for value in raw]


def _strengths(attributes: Sequence[Attribute], count: int, text: str) -> list[float]:
    """Strength of the mention of each entry, summed over the names of its attributes."""
    total = [0.0] * count
    for attribute in attributes:
        for index, strength in enumerate(mention_strengths(attribute, text)):
            total[index] += min(strength, 1.3)
    return total


def _look_up(data: FigureData, view: View, question: Question) -> CellValue | None:
    items = _item_shares(data, view, question)
    fields = _field_shares(view, question)
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


def _item_shares(data: FigureData, view: View, question: Question) -> list[float]:
    """Shares of the rows: those that the operations select, else those that the question names."""
    ranks = [op for op in question.operations if isinstance(op, Extreme | AtPosition | AtSide)]
    if ranks and view.items.attributes:
        weights = entity_weights(view, question, data)
        attribute = view.items.attributes[weights.index(max(weights))]
        chosen = select(data, view, attribute, question).items
        if sum(chosen) > 0:
            return list(chosen)
    if view.items.count == 1:
        return [1.0]
    strengths = _strengths(view.items.attributes, view.items.count, question.wording)
    numbers = _row_numbers(view, question)
    return _shares([s + n for s, n in zip(strengths, numbers, strict=True)])


def _row_numbers(view: View, question: Question) -> list[float]:
    """1 for rows whose name is a number next to the title of its column: "with 3 nodes" under "Nodes"."""
    result = [0.0] * view.items.count
    for attribute in view.items.attributes:
        title = {token.rstrip("s") for token in tokens(attribute.title)}
        for index, name in enumerate(attribute.names):
            number = re.search(r"\d[\d.,]*", name.text)
            if not number or not title:
                continue
            for match in re.finditer(rf"(?<![\w.]){re.escape(number.group())}(?![\w.]\d)", question.wording):
                near = question.wording[max(0, match.start() - 24) : match.end() + 24]
                if title & {token.rstrip("s") for token in tokens(near)}:
                    result[index] = 1.0
    return result


def _field_shares(view: View, question: Question) -> list[float]:
    if view.fields.count == 1:
        return [1.0]
    strengths = _strengths(view.fields.attributes, view.fields.count, question.wording)
    if any(view.fields.summary):
        strengths = [s - 0.5 * total for s, total in zip(strengths, view.fields.summary, strict=True)]
    return _shares(strengths)


def _printed(fact: Fact) -> str:
    """The value as printed, or as measured with DIGITS digits."""
    if fact.text:
        return fact.text
    return f"{fact.value:.{DIGITS}g}" if fact.value is not None else ""


def _relate(view: View, question: Question) -> CellValue | None:
    """The difference or ratio of two named rows under one column, or of one row under two columns."""
    pair = _two_cells(view, question)
    if pair is None:
        return None
    one, other = pair
    first, second = one.numbers[0], other.numbers[0]
    boxes = tuple(box for box in (one.box, other.box) if box)
    if question.wants == "ratio":
        small, large = sorted((abs(first.value), abs(second.value)))
        if small == 0:
            return None
        return CellValue(f"{large / small:.{DIGITS}g}", "×", one.box, boxes, 0.8, (one.row, other.row))
    decimals = max(first.decimals, second.decimals)
    gap = abs(first.value - second.value)
    exact = one.printed and other.printed
    text = f"{gap:.{decimals}f}" if exact else f"{gap:.{DIGITS}g}"
    return CellValue(text, one.unit, one.box, boxes, 0.8, (one.row, other.row))


def _two_cells(view: View, question: Question) -> tuple[Fact, Fact] | None:
    rows = _strengths(view.items.attributes, view.items.count, question.wording)
    fields = _strengths(view.fields.attributes, view.fields.count, question.wording)
    numbers = _row_numbers(view, question)
    rows = [s + n for s, n in zip(rows, numbers, strict=True)]
    best_rows = sorted(range(len(rows)), key=lambda i: (-rows[i], i))
    best_fields = sorted(range(len(fields)), key=lambda i: (-fields[i], i))
    if not best_rows or not best_fields:
        return None
    if (
        len(best_rows) > 1
        and rows[best_rows[1]] >= NAMED
        and (len(fields) == 1 or fields[best_fields[0]] >= NAMED)
    ):
        cells = [view.grid[row][best_fields[0]] for row in best_rows[:2]]
    elif (
        len(best_fields) > 1
        and fields[best_fields[1]] >= NAMED
        and (len(rows) == 1 or rows[best_rows[0]] >= NAMED)
    ):
        cells = [view.grid[best_rows[0]][field] for field in best_fields[:2]]
    elif len(best_fields) == 2 and rows[best_rows[0]] >= NAMED and view.shared_scale:
        cells = [view.grid[best_rows[0]][field] for field in range(2)]
    else:
        return None
    one, other = cells
    return (one, other) if one and other and one.numbers and other.numbers else None


def _count(data: FigureData, question: Question) -> CellValue | None:
    """Count the names that fulfil the comparisons of the question; without any, all names."""
    best: tuple[float, CellValue] | None = None
    for view in build_views(data):
        for attribute, weight in zip(
            view.items.attributes, entity_weights(view, question, data), strict=True
        ):
            if weight <= 0 or (best is not None and weight <= best[0]):
                continue
            scope = build_scope(data, view, attribute, question)
            holding = [1.0 if item in scope.members() else 0.0 for item in range(view.items.count)]
            for op in question.operations:
                shares = None
                if isinstance(op, Compare):
                    shares = compare(scope, op)
                elif isinstance(op, Between):
                    shares = between(scope, op)
                elif isinstance(op, Equals):
                    shares = equals(scope, op)
                if shares is not None:
                    holding = [h * (share > 0.5) for h, share in zip(holding, shares, strict=True)]
            signs = marked(scope) if data.kind == "table" else None
            if signs is not None:
                holding = [h * sign for h, sign in zip(holding, signs, strict=True)]
            names = {
                attribute.names[i].text for i, held in enumerate(holding) if held and attribute.names[i].text
            }
            boxes = tuple(box for i, held in enumerate(holding) if held and (box := attribute.boxes[i]))
            best = weight, CellValue(str(len(names)), "", None, boxes, 0.6)
    return best[1] if best else None


def _judge(data: FigureData, view: View, question: Question) -> CellValue | None:
    """ "yes" or "no" to a comparison of a named row with a number or another row, or to a check mark of a named row."""
    comparison = next((op for op in question.operations if isinstance(op, Compare | Equals)), None)
    naming = naming_attribute(view.items)
    field = marked_field(view, question.wording) if data.kind == "table" else None
    if naming is None or (comparison is None and field is None):
        return None
    wording = question.wording if comparison is None else question.wording[: comparison.span[0]]
    strengths = _strengths(view.items.attributes, view.items.count, wording)
    if view.items.count > 1 and max(strengths, default=0.0) < NAMED:
        return None
    item = strengths.index(max(strengths)) if view.items.count > 1 else 0
    if comparison is None:
        assert field is not None
        fact, holds = view.grid[item][field], has_mark(view.grid[item][field])
    else:
        scope = build_scope(data, view, naming, replace(question, operations=(comparison,)))
        shares = compare(scope, comparison) if isinstance(comparison, Compare) else equals(scope, comparison)
        if shares is None or (isinstance(comparison, Compare) and not any(shares) and len(shares) == 1):
            return None
        fields = _field_shares(view, question)
        fact, holds = view.grid[item][fields.index(max(fields))], shares[item] > 0.5
    box = fact.box if fact else None
    verdict = holds != question.negated
    return CellValue("yes" if verdict else "no", "", box, (box,) if box else (), 0.7, (item,))
