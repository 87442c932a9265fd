"""Numbers in answers with their units, both as printed and as values that can be compared."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from ....indexes.text.analysis import analyze
from ...relevance.question_type import POINTERS

_NUMBER = re.compile(
    r"(?<![\w.])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:\s?[x×·]\s?10\s?\^?(?P<power>[-−–⁻]?[\d⁰¹²³⁴-⁹]+))?"
    r"(?:e[-–−]?\d+)?(?=[^\d]|$)(?!(?:st|nd|rd|th)\b)"
)
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "billion": 1e9}
_HOURS = {"second": 1 / 3600, "minute": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0, "month": 730.0}
_UNIT = re.compile(rf"\W{{0,2}}({'|'.join([*_SCALES, *_HOURS])})s?\b", re.IGNORECASE)
_PERCENT = re.compile(r"\s?%")
_PLAIN_SIGNS = str.maketrans("–−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "---0123456789")
_EQUAL = 1e-9  # values with at most this relative difference are equal, because rounding may cause it
_WHOLE = 100.0  # percent


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number as printed with its unit, and its `value`. Times are in hours with `unit` "h", percentages have `unit`
    "%".

    Numbers can be compared if their `unit` is the same.
    """

    text: str
    value: float
    unit: Literal["", "h", "%"] = ""


def find_numbers(text: str) -> list[tuple[int, PrintedNumber]]:
    """Return the numbers of `text` as (position, number). Labels, citations and years in brackets do not count as
    numbers."""
    plain = POINTERS.sub(lambda match: " " * len(match[0]), text)
    matches = [match for match in _NUMBER.finditer(plain) if any(map(str.isdigit, match[0]))]
    return [(match.start(), number) for match in matches if (number := _read(plain, match)) is not None]


def find_number(terms: Collection[str], text: str) -> PrintedNumber | None:
    """Return the number of `text` nearest to a word with one of `terms`, or else the first number; None if there is no
    number."""
    numbers = find_numbers(text)
    marks = [
        match.start()
        for match in re.finditer(r"[\w-]+", text)
        if not set(terms).isdisjoint(analyze(match[0]))
    ]

    def distance(position: int) -> int:
        return min((abs(position - mark) for mark in marks), default=position)

    return min(numbers, key=lambda each: (distance(each[0]), each[0]))[1] if numbers else None


def comparable(numbers: Sequence[PrintedNumber]) -> list[float]:
    """Return the values of `numbers` in one unit; [] if the units differ.

    Next to percentages, a share without a unit (at most 1) becomes a percentage.
    """
    units = {number.unit for number in numbers}
    if "h" in units and len(units) > 1:
        return []
    if "%" in units and any(not number.unit and number.value > _WHOLE for number in numbers):
        return []
    return [
        number.value * _WHOLE if len(units) > 1 and not number.unit and number.value <= 1 else number.value
        for number in numbers
    ]


def are_equal(one: float, other: float) -> bool:
    """True if two values differ by no more than rounding."""
    return abs(one - other) <= _EQUAL * max(abs(one), 1.0)


def _read(text: str, match: re.Match[str]) -> PrintedNumber | None:
    """Return the number of a match with the percent sign or unit after it; None if it cannot be read."""
    mantissa = re.split(r"\s?[x×·]\s?10", match[0])[0].replace(",", "").translate(_PLAIN_SIGNS)
    power = (match["power"] or "0").translate(_PLAIN_SIGNS)
    try:
        value = float(mantissa or 1) * 10.0 ** int(power)
    except (ValueError, OverflowError):
        return None
    if percent := _PERCENT.match(text, match.end()):
        return PrintedNumber(text[match.start() : percent.end()].replace(" ", ""), value, "%")
    unit = _UNIT.match(text, match.end())
    if not unit:
        return PrintedNumber(match[0].strip(), value)
    name = unit[1].casefold()
    printed = " ".join(text[match.start() : unit.end()].split())
    return PrintedNumber(printed, value * {**_SCALES, **_HOURS}[name], "h" if name in _HOURS else "")
