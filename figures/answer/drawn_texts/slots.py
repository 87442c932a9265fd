"""Entries of a form with headings in columns: "Words: people, priest" below "Slot: Victim"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...label_match import singular_tokens
from ...request import FigureRequest
from ...statements.texts import DrawnText

_KEY = re.compile(r"(?P<key>[^\W\d_][\w /-]{1,24}?)\s*:\s*(?P<rest>.*)")
_BROKEN = re.compile(r"(?<=\w)- (?=[a-z])")  # a word at the end of a line
_ASKS = re.compile(r"\b(?:what|which|list|name|give|how many)\b", re.IGNORECASE)
# One of the things that a slot lists, by a sign that is no text: "which type is ticked?"
_CHOOSES = re.compile(
    r"\b(?:ticked|checked|selected|chosen|picked|highlighted|marked|switched|activated?|bold|colou?red|underlined|crossed|circled)\b",
    re.IGNORECASE,
)
_FEWEST_KEYS = 3
_ON_LINE = 0.5  # letter heights between the middles of texts side by side


@dataclass(frozen=True, slots=True)
class _Slot:
    """A key with the text behind and under it, and the tokens of the headings above it."""

    key: str
    text: str
    headings: frozenset[str]


def answer_slot(question: FigureRequest, lines: Sequence[DrawnText]) -> str:
    """The text of the only key that `question` names, below the heading that it names where there are several; "" where none or
    several are meant, and for a drawing with fewer than _FEWEST_KEYS keys."""
    if _ASKS.search(question.wording) is None or _CHOOSES.search(question.wording):
        return ""
    if question.operations or question.wants == "count":
        return ""
    slots = [slot for column in _columns(lines) for slot in _read_slots(column)]
    if len(slots) < _FEWEST_KEYS:
        return ""
    asked = set(singular_tokens(question.wording))
    named = [slot for slot in slots if slot.text and set(singular_tokens(slot.key)) <= asked]
    keys = {slot.key for slot in named}
    if len(keys) > 1:  # "the words of the Victim slot"
        keys -= {slot.key for slot in named if asked & set(singular_tokens(slot.text))}
        named = [slot for slot in named if slot.key in keys]
    if len(keys) != 1:
        return ""
    most = max(len(slot.headings & asked) for slot in named)
    found = [slot for slot in named if len(slot.headings & asked) == most]
    return found[0].text if len(found) == 1 and (most or len(named) == 1) else ""


def _columns(lines: Sequence[DrawnText]) -> list[list[DrawnText]]:
    """The lines of each column, from the top: columns are parted where no line is."""
    level = sorted((line for line in lines if not line.upright), key=lambda line: line.box.x0)
    columns: list[list[DrawnText]] = []
    end = float("-inf")
    for line in level:
        if line.box.x0 > end:
            columns.append([])
        columns[-1].append(line)
        end = max(end, line.box.x1)
    return [_in_reading_order(column) for column in columns]


def _in_reading_order(lines: Sequence[DrawnText]) -> list[DrawnText]:
    """Lines from the top, those side by side joined."""
    rows: list[list[DrawnText]] = []
    for line in sorted(lines, key=lambda line: line.cy):
        if rows and line.cy - rows[-1][0].cy <= _ON_LINE * line.box.height:
            rows[-1].append(line)
        else:
            rows.append([line])
    joined = []
    for row in rows:
        row.sort(key=lambda line: line.box.x0)
        joined.append(DrawnText(" ".join(line.text for line in row), row[0].box))
    return joined


def _read_slots(lines: Sequence[DrawnText]) -> list[_Slot]:
    """The keys of one column. A key that comes again begins a new section, which ends the headings below its first place."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        match = _KEY.fullmatch(line.text)
        if match is not None:
            found.append((match["key"], [match["rest"]]))
        elif found:
            found[-1][1].append(line.text)
    slots, above = list[_Slot](), list[tuple[str, str]]()
    for key, texts in found:
        text = _BROKEN.sub("", " ".join(filter(None, texts)))
        keys = [known for known, _ in above]
        above = above[: keys.index(key)] if key in keys else above
        headings = frozenset(token for _, above_text in above for token in singular_tokens(above_text))
        slots.append(_Slot(key, text, headings - set(singular_tokens(text))))
        above = [*above, (key, texts[0])]
    return slots
