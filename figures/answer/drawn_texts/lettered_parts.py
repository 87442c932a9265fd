"""Texts of one part of a drawing: the first, middle or last of those under "(b) Confirmed"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ...request import FigureRequest
from ...statements.texts import DrawnText
from ...vocabulary import ORDINALS
from .divided import find_part

_ITEM = r"(?:box|node|cell|element|item|step|label|message|text|block|word|entry|one|state|symbol)"
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
_FEWEST = 2  # texts of a part


def answer_in_part(question: FigureRequest, texts: Sequence[DrawnText]) -> str:
    """The text at the place, counted from the top or the left, that `question` asks for in a part of the drawing, or the
    number of its texts; "" for another question, and where the parts or their order are not clear."""
    inside = _in_order(find_part(question.text, texts))
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
