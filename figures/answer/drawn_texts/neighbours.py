"""The text beside, before or after a named one in a drawing, where no reader of charts or diagrams has an answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import fmean

from ....papers.types import BBox
from ...label_match import FUNCTION_WORDS, singular_tokens, tokens
from ...label_mentions import LabelMention, find_mentions
from ...numbers import Number
from ...operations import Compare, Equals, Extreme, Operation, StyleFilter
from ...request import FigureRequest
from ...statements.layout import find_flow, join_nodes
from ...statements.texts import DrawnText, is_words
from ...types import FigureData
from ..by_position import offset
from .direction import ALIGNED, OPPOSITE, distance_towards, find_row

_BEFORE = re.compile(
    r"\b(?:before|preced\w+|prior to|upstream|feeds?|fed (?:in)?to|goes into|input (?:to|of))\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\b(?:after|follow\w*|succeed\w*|next|downstream|output of|comes? (?:from|out of))\b",
    re.IGNORECASE,
)
_SIDES = {
    "above": re.compile(r"\b(?:above|on top of)\b", re.IGNORECASE),
    "below": re.compile(r"\b(?:below|beneath|under(?:neath)?|hang\w* from)\b", re.IGNORECASE),
    "left": re.compile(r"\bleft of\b", re.IGNORECASE),
    "right": re.compile(r"\bright of\b", re.IGNORECASE),
}
_BETWEEN = re.compile(r"\bbetween\b(?P<ends>.*\band\b.*)", re.IGNORECASE)
_PART = r"(?:layer|box|block|node|level|component|stage|step)"
_ENDS = {
    "above": re.compile(
        rf"\b(?:topmost|uppermost|(?:at|on) the (?:very )?top|on top(?! of)|top {_PART})\b", re.IGNORECASE
    ),
    "below": re.compile(
        rf"\b(?:bottommost|lowermost|at the (?:very )?bottom|bottom {_PART})\b", re.IGNORECASE
    ),
    "left": re.compile(
        r"\b(?:leftmost|(?:on|at|to) the (?:far|very|extreme) left|(?:at|on) the left(?:-hand)? end)\b",
        re.IGNORECASE,
    ),
    "right": re.compile(
        r"\b(?:rightmost|(?:on|at|to) the (?:far|very|extreme) right|(?:at|on) the right(?:-hand)? end)\b",
        re.IGNORECASE,
    ),
}
_FIRST = re.compile(rf"\b(?:first|initial) (?:[\w-]+ )??{_PART}\b", re.IGNORECASE)
_LAST = re.compile(rf"\b(?:last|final) (?:[\w-]+ )??{_PART}\b", re.IGNORECASE)
_MIDDLE = re.compile(rf"\b(?:middle|central|centre) {_PART}\b|\bin the (?:middle|centre)\b", re.IGNORECASE)
_TICK = re.compile(r"[-\u2212]?\d[\d.,]*\s?%?")
_MOST_AT_END = 3  # texts side by side at an end of a drawing
_FEWEST_TICKS = 3  # numbers of a chart
_SYMBOL = 4  # characters of a symbol or a label of a tree: "S", "NP", "w(t)"
_PART_NOUN = re.compile(rf"\s+(?:{_PART}|module|network|unit)s?$", re.IGNORECASE)
_NAME_WORDS = 3  # most words of a name by itself, behind which an explanation follows
_LONG = 6  # letters of a last word that names a text by itself
_BETWEEN_WORDS = 2  # words between a side and the name that it is the side of: "above the first box"
_LONGEST = 12  # words of a text that may be the name of a step or a layer
_CLEAR = 1.3  # factor by which the next nearest text must be further away


def answer_neighbour(question: FigureRequest, texts: Sequence[DrawnText], data: FigureData | None) -> str:
    """The text beside a named one, or before or after it in the direction of the drawing, or at an end of the drawing; "" where
    none is clear."""
    if any(_is_of_values(op) for op in question.operations):
        return ""
    texts = join_nodes(texts, data)
    names = [text for text in texts if len(text.text.split()) <= _LONGEST]
    charted = _charted_names(data, texts)
    mentions = [m for m in _find_names(question, names) if names[m.name].text not in charted]
    anchors = list(dict.fromkeys(mention.name for mention in mentions))
    flow = find_flow(texts, data)
    if not anchors:
        return "" if charted else _at_end(question, names, flow)
    between = _BETWEEN.search(question.wording)
    if between is not None:
        return _between(question, names, anchors, flow, between.start("ends"), mentions[-1].start)
    side = next((side for side, wording in _SIDES.items() if _leads_to(wording, question, mentions[-1])), "")
    flow = find_row(names, anchors[-1]) or flow
    if not side and flow:
        before = _BEFORE.search(question.wording) or question.relationship == "previous"
        after = _AFTER.search(question.wording) or question.relationship == "next"
        side = OPPOSITE[flow] if before else flow if after else ""
    if not side:
        return ""
    alike = [place for place, name in enumerate(names) if name.text == names[anchors[-1]].text]
    found = {_beside(question, names, anchors, place, side) for place in alike} - {""}
    return (
        found.pop() if len(found) == 1 else ""
    )  # a name that is printed twice may have other texts beside it


def _is_of_values(operation: Operation) -> bool:
    """True for an operation that compares values or styles; "above the encoder" is a place where the drawing has no curves."""
    if isinstance(operation, Compare):
        return isinstance(operation.to, Number)
    return isinstance(operation, Equals | Extreme | StyleFilter)


def _find_names(question: FigureRequest, names: Sequence[DrawnText]) -> list[LabelMention]:
    """Mentions of the texts; without any, or with one alone of two that something is between, also of parts that only one of them
    has: "the re-ranker", "aggregation" for "Aggregation Layer". None of what is asked for, and of no inputs such as "the"."""
    asked = set(singular_tokens(question.asked))
    texts = [
        ""
        if asked.issuperset(singular_tokens(text.text)) or FUNCTION_WORDS.issuperset(tokens(text.text))
        else text.text
        for text in names
    ]
    mentions = find_mentions(question.wording, texts)
    if mentions and not (_BETWEEN.search(question.wording) and len({m.name for m in mentions}) == 1):
        return mentions
    for shorten in (_head, _tail):
        forms = [shorten(text) for text in texts]
        alone = [
            form if forms.count(form) == 1 and not asked.issuperset(singular_tokens(form)) else ""
            for form in forms
        ]
        named = {mention.name for mention in mentions}
        mentions = [*mentions, *(m for m in find_mentions(question.wording, alone) if m.name not in named)]
    return sorted(mentions, key=lambda mention: mention.start)


def _head(text: str) -> str:
    """A text without the noun for a part at its end, or the first two of many words; "" for another one."""
    words = text.split()
    if len(words) > _NAME_WORDS:
        return " ".join(words[:2])
    name = _PART_NOUN.sub("", text)
    return name if name != text and len(name) >= _LONG else ""


def _tail(text: str) -> str:
    """The last word of a text if it is long; "" else."""
    tail = text.split()[-1] if is_words(text) else ""
    return tail if len(tail) >= _LONG else ""


def _at_end(question: FigureRequest, names: Sequence[DrawnText], flow: str) -> str:
    """The texts at the end or in the middle of the drawing, as the question asks: "the topmost layer", "the last stage"."""
    if _MIDDLE.search(question.wording):
        return _in_middle([text for text in names if is_words(text.text) and not text.upright])
    side = next((side for side, wording in _ENDS.items() if wording.search(question.wording)), "")
    if not side and flow and not (_BEFORE.search(question.wording) or _AFTER.search(question.wording)):
        last, first = _LAST.search(question.wording), _FIRST.search(question.wording)
        side = flow if last else OPPOSITE[flow] if first else ""
    pool = [names[i] for i in _of_kind(question, names, ())] if side else []
    if len(pool) < 2:
        return ""
    if alone := _only_of_kind(question, pool, side):
        return alone
    end = max(distance_towards(text, side) for text in pool)
    height = fmean(text.box.height for text in pool)
    found = [text.text for text in pool if end - distance_towards(text, side) <= 0.5 * height]
    return ", ".join(dict.fromkeys(found)) if len(found) <= _MOST_AT_END else ""


def _only_of_kind(question: FigureRequest, texts: Sequence[DrawnText], side: str) -> str:
    """The only text that ends with the noun asked for, where it is in the half of the drawing on this side; "" else."""
    noun = singular_tokens(question.asked)[-1:]
    found = [text for text in texts if noun and singular_tokens(text.text)[-1:] == noun]
    places = [distance_towards(text, side) for text in texts]
    is_there = len(found) == 1 and 2 * distance_towards(found[0], side) >= min(places) + max(places)
    return found[0].text if is_there else ""


def _in_middle(texts: Sequence[DrawnText]) -> str:
    """The text that is alone on the middle one of the lines of a drawing; "" where their number is even."""
    lines: list[list[DrawnText]] = []
    for text in sorted(texts, key=lambda text: text.cy):
        if lines and text.cy - lines[-1][-1].cy <= 0.5 * text.box.height:
            lines[-1].append(text)
        else:
            lines.append([text])
    middle = lines[len(lines) // 2] if len(lines) % 2 and len(lines) > 1 else []
    return middle[0].text if len(middle) == 1 else ""


def _leads_to(wording: re.Pattern[str], question: FigureRequest, mention: LabelMention) -> bool:
    """True if the words of a side end right before the name that the question mentions."""
    before = question.wording[: mention.start]
    return any(len(before[match.end() :].split()) <= _BETWEEN_WORDS for match in wording.finditer(before))


def _charted_names(data: FigureData | None, texts: Sequence[DrawnText]) -> set[str]:
    """Names of curves, bars and axes, whose order is one of values; none of a drawing without the numbers of an axis."""
    numbers = sum(_TICK.fullmatch(text.text) is not None for text in texts)
    if data is None or data.kind in ("diagram", "table", "other") or numbers < _FEWEST_TICKS:
        return set()
    sides = (data.rows, data.columns)
    names = {name.text for side in sides for attribute in side.attributes for name in attribute.names}
    return names | {data.x_title, data.y_title}


def _between(
    question: FigureRequest,
    names: Sequence[DrawnText],
    anchors: Sequence[int],
    flow: str,
    start: int,
    last: int,
) -> str:
    """The text between two named ones, or before the one that ends the stretch where the other is not printed."""
    if len(anchors) < 2:
        return _beside(question, names, anchors, anchors[-1], OPPOSITE[flow]) if flow and last > start else ""
    one, other = names[anchors[0]], names[anchors[-1]]
    dx, dy = abs(one.cx - other.cx), abs(one.cy - other.cy)
    side = (
        ("below" if other.cy > one.cy else "above") if dy > dx else "right" if other.cx > one.cx else "left"
    )
    inside = [
        index
        for index, text in enumerate(names)
        if index in anchors or 0 < offset(one.box, text.box, side)[0] < offset(one.box, other.box, side)[0]
    ]
    kept = [names[index] for index in inside]
    moved = [inside.index(anchor) for anchor in anchors]
    return _beside(question, kept, moved, moved[0], side)


def _beside(
    question: FigureRequest, names: Sequence[DrawnText], anchors: Sequence[int], origin: int, side: str
) -> str:
    """The nearest text on this side of a named one, an aligned one before others, of the kind that is asked for where the
    drawing has several of it; "" where two are about as near."""
    start = names[origin]
    pool = _of_kind(question, names, anchors)
    found = []
    for index in pool:
        text = names[index]
        along, across = offset(start.box, text.box, side)
        if along > 0.5 * start.box.height:
            upright = side in ("above", "below")
            edges = abs(text.box.x0 - start.box.x0) if upright else abs(text.box.y0 - start.box.y0)
            off = min(across, edges)
            found.append((off > ALIGNED * start.box.height, along + 2.0 * off, index))
    found.sort()
    near = [item for item in found if item[0] == found[0][0] and item[1] < _CLEAR * found[0][1]]
    level = {names[index].text: names[index].box for _, _, index in near}
    if len(near) > 1 and not (
        side in ("above", "below") and len(level) == len(near) <= _MOST_AT_END and _on_line(level)
    ):
        return ""
    return ", ".join(level)


def _on_line(boxes: Mapping[str, BBox]) -> bool:
    """True for texts side by side, none of which is nearer than the others."""
    tops = [box.y0 for box in boxes.values()]
    return max(tops) - min(tops) <= 0.5 * max(box.height for box in boxes.values())


def _of_kind(question: FigureRequest, names: Sequence[DrawnText], anchors: Sequence[int]) -> list[int]:
    """The texts other than `anchors` with the noun that is asked for, or all where fewer than two have it."""
    noun = set(tokens(question.asked)[-1:])
    lettered = [text.text for text in names if any(map(str.isalpha, text.text))]
    of_symbols = 2 * sum(len(text) <= _SYMBOL for text in lettered) > len(lettered)
    others = [
        i
        for i, text in enumerate(names)
        if i not in anchors
        and not text.upright
        and (text.text in lettered if of_symbols else is_words(text.text))
    ]
    of_kind = [i for i in others if noun & set(tokens(names[i].text))]
    return of_kind if len(of_kind) > 1 else others
