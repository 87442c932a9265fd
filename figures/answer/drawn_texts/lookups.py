"""Texts looked up in a drawing by others: the label of the link between two names, and the rest of a row of texts."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from statistics import median

from ...label_match import singular_tokens, tokens
from ...label_mentions import find_mentions
from ...primitives import Point
from ...request import FigureRequest
from ...statements.texts import DrawnText, is_words
from ...types import FigureData

_ASKS_LINK = re.compile(
    r"\b(?:which|what)\s+(?:\w+\s+){0,2}?(?:relation(?:ship|s)?|label|link|edge|arc|transition|condition|dependency|symbol|text|type)\b"
    r"[^?]*\b(?:connects?|connecting|links?|linking|joins?|joining|relates?|relating|between|goes|leads?|drawn|points?|holds?"
    r"|from\b[^?]*\bto)\b"
    r"|\bwhat (?:is|are|gets?|does|do)\b[^?]*\b(?:pass(?:ed|es)?|sent|sends?|handed|transferred|delivered|flows?|goes|go)\b"
    r"[^?]*\bfrom\b[^?]*\bto\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\bfrom (?:the )?(?:(?:state|node|vertex) )?(?P<one>\S+) to (?:the )?(?:(?:state|node|vertex) )?(?P<other>[^\s?,.;]+)",
    re.IGNORECASE,
)
_ON_ARC = 1.5  # letter heights between the middle of a label and its arc
_CLEAR = 1.3  # factor by which the next text must be further away
_FARTHEST = 1.0  # of the distance between two names, from their middle to the label of their link
_FEWEST_IN_ROW = 3  # words of a sentence
_OFF_MIDDLE = 0.12  # of the distance between two words, from their middle to that of the label of their arc
_FEWEST_ROWS = 3  # of texts in columns
_ALIGNED = 0.6  # letter heights between the left sides of the texts of one column
_ON_LINE = 0.5  # letter heights between the middles of the texts of one row
_NEXT_LINE = 2.2  # letter heights between the middles of two lines of one text
_PLACEHOLDER = re.compile(r"<[^<>]*>")  # "exploded outside <NP>"
_LETTERS = 4  # of a text by which a row is found


def answer_link_label(question: FigureRequest, texts: Sequence[DrawnText], data: FigureData | None) -> str:
    """The text nearest to the middle between two names, where the question asks how they are linked; "" without a clear one."""
    if _ASKS_LINK.search(question.wording) is None:
        return ""
    if on_arc := _label_on_arc(question, texts, data):
        return on_arc
    mentions = find_mentions(question.wording, [text.text for text in texts])
    named = list(dict.fromkeys(mention.name for mention in mentions))
    if len(named) != 2:
        return ""
    one, other = texts[named[0]], texts[named[1]]
    if over := _label_over_row(one, other, texts):
        return over
    middle = (one.cx + other.cx) / 2, (one.cy + other.cy) / 2
    reach = _FARTHEST * math.dist((one.cx, one.cy), (other.cx, other.cy))
    nodes = _joined_names(data)
    labels = sorted(
        (distance, index)
        for index, text in enumerate(texts)
        if index not in named
        and is_words(text.text)
        and text.text not in nodes
        and (distance := math.dist(middle, (text.cx, text.cy))) <= reach
    )
    clear = labels and (len(labels) == 1 or labels[1][0] >= _CLEAR * labels[0][0])
    return texts[labels[0][1]].text if clear else ""


def _label_over_row(one: DrawnText, other: DrawnText, texts: Sequence[DrawnText]) -> str:
    """The text over or under the middle between two words of a sentence, as the label of an arc that joins them is; "" for names
    that are in no row of words, and where no text or more than one is there."""
    height = one.box.height
    row = [text for text in texts if abs(text.cy - one.cy) <= _ON_LINE * height]
    if other not in row or len(row) < _FEWEST_IN_ROW:
        return ""
    middle, reach = (one.cx + other.cx) / 2, _OFF_MIDDLE * abs(one.cx - other.cx)
    labels = sorted((abs(t.cx - middle), i) for i, t in enumerate(texts) if t not in row and is_words(t.text))
    clear = len(labels) < 2 or labels[1][0] >= _CLEAR * max(labels[0][0], 0.5 * height)
    return texts[labels[0][1]].text if labels and labels[0][0] <= reach and clear else ""


def _label_on_arc(question: FigureRequest, texts: Sequence[DrawnText], data: FigureData | None) -> str:
    """The text nearest to the straight line between the two nodes of an automaton that the question names: "from 4 to 3"."""
    ends = _ENDS.search(question.wording)
    if ends is None or data is None or data.kind != "diagram" or not data.rows.attributes:
        return ""
    nodes = data.rows.attributes[0]
    centres = {
        name.text.lower(): ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        for name, box in zip(nodes.names, nodes.boxes, strict=True)
        if box is not None
    }
    one, other = (centres.get(ends[end].lower()) for end in ("one", "other"))
    if one is None or other is None:
        return ""
    ends_named = {ends[end].lower() for end in ("one", "other")}
    joined = {nodes.names[edge.target].text.lower() for edge in data.edges} & {
        nodes.names[edge.source].text.lower() for edge in data.edges
    }
    labels = sorted(
        (_distance_to_line((text.cx, text.cy), one, other), index)
        for index, text in enumerate(texts)
        # A label may have been taken for the node at which its arc ends.
        if text.text.lower() not in ends_named | joined
        and not text.text.isdigit()
        and any(map(str.isalpha, text.text))
    )
    near = labels and labels[0][0] <= _ON_ARC * texts[labels[0][1]].box.height
    clear = len(labels) < 2 or labels[1][0] >= _CLEAR * labels[0][0]
    return texts[labels[0][1]].text if near and clear else ""


def _distance_to_line(at: Point, one: Point, other: Point) -> float:
    """Distance of a point from the stretch between two others."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = dx * dx + dy * dy or 1.0
    share = min(1.0, max(0.0, ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / length))
    return math.dist(at, (one[0] + share * dx, one[1] + share * dy))


def _joined_names(data: FigureData | None) -> set[str]:
    """Names of the nodes that a line or an arrow reaches."""
    if data is None or data.kind != "diagram" or not data.rows.attributes:
        return set()
    ends = {end for edge in data.edges for end in (edge.source, edge.target)}
    return {data.rows.attributes[0].names[end].text for end in ends}


def answer_row(question: FigureRequest, lines: Sequence[DrawnText]) -> str:
    """The text in the same row as the one that the question states, under the heading that it asks for where there are several.

    `lines` are the texts of a drawing line by line. "" unless they are in columns, and where no text or more than one is meant.
    """
    level = [line for line in lines if not line.upright]
    height = median(line.box.height for line in level) if level else 1.0
    listed = [line for line in level if _is_in_column(line, level, height)]
    wording = set(tokens(question.wording))
    noun = singular_tokens(question.asked)[-1:]  # of the heading of what is asked for
    stated = [
        line
        for line in listed
        if _is_stated(line, wording) and (not noun or singular_tokens(line.text)[-1:] != noun)
    ]
    longest = max((len(line.text) for line in stated), default=0)
    keys = [line for line in stated if len(line.text) == longest]
    if len(keys) > 1:
        keys = _last_mentioned(question, keys)
    if len(keys) != 1 or question.operations:
        return ""
    row = [
        line
        for line in level
        if line is not keys[0] and abs(line.cy - keys[0].cy) <= _ON_LINE * height and is_words(line.text)
    ]
    if len(row) > 1:
        row = [line for line in row if _is_under(line, level, question, height)]
    if len(row) != 1:
        return ""
    # "Which source filters by gender": the text beside has more of the question's words, so the key is asked for.
    described = _stated_words(row[0], question) > _stated_words(keys[0], question)
    return _whole_text(keys[0] if described else row[0], level, height)


def _last_mentioned(question: FigureRequest, lines: Sequence[DrawnText]) -> list[DrawnText]:
    """The lines that the question mentions after all others: "in the church figure, what is the tag of stone"."""
    mentions = find_mentions(question.wording, [_PLACEHOLDER.sub("", line.text) for line in lines])
    names = {line.text for line in lines if mentions and line.text == lines[mentions[-1].name].text}
    return [line for line in lines if line.text in names]


def _is_in_column(line: DrawnText, lines: Sequence[DrawnText], height: float) -> bool:
    """True for a line with others exactly under or over it, which has a text beside it."""
    column = [o for o in lines if min(abs(o.box.x0 - line.box.x0), abs(o.cx - line.cx)) <= _ALIGNED * height]
    beside = any(other is not line and abs(other.cy - line.cy) <= _ON_LINE * height for other in lines)
    return len(column) >= _FEWEST_ROWS and beside


def _whole_text(line: DrawnText, lines: Sequence[DrawnText], height: float) -> str:
    """The text of a line with those right under it that have nothing beside them, on which it goes on."""
    parts = [line]
    for other in sorted(lines, key=lambda other: other.box.y0):
        under = 0 < other.cy - parts[-1].cy <= _NEXT_LINE * height
        aligned = abs(other.box.x0 - line.box.x0) <= _ALIGNED * height
        alone = not any(o is not other and abs(o.cy - other.cy) <= _ON_LINE * height for o in lines)
        if under and aligned and alone:
            parts.append(other)
    return " ".join(part.text for part in parts)


def _stated_words(line: DrawnText, question: FigureRequest) -> int:
    """Number of the words of the line that the question has, singular or plural."""
    return len(set(singular_tokens(question.wording)) & set(singular_tokens(line.text)))


def _is_stated(line: DrawnText, wording: set[str]) -> bool:
    own = tokens(_PLACEHOLDER.sub(" ", line.text))
    return sum(map(len, own)) >= _LETTERS and wording.issuperset(own)


def _is_under(line: DrawnText, lines: Sequence[DrawnText], question: FigureRequest, height: float) -> bool:
    """True if a heading over the line has the noun that the question asks for."""
    noun = set(singular_tokens(question.asked)[-1:])
    return any(
        other.box.y1 < line.box.y0
        and min(abs(other.box.x0 - line.box.x0), abs(other.cx - line.cx)) <= _ALIGNED * height
        and not noun.isdisjoint(singular_tokens(other.text))
        for other in lines
    )
