"""Check numbers: each number of a claim must be in a quote, with the same unit and for the same thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .quantities import Quantity, find_quantities

# Words that make a number without a unit a percentage, as in "accuracy of 91.4".
_PERCENT_SCALE = re.compile(r"accura|\bf1\b|score|precision|recall|\brate|percent|%", re.IGNORECASE)
_LIST_JOINTS = re.compile(r",|;|\b(?:and|or|either|both)\b")
_MOST_COUNTED = 6  # a reader does not count longer lists at a glance


def number_faults(claim: str, quote: str, others: Sequence[str]) -> list[str]:
    """Return one line for each number of `claim` that neither `quote` nor one of `others` (question, figure reading)
    supports."""
    quoted = find_quantities(quote)
    known = [quantity for text in others for quantity in find_quantities(text)]
    faults = []
    for quantity in find_quantities(claim):
        fault = _fault(quantity, quoted, quote)
        if fault and not any(quantity.equals(other) and quantity.unit == other.unit for other in known):
            faults.append(fault)
    return faults


def omitted_numbers(claim: str, texts: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the numbers of `texts` that are neither in `claim` nor in a text of `known`, such as the question."""
    kept = [quantity for text in (claim, *known) for quantity in find_quantities(text)]
    found = (quantity for text in texts for quantity in find_quantities(text))
    return [quantity.text for quantity in found if not any(quantity.equals(other) for other in kept)]


def _fault(quantity: Quantity, quoted: Sequence[Quantity], quote: str) -> str:
    equal = [other for other in quoted if quantity.equals(other)]
    if not equal:
        counted = quantity.word and _counts_list(quantity, quoted, quote)
        bracketed = re.search(rf"\[[^\]]*\b{re.escape(quantity.text)}\b[^\]]*\]", quote)
        return (
            ""
            if counted or (bracketed and "," in bracketed[0])
            else f"the number {quantity.text} is not in the quote"
        )
    alike = [other for other in equal if _same_unit(quantity, other, quote)]
    if not alike:
        return f"the quote gives {equal[0].text} another unit"
    related = [other for other in alike if not _is_opposed(quantity, other)]
    if not related:
        return (
            f'the quote has "{alike[0].relation} {alike[0].text}", not "{quantity.relation} {quantity.text}"'
        )
    alike = related
    shared = max(len(quantity.anchors & other.anchors) for other in alike)
    for rival in quoted:
        if (
            rival not in equal
            and rival.unit == quantity.unit
            and not _is_year(rival)
            and len(quantity.anchors & rival.anchors) > shared
        ):
            return f"the quote has {rival.text}, not {quantity.text}, for that"
    return ""


def _is_opposed(quantity: Quantity, other: Quantity) -> bool:
    """True if the two numbers have different prepositions: a change by 5 is not a change to 5 or from 5."""
    return bool(quantity.relation and other.relation) and quantity.relation != other.relation


def _same_unit(quantity: Quantity, other: Quantity, quote: str) -> bool:
    """True if the units agree. The claim may leave out a unit, and may add a percent sign if the quote has a percent
    scale."""
    if quantity.unit == other.unit:
        return True
    if {quantity.unit, other.unit} == {"", "percent"}:
        return quantity.unit == "percent" and bool(_PERCENT_SCALE.search(quote))
    return quantity.unit == "" and other.unit not in {"percent", "point"}


def _counts_list(quantity: Quantity, quoted: Sequence[Quantity], quote: str) -> bool:
    """True if the quote lists at least as many items as `quantity`, a small number in words, and gives no other number
    for them."""
    if any(quantity.anchors & other.anchors for other in quoted):
        return False
    if quantity.value == 1:
        return True
    joints = len(_LIST_JOINTS.findall(quote))
    return (
        quantity.value <= _MOST_COUNTED and joints >= quantity.value - 1 and not any(o.word for o in quoted)
    )


def _is_year(quantity: Quantity) -> bool:
    return quantity.value in range(1900, 2100) and quantity.decimals == 0 and not quantity.unit
