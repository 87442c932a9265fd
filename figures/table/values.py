"""Recognize values in cell texts: numbers, dashes and empty cells."""

from __future__ import annotations

import re
from dataclasses import replace

from ..numbers import NUMBER, Number, number_of
from .marks import is_sign

_NOTHING = r"(?:[-–—−_~]{1,4}|n/?a|none|nil|\.{2,3}|…)"
_DASH = re.compile(rf"{_NOTHING}(?:\s*[/|]\s*{_NOTHING})*", re.IGNORECASE)
_MARKS = re.compile(r"[*†‡§¶♦♢◇◆★☆⋆•^]+")
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_DIGITS = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", "S": "5", "B": "8"})
_LETTERED = re.compile(r"(?<![A-Za-z])(?=[OolI|SB\d.]*\d)[OolI|SB\d]+[.,][OolI|SB\d]+(?![A-Za-z])")


def is_dash(text: str) -> bool:
    """True if the text means "no value". This includes cells for several values: "- / -"."""
    return bool(_DASH.fullmatch(text.strip()))


def numbers_in(text: str) -> list[Number]:
    """Return the numbers of a cell, in order.

    Deviations after ± are left out. Letters misread for digits are corrected. Spaces may separate thousands.
    """
    text = _MARKS.sub("", text)
    text = _SPACED.sub(lambda match: match.group().replace(" ", ""), text)
    text = _LETTERED.sub(lambda match: match.group().translate(_DIGITS), text)
    text = re.sub(r"(±|\+/-|\+-)\s*[\d.,]+%?", " ", text)
    found = []
    for match in NUMBER.finditer(text):
        before = text[: match.start()]
        glued = before and (before[-1].isalnum() or before[-1] in "@_.")
        number = number_of(match)
        if glued and match["sign"]:
            number = replace(number, value=abs(number.value))  # "10-20" is a range, not minus twenty
            glued = before[-1].isalpha()
        if not glued:
            found.append(number)
    return found


_MEASURED = re.compile(
    r"[~≈<>]?\s?[\d.,]+\s?(?:seconds?|secs?|s|ms|minutes?|mins?|m|hours?|hrs?|h|days?|d|[kmgt]i?b|x|×|fps|points?|pts|epochs?"
    r"|layers?|params?|tokens?|[kmb]|samples?/s(?:ec)?|tokens?/s(?:ec)?|[kmgt]?flops|examples?|words?|pp)\b\.?"
    r"|[\d.,]+ ?(?:\[[^\W\d_. ]+\.?\]|\([^\W\d_. ]+\.?\))",  # "1 [Reference]", "1.00 (ref.)"
    re.IGNORECASE,
)


def is_value(text: str) -> bool:
    """True if the cell holds a value and not a name: mostly digits, a number with a unit or remark, a dash or a
    check mark.
    """
    text = text.strip()
    if is_dash(text) or is_sign(text) or _MEASURED.fullmatch(text):
        return True
    if not numbers_in(text):
        return False
    digits = sum(character.isdigit() for character in text)
    letters = sum(character.isalpha() for character in text)
    if text[0].isalpha():
        return digits > letters
    return digits >= letters or (letters <= 3 and text[0] in "0123456789.+-−–<>~≈$")
