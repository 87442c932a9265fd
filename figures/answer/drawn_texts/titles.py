"""Titles of axes, contents of panels and texts of one kind ("the errors marked"), as printed in a drawing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...label_match import singular_tokens
from ...label_mentions import find_mentions
from ...numbers import parse_number
from ...operations import Between, Compare, Equals, Extreme
from ...request import FigureRequest
from ...statements.texts import DrawnText, is_words
from ...types import FigureData

_AXIS = re.compile(
    r"\b(?:(?P<side>left|right|second(?:ary)?|other)(?:[- ]hand)?(?:[- ]side)?\s+)?"
    r"(?:(?P<letter>[xy])[- ]?|(?P<level>horizontal|vertical)\s+)?ax[ie]s\b",
    re.IGNORECASE,
)
_ASKS_TITLE = re.compile(
    r"\b(?:what|which)\b[^?]*\b(?:on|along|label\w*|title|plotted|shown|show|shows|represent\w*|stand|stands|mean|means|denote\w*|"
    r"measure\w*|indicate\w*|quantit\w+|variable|units?)\b|\bwhat (?:is|are) the [xy][- ]ax[ie]s\b|\blabel of the\b",
    re.IGNORECASE,
)
_ASKS_VALUE = re.compile(
    r"\b(?:range|maximum|minimum|highest|lowest|largest|smallest|upper|lower|value|scale|log|point|position|tick|where|"
    r"peaks?|cross\w*)\b",
    re.IGNORECASE,
)
_PANEL = re.compile(
    r"\b(?:(?:panel|sub-?figure|sub-?plot)\s*\(?(?P<letter>[a-h])\)?(?!\w)|(?:part|plot|diagram)\s*\((?P<bracketed>[a-h])\))"
    r"|\bfig(?:ure|\.)?\s*\d+\s*\(?(?P<behind>[a-h])\)?(?!\w)",
    re.IGNORECASE,
)
_ASKS_CONTENT = re.compile(
    r"\b(?:what|which|whose|who)\b[^?]*\b(?:show|shows|shown|depict\w*|illustrate\w*|display\w*|present\w*|plot\w*|drawn|compare\w*|about)\b",
    re.IGNORECASE,
)
# "Opinion 30%", "loss 0.2", "n = 5"; the number of "Layer 2" is a part of its name.
_NAME_AND_NUMBER = re.compile(
    r"(?P<name>[^\W\d][^\d]*?)(?:\s*[:=(]\s*(?P<given>\d[\d.,]*\s?%?)\)?|\s+(?P<number>\d[\d.,]*\s?%|\d*\.\d+))"
)
_NUMBER_AND_NAME = re.compile(r"(?P<number>\d[\d.,]*)\s+(?P<name>[^\W\d].*)")
_COUNTED = re.compile(
    r"\bhow many (?P<things>[^?]+?)(?= (?:are|is|were|was|do|does|did|has|have|in|per|of|feed|go)\b|[?,]|$)",
    re.IGNORECASE,
)
_QUANTITY = re.compile(r"\b(?:probability|weight|score|value|number)\b", re.IGNORECASE)
_FEWEST_NUMBERS, _MOST_NUMBERS = 2, 6  # of a drawing that is no chart
_CLEAR = 2.0  # factor by which the next number must be further away
_BEHIND = 2.5  # letter heights between a name and its number
_SUBCAPTION = r"\(\s*{letter}\s*\)\s*"
_JOINED = re.compile(r"(?:and|or|to)\b|&", re.IGNORECASE)  # "(a) and (b) show ..."
_MOST_TITLES = 3  # of axes of several panels


def asks_for_title(question: FigureRequest) -> bool:
    """True for a question that names an axis or a panel, and may ask for its title."""
    return bool(_AXIS.search(question.wording) or _PANEL.search(question.text))


def answer_axis(
    question: FigureRequest, texts: Sequence[DrawnText], data: FigureData | None, caption: str
) -> str:
    """The title of the axis that the question asks for, of every panel where they differ; "" for another question."""
    match = _AXIS.search(question.wording)
    if match is None or not _ASKS_TITLE.search(question.wording) or _ASKS_VALUE.search(question.wording):
        return ""
    if any(isinstance(op, Between | Compare | Equals | Extreme) for op in question.operations):
        return ""
    upright = bool(match["side"]) or (match["letter"] or "").lower() == "y" or match["level"] == "vertical"
    if not upright and not match["letter"] and not match["level"]:
        return ""
    described = next(
        (part for part in re.split(r"(?<=[.;,])\s+", caption) if _describes_axis(part, upright)), ""
    )
    if described:
        return described.strip(" ,;")
    turned = [text for text in texts if text.upright and is_words(text.text)]
    if not upright:
        return (data.x_title if data else "") or _lowest_title(texts)
    if not turned:
        return data.y_title if data else ""
    turned.sort(key=lambda text: text.box.x0)
    side = (match["side"] or "").lower()
    if side:
        return (turned[0] if side == "left" else turned[-1]).text
    titles = list(dict.fromkeys(text.text for text in turned))
    return "; ".join(titles[:_MOST_TITLES])


def _describes_axis(part: str, upright: bool) -> bool:
    return re.search(rf"\b{'y' if upright else 'x'}[- ]axis\b", part, re.IGNORECASE) is not None


def _lowest_title(texts: Sequence[DrawnText]) -> str:
    level = [text for text in texts if not text.upright and is_words(text.text)]
    named = [text for text in level if not re.match(r"\([a-h]\)", text.text)]
    return max(named, key=lambda text: text.box.y1).text if named else ""


def answer_panel(question: FigureRequest, texts: Sequence[DrawnText], caption: str) -> str:
    """The content of a panel by the line under it or by the caption; "" where the question asks for no panel's."""
    match = _PANEL.search(question.text)
    letter = (match["letter"] or match["bracketed"] or match["behind"]) if match else ""
    if not letter or not _ASKS_CONTENT.search(question.wording) or question.operations:
        return ""
    begins = re.compile(_SUBCAPTION.format(letter=letter), re.IGNORECASE)
    for text in (*(text.text for text in texts), caption):
        found = begins.search(text)
        if found:
            rest = re.split(r"\s*\(\s*[a-h]\s*\)|(?<=[.;])\s", text[found.end() :])[0].strip(" ,;.")
            if is_words(rest) and not _JOINED.match(rest):
                return rest
    return ""


def answer_kind(question: FigureRequest, texts: Sequence[DrawnText]) -> str:
    """The texts that end with the noun asked for in the plural: "What kinds of errors are marked?"; "" for fewer than two."""
    match = re.search(
        r"\b(?:what|which)\s+(?:(?:kinds?|types?|sorts?)\s+of\s+)?(?P<noun>[\w-]+s)\s+(?:are|is|does|do)\b",
        question.wording,
        re.IGNORECASE,
    )
    if match is None or question.operations:
        return ""
    noun = match["noun"].lower().rstrip("s")
    named = [text.text for text in texts if singular_tokens(text.text)[-1:] == [noun]]
    distinct = list(dict.fromkeys(named))
    return ", ".join(distinct) if len(distinct) > 1 else ""


def answer_printed_value(
    question: FigureRequest, texts: Sequence[DrawnText], *, has_axes: bool = False
) -> str:
    """The number printed behind the name that the question asks the value of: "Opinion 30%"; "" without a clear one.

    Numbers that are texts of their own count only in a drawing without axes, whose ticks they would be.
    """
    if question.wants == "count":
        return _printed_count(question, texts)
    measured = question.wants == "value" or _QUANTITY.search(question.asked or "")
    if not measured or question.operations:
        return ""
    lines = [text.text for text in texts] + [
        f"{text.text} {number.text}"
        for text in texts
        for number in texts
        if not has_axes
        and is_words(text.text)
        and parse_number(number.text) is not None
        and _is_behind(text, number)
    ]
    parts = [match for line in lines if (match := _NAME_AND_NUMBER.fullmatch(line))]
    mentions = find_mentions(question.wording, [match["name"] for match in parts])
    named = list(dict.fromkeys(mention.name for mention in mentions))
    if len(named) == 1:
        return parts[named[0]]["given"] or parts[named[0]]["number"]
    return "" if named or has_axes else _nearest_number(question, texts)


def _nearest_number(question: FigureRequest, texts: Sequence[DrawnText]) -> str:
    """The number nearest in height to the last text that the question names, of a few numbers under one another; "" without a
    clear one."""
    numbers = [text for text in texts if parse_number(text.text) is not None]
    mentions = find_mentions(question.wording, [text.text if is_words(text.text) else "" for text in texts])
    if not mentions or not _FEWEST_NUMBERS <= len(numbers) <= _MOST_NUMBERS:
        return ""
    named = texts[mentions[-1].name]
    near, other = sorted(abs(number.cy - named.cy) for number in numbers)[:2]
    found = next(number for number in numbers if abs(number.cy - named.cy) == near)
    return found.text if other >= _CLEAR * max(near, named.box.height) else ""


def _printed_count(question: FigureRequest, texts: Sequence[DrawnText]) -> str:
    """The number before the things that the question counts, where all such texts have the same: "150 units"."""
    counted = _COUNTED.search(question.wording)
    things = set(singular_tokens(counted["things"])) if counted else set()
    parts = [match for text in texts if (match := _NUMBER_AND_NAME.fullmatch(text.text))]
    names = [singular_tokens(part["name"]) for part in parts]
    numbers = {
        part["number"] for part, name in zip(parts, names, strict=True) if name and things.issuperset(name)
    }
    return numbers.pop() if len(numbers) == 1 else ""


def _is_behind(text: DrawnText, number: DrawnText) -> bool:
    """True if the number is on the line of the text, at most _BEHIND letter heights behind it."""
    height = max(text.box.height, number.box.height)
    return abs(text.cy - number.cy) < 0.5 * height and 0 <= number.box.x0 - text.box.x1 <= _BEHIND * height
