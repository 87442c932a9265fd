"""Texts of one lettered part of a drawing: the first, middle or last of those under "(b) Confirmed"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...papers.types import BBox
from ..question.parser import Question
from ..question.vocabulary import ORDINALS
from .read import DrawnText

_ITEM = r"(?:box|node|cell|element|item|step|label|message|text|block|word|entry|one|state|symbol)"
_LETTER = re.compile(
    r"\(\s*(?P<bracketed>[a-h])\s*\)|\b(?:panel|part|pattern|sub-?figure) (?P<plain>[a-h])\b", re.IGNORECASE
)
_TITLE = re.compile(r"(?:\(\s?|(?<!\w))[a-h]\s?\.?\)")
_MIDDLE = re.compile(
    rf"\b(?:middle|central) {_ITEM}\b|\b{_ITEM} in the (?:middle|centre|center)\b", re.IGNORECASE
)
_FIRST = re.compile(
    rf"\b(?:first|top(?:most)?|upper(?:most)?) {_ITEM}\b|\bat the (?:very )?top\b", re.IGNORECASE
)
_LAST = re.compile(
    rf"\b(?:last|final|bottom(?:most)?|lower(?:most)?|lowest) {_ITEM}\b|\bat the (?:very )?bottom\b",
    re.IGNORECASE,
)
_NTH = re.compile(rf"\b(?P<nth>second|third|fourth|fifth) {_ITEM}\b", re.IGNORECASE)
_COUNTED = re.compile(rf"\bhow many {_ITEM}(?:e?s)\b", re.IGNORECASE)
_ON_LINE = 0.7  # letter heights between the middles of titles side by side
_FEWEST = 2  # parts, and texts of one


@dataclass(frozen=True, slots=True)
class _Title:
    letter: str
    box: BBox


def answer_in_part(question: Question, texts: Sequence[DrawnText]) -> str:
    """The text at the place, counted from the top or the left, that `question` asks for in a lettered part of the drawing, or the
    number of its texts; "" for another question, and where the parts or their order are not clear."""
    letter = _LETTER.search(question.wording)
    titles = _find_titles(texts)
    if letter is None or len(titles) < _FEWEST:
        return ""
    inside = _texts_of((letter["bracketed"] or letter["plain"]).lower(), titles, texts)
    if len(inside) < _FEWEST:
        return ""
    if _COUNTED.search(question.wording):
        return str(len(inside))
    place = _find_place(question.wording, len(inside))
    return inside[place].text if place is not None and place < len(inside) else ""


def _find_place(wording: str, number: int) -> int | None:
    """The place in a list of so many texts; None where none is asked for, or an even number has no middle."""
    if _MIDDLE.search(wording):
        return number // 2 if number % 2 else None
    nth = _NTH.search(wording)
    if nth is not None:
        return ORDINALS[nth["nth"].lower()] - 1
    return 0 if _FIRST.search(wording) else number - 1 if _LAST.search(wording) else None


def _find_titles(texts: Sequence[DrawnText]) -> list[_Title]:
    """The titles with the letters of parts, which may have been read as one text, each with its share of the box."""
    titles = []
    for text in texts:
        starts = [match.start() for match in _TITLE.finditer(text.text)]
        if not starts or starts[0]:
            continue
        width = text.box.width / max(len(text.text), 1)
        for start, end in pairwise([*starts, len(text.text)]):
            letter = next(char for char in text.text[start:] if char.isalpha()).lower()
            left, right = text.box.x0 + start * width, text.box.x0 + end * width
            titles.append(_Title(letter, BBox(left, text.box.y0, right, text.box.y1)))
    letters = [title.letter for title in titles]
    return titles if len(set(letters)) == len(letters) else []


def _texts_of(letter: str, titles: Sequence[_Title], texts: Sequence[DrawnText]) -> list[DrawnText]:
    """The texts of one part in order, without titles, of parts side by side or under one another; [] where neither is clear."""
    height = max(title.box.height for title in titles)
    tops = [title.box.y0 for title in titles]
    side_by_side = max(tops) - min(tops) <= _ON_LINE * height
    others = [text for text in texts if _TITLE.match(text.text) is None and not text.upright]
    order = sorted(titles, key=lambda title: title.box.x0 if side_by_side else title.box.y0)
    place = next((place for place, title in enumerate(order) if title.letter == letter), None)
    if place is None or not others:
        return []
    if side_by_side:
        borders = [(a.box.x1 + b.box.x0) / 2 for a, b in pairwise(order)]
        inside = [text for text in others if sum(text.cx > border for border in borders) == place]
        return _in_order(inside)
    if min(text.box.y0 for text in others) < order[0].box.y0 - height:
        return []  # titles below their parts
    starts = [title.box.y0 for title in order]
    return _in_order([text for text in others if sum(text.cy > start for start in starts) == place + 1])


def _in_order(texts: Sequence[DrawnText]) -> list[DrawnText]:
    """Texts of one chain along its longer side; [] for texts that are no chain, since two are side by side in it."""
    if not texts:
        return []
    upright = max(t.cy for t in texts) - min(t.cy for t in texts) >= max(t.cx for t in texts) - min(
        t.cx for t in texts
    )
    ordered = sorted(texts, key=lambda text: text.cy if upright else text.cx)
    apart = all(
        (b.box.y0 - a.box.y1 if upright else b.box.x0 - a.box.x1) > -0.3 * a.box.height
        for a, b in pairwise(ordered)
    )
    return ordered if apart else []
