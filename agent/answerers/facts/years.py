"""Years of publication that a question asks for: "papers before 2005", "the most recent paper"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

_YEAR = r"(?:the year )?((?:19|20)\d\d)"
_RANGES = (
    (re.compile(rf"\b(?:between|from) {_YEAR} (?:and|to|until) {_YEAR}", re.I), (0, 0)),
    (re.compile(rf"\b(?:before|prior to|older than|earlier than) {_YEAR}\b", re.I), (None, -1)),
    (
        re.compile(
            rf"\b(?:until|up to|no later than) {_YEAR}\b|\b{_YEAR} or (?:earlier|before|older)\b", re.I
        ),
        (None, 0),
    ),
    (re.compile(rf"\b(?:after|newer than|later than) {_YEAR}\b", re.I), (1, None)),
    (
        re.compile(
            rf"\bsince {_YEAR}\b|\bfrom {_YEAR} on(?:wards?)?\b|\b{_YEAR} (?:or|and) (?:later|newer|after|more recent)\b",
            re.I,
        ),
        (0, None),
    ),
    (re.compile(rf"\b(?:in|of|from|dated) {_YEAR}\b", re.I), (0, 0)),
    (re.compile(r"\b(?:in|of|from) the ((?:19|20)\d0)['’]?s\b", re.I), (0, 9)),
)
_EXTREME = re.compile(
    r"\b(?:(?P<newest>most recent|newest|latest)|oldest|earliest)(?= (?:paper|article|publication|work|stud|one)|\W*$)",
    re.I,
)


class Dated(Protocol):
    """A publication with its year, None where that is not known."""

    @property
    def year(self) -> int | None: ...


_Dated = TypeVar("_Dated", bound=Dated)


@dataclass(frozen=True, slots=True)
class YearCondition:
    """Years of publication from `first` to `last`, open where None, or the `newest` or oldest of all; `wording` as in the
    question, which has it at `span`."""

    wording: str
    span: tuple[int, int]
    first: int | None = None
    last: int | None = None
    newest: bool | None = None

    @property
    def is_extreme(self) -> bool:
        """True if only the papers of one year, the newest or the oldest, are asked for."""
        return self.newest is not None

    def choose(self, papers: Sequence[_Dated]) -> list[_Dated]:
        """Those of `papers` that meet the condition, in order; papers of unknown year never do."""
        years = [paper.year for paper in papers if paper.year is not None]
        if self.is_extreme and years:
            limit = max(years) if self.newest else min(years)
            return [paper for paper in papers if paper.year == limit]
        first, last = self.first or min(years, default=0), self.last or max(years, default=0)
        return [paper for paper in papers if paper.year is not None and first <= paper.year <= last]


def find_year_condition(question: str) -> YearCondition | None:
    """The years of publication that `question` asks for; None if it names none."""
    if match := _EXTREME.search(question):
        return YearCondition(match[0], match.span(), newest=bool(match["newest"]))
    for pattern, (first, last) in _RANGES:
        if match := pattern.search(question):
            years = sorted(int(year) for year in match.groups() if year)
            return YearCondition(
                match[0],
                match.span(),
                None if first is None else years[0] + first,
                None if last is None else years[-1] + last,
            )
    return None
