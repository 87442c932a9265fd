"""Conditions on the works in a bibliography: their years, and whether the oldest or the newest is meant."""

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
    """The years `first` to `last` of works; None stands for an open end. `extreme` says whether the oldest or newest is
    meant."""

    first: int | None = None
    last: int | None = None
    extreme: Literal["", "oldest", "newest"] = ""


def find_work_years(text: str) -> WorkYears:
    """Return the years and the extreme that `text` names. Several years give the span from the first to the last."""
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
