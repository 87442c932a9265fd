"""Conditions on the works of a bibliography: their years, and the oldest or newest of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_YEAR = re.compile(
    r"(?<![\w-])(?P<side>before|after|since|until)?\s?(?P<year>(?:1[89]|20)\d\d)s?(?![\w-])", re.IGNORECASE
)
_EXTREME = re.compile(
    r"\b(?:(?P<old>oldest|earliest)|(?P<new>newest|latest|(?:most )?recent))\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class WorkYears:
    """The years `first` to `last` that works are from, None for an open end, and the `extreme` of them that is meant."""

    first: int | None = None
    last: int | None = None
    extreme: Literal["", "oldest", "newest"] = ""


def find_work_years(text: str) -> WorkYears:
    """The years and the extreme that `text` names; of several years the span from the first to the last."""
    first: int | None = None
    last: int | None = None
    for match in _YEAR.finditer(text):
        year, side = int(match["year"]), (match["side"] or "").casefold()
        if side in ("", "after", "since"):
            first = min(first or year, year + (side == "after"))
        if side in ("", "before", "until"):
            last = max(last or year, year - (side == "before"))
    found = _EXTREME.search(text)
    return WorkYears(first, last, "" if found is None else "oldest" if found["old"] else "newest")
