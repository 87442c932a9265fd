"""Values of several papers in one unit, and their order: a paper may print more than one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...types import ComparisonRow
from .relations import RelationKind
from .values import PrintedNumber, parse_value

OR = " or "  # between values of which each is printed as what is asked for
_EQUAL = 1e-9  # relative difference up to which values are equal: that of rounding
_WHOLE = 100.0  # per cent


@dataclass(frozen=True, slots=True)
class Range:
    """The values of a paper as they are printed, and the `least` and `most` of them, which differ where it prints several."""

    text: str
    least: float
    most: float


def parse_values(text: str) -> list[PrintedNumber]:
    """The numbers of the values in `text`; none where one has none."""
    numbers = [parse_value(value) for value in text.split(OR)]
    known = [number for number in numbers if number is not None]
    return known if len(known) == len(numbers) else []


def find_ranges(values: Sequence[Sequence[PrintedNumber]]) -> list[Range]:
    """The ranges of `values` in one unit, shares as percentages beside percentages; empty where one is missing, units differ or
    a count is beside percentages."""
    units = {number.unit for numbers in values for number in numbers}
    if not all(values) or ("h" in units and len(units) > 1):
        return []
    if "%" in units and any(
        not number.unit and number.value > _WHOLE for numbers in values for number in numbers
    ):
        return []
    ranges = []
    for numbers in values:
        scaled = [
            number.value * 100 if len(units) > 1 and not number.unit and number.value <= 1 else number.value
            for number in numbers
        ]
        ranges.append(Range(OR.join(number.text for number in numbers), min(scaled), max(scaled)))
    return ranges


def describe_order(kind: RelationKind, rows: Sequence[ComparisonRow], ranges: Sequence[Range]) -> str:
    """The paper with the most or least and its value, then the others; "" where values of the first two overlap."""
    is_most = kind == "most"
    order = sorted(
        range(len(rows)), key=lambda place: (-ranges[place].most if is_most else ranges[place].least, place)
    )
    first, second = ranges[order[0]], ranges[order[1]]
    others = ", ".join(f"{rows[place].name} {ranges[place].text}" for place in order[1:])
    if is_one(first) and is_one(second) and are_equal(first.most, second.most):
        return f"No difference: {rows[order[0]].name} {first.text}, {others}."
    is_ahead = first.least > second.most if is_most else first.most < second.least
    return f"{rows[order[0]].name}: {first.text} ({others})." if is_ahead else ""


def order_values(rows: Sequence[ComparisonRow], ranges: Sequence[Range]) -> str:
    """The papers with their values, from high to low, ties in the given order."""
    order = sorted(range(len(rows)), key=lambda place: (-ranges[place].most, place))
    return ", ".join(f"{rows[place].name} {ranges[place].text}" for place in order)


def is_one(values: Range) -> bool:
    """True if the paper prints one value, or equal ones."""
    return values.least == values.most


def are_equal(one: float, other: float) -> bool:
    """True if two values differ by no more than rounding."""
    return abs(one - other) <= _EQUAL * max(abs(one), 1.0)
