"""The place on the x axis of a plot that a question names: a number, a category, or one of its ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..answer.entities import naming_attribute
from ..label_match import stems, tokens
from ..label_mentions import find_mentions
from ..operations import Extreme
from ..request import FigureRequest
from ..statements.series import PlotValue, list_values
from ..types import FigureData
from ..vocabulary import CARDINALS
from .series import end_value, value_at

_COUNTING = "|".join(word for word in CARDINALS if word != "one")
_NUMBER = re.compile(
    rf"(?<![\w.@/])(?:(?P<sign>[-−–])?(?P<digits>\d[\d,]*(?:\.\d+)?)(?P<k>k\b)?(?![\w@/])|(?P<word>{_COUNTING}|no)\b)",
    re.I,
)
_CHOSEN = re.compile(r"\b(?:which|what|these|those)\s+$", re.I)  # "which two" counts the answers
_OF_THE = re.compile(r"\bof(?: the)?\s+$", re.I)  # so does "of the two", but no "beam of 16"
_BOUND = re.compile(
    r"\b(?:above|below|over|under|than|reach\w*|exceed\w*|hits?|past)\s+$", re.I
)  # of a value
_START = re.compile(
    r"\b(?:starts?|starting|begins?|beginning|initially|initial|outset|leftmost|left (?:end|edge|side)|at first"
    r"|(?:at|on) the (?:far |very )?left(?=\W*$|,))\b",
    re.I,
)
_END = re.compile(
    r"\b(?:ends?(?: up)?|ending|finish\w*|stops?|finally|final|eventually|right(?:most)? (?:end|edge|side)|settles?|converges?"
    r"|levels? off)\b",
    re.I,
)
_PHRASE_END = re.compile(r"\b(?:with|at|for|in|on|when|under|after|by)\b", re.I)
_FIRST = ("min", "worst", "fast")
_BELOW_ZERO = 0.1  # share of an axis below zero from which a negative tick is printed
_UNIT_WORDS = 3  # between a number and the word of the axis that it counts


def find_place(data: FigureData, question: FigureRequest, rows: Sequence[int]) -> list[PlotValue]:
    """The values of `rows` at the place that `question` names; [] where it names none, or a row has no value there."""
    wording = question.wording
    at = find_number(data, wording)
    if at is not None:
        return _complete([value_at(data, row, at) for row in rows])
    label = _find_category(data, wording)
    if label:
        return _complete([next((v for v in list_values(data, r) if v.label == label), None) for r in rows])
    end = find_end(data, question)
    return [] if end is None else _complete([end_value(data, row, end) for row in rows])


def find_number(data: FigureData, wording: str) -> float | None:
    """The number of `wording` that is a position on the x axis: one beside a word of its title, else the only one inside its
    range that is no bound of a value; None where there is no such number, or there are several."""
    if data.x_range is None or _lacks_ticks(data):
        return None
    low, high = data.x_range
    title, beside, others = axis_words(data), list[float](), list[float]()
    names = _mentions(wording, [name.text for row in data.rows.attributes for name in row.names])
    for match in _NUMBER.finditer(wording):
        number = _value(match)
        before, behind = wording[: match.start()], " ".join(wording[match.end() :].split()[:_UNIT_WORDS])
        named = any(start <= match.start() and match.end() <= end for start, end in names)
        if not low - 1e-6 <= number <= high + 1e-6 or named or _BOUND.search(before):
            continue
        counts = re.sub(r"^-", " ", behind)
        if title & stems(counts) or title & stems(" ".join(before.split()[-2:])):
            beside.append(number)
        elif not _counts_answers(match, before) and match.group().lower() != "no":
            others.append(number)
    found = beside or others
    return found[0] if len(set(found)) == 1 else None


def _mentions(wording: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """The stretches of `wording` that are one of the names, however they are spaced: "SST 1" for "SST-1"."""
    spaced = [r"\W*".join(map(re.escape, tokens(name))) for name in set(names) if tokens(name)]
    return [m.span() for name in spaced for m in re.finditer(rf"(?<!\w){name}(?!\w)", wording, re.IGNORECASE)]


def _counts_answers(match: re.Match[str], before: str) -> bool:
    return bool(_CHOSEN.search(before) or (match["word"] and _OF_THE.search(before)))


def _lacks_ticks(data: FigureData) -> bool:
    """True for an axis that goes well below zero and has no negative tick: its first ticks (0, 1, 5) are not to scale."""
    assert data.x_range is not None
    low, high = data.x_range
    ticks = naming_attribute(data.columns)
    negative = any(name.text[:1] in "-−–" for name in ticks.names if name.text) if ticks else False
    return low < -_BELOW_ZERO * (high - low) and not negative


def _value(match: re.Match[str]) -> float:
    if match["word"]:
        return float(CARDINALS.get(match["word"].lower(), 0))  # "with no layers"
    size = float(match["digits"].replace(",", "")) * (1000 if match["k"] else 1)
    return -size if match["sign"] else size


def _find_category(data: FigureData, wording: str) -> str:
    """The only category of the x axis that `wording` names; "" for an axis of numbers."""
    places = naming_attribute(data.columns)
    if places is None or data.x_range is not None:
        return ""
    names = [name.text for name in places.names]
    found = list(dict.fromkeys(names[mention.name] for mention in find_mentions(wording, names)))
    return found[0] if len(found) == 1 else ""


def find_end(data: FigureData, question: FigureRequest) -> int | None:
    """0 for the left end of the x axis and -1 for the right one, as in "at the start" and "with the fewest trees"; else None."""
    for op in question.operations:
        if isinstance(op, Extreme) and is_of_axis(data, question, op):
            return 0 if op.want in _FIRST else -1
    start = _START.search(question.wording)
    end = _END.search(_START.sub(" ", question.wording))  # not of "the left end"
    if bool(start) == bool(end) or data.x_range is None:
        return None
    return 0 if start else -1


def is_of_axis(data: FigureData, question: FigureRequest, extreme: Extreme) -> bool:
    """True if `extreme` ranks what the x axis shows: "the fewest training trees"."""
    behind = _PHRASE_END.split(" ".join(question.wording[extreme.span[1] :].split()[:_UNIT_WORDS]))[0]
    return bool(behind.strip() and axis_words(data) & stems(behind))


def axis_words(data: FigureData) -> set[str]:
    """Stems of the title of the x axis, without those of the y axis; of all other texts where no title is known."""
    title = data.x_title or " ".join(name.text for name in data.others)
    return stems(title) - stems(data.y_title) if title else set()


def _complete(values: Sequence[PlotValue | None]) -> list[PlotValue]:
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else []
