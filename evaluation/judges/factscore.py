"""FActScore* (MMSci, Li et al., 2024): how much of a written caption is in the true one, unit by unit.

Strict rules are those of the reference code, kept to reproduce its numbers; robust ones say what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp

MOST = 5.0  # of a unit's rating
ENOUGH = 10  # units from which on brevity costs nothing

_BULLET = re.compile(r"^[ \t]*(?:[-*•–]|\d+[.)])(?:[ \t]+|$)", re.M)
_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w]|\.\d)")


def split_units(text: str, *, strict: bool = False) -> list[str]:
    """The units that a model listed, one a line after a dash, dot or number; a wrapped line belongs to the unit before it.

    Strict cuts at every hyphen, in words too, and keeps the empty piece before the first.
    """
    if strict:
        return [piece.strip() for piece in text.split("-")]
    _, *units = _BULLET.split(text)
    return [" ".join(unit.split()) for unit in units if unit.strip()]


def parse_rating(text: str, *, strict: bool = False) -> float | None:
    """The rating 0..5 in a model's reply: its first number, None where that is out of range or there is none.

    Strict takes the smallest digit 0 to 5 anywhere ("4.0" is 0), and 0 without one.
    """
    if strict:
        return float(min((character for character in text if character in "012345"), default="0"))
    found = _NUMBER.search(text)
    value = float(found[0]) if found else -1.0
    return value if 0 <= value <= MOST else None


def factscore(ratings: Sequence[float | None]) -> float:
    """0..1: the mean rating over `MOST`, times exp(1 - 10/n) for fewer than ten units. An unscored unit counts as 0.

    Precision alone: what the true caption holds beyond it costs nothing. 0 without units.
    """
    if not ratings:
        return 0.0
    mean = sum(rating or 0.0 for rating in ratings) / len(ratings) / MOST
    return mean * exp(min(1 - ENOUGH / len(ratings), 0.0))
