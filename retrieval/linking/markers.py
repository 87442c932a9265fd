"""Find citation markers inside short texts such as table cells and legend entries."""

from __future__ import annotations

import re
from dataclasses import dataclass

_YEAR = r"(?P<year>(?:19|20)\d{2})[a-z]?\b"
_NAME = r"[^\W\d_][^\W\d_'\u2019-]*(?:['\u2019-][^\W\d_]+)*"
_SURNAME = rf"(?P<surname>(?:(?:[Vv]an|[Vv]on|[Dd]e[nrl]?|[Dd]i|[Dd]u|[Ll][ae]|[Ee]l|[Aa]l|[Tt]en|[Bb]en)\s+){{0,2}}{_NAME})"
_ET_AL_TEXT = r",?\s*et\.?\s*al\.?"
_AUTHOR_YEAR = re.compile(
    rf"[(\[]?\s*{_SURNAME}(?:{_ET_AL_TEXT}|(?:\s*,\s*{_NAME})*,?\s*(?:&|\band\b)\s*{_NAME})[\s,(\[]*{_YEAR}\s*[)\]]?"
    rf"|[(\[]\s*{_SURNAME.replace('surname', 'sole')}\s*,?\s*{_YEAR.replace('year', 'sole_year')}\s*[)\]]"
)
_NUMBERS = re.compile(r"\[\s*(\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*)\s*\]")
_YEAR_ALONE = re.compile(r"[(\[]\s*(?:19|20)\d{2}[a-z]?\s*[)\]]")
_ET_AL = re.compile(rf"[(\[]?\s*{_SURNAME}{_ET_AL_TEXT}\s*[)\]]?")


@dataclass(frozen=True, slots=True)
class LabelMarker:
    """One citation: either the `number` of a bibliography entry, or the first author's `surname` and the `year` (0: not
    given)."""

    number: str = ""
    surname: str = ""
    year: int = 0


def find_markers(text: str) -> list[LabelMarker]:
    """Return the citation markers in `text` in reading order.

    Examples of texts with markers are "DSM (Guo et al., 2022)", "Guo et al. (2022)", "DSM [12]" and "[3, 7]".
    """
    found = [
        (m.start(), LabelMarker(surname=m["surname"] or m["sole"], year=int(m["year"] or m["sole_year"])))
        for m in _AUTHOR_YEAR.finditer(text)
    ]
    for match in _NUMBERS.finditer(text):
        found += [(match.start(), LabelMarker(number=number)) for number in re.findall(r"\d+", match[1])]
    if not found:
        found = [(m.start(), LabelMarker(surname=m["surname"])) for m in _ET_AL.finditer(text)]
    return [marker for _, marker in sorted(found, key=lambda item: item[0])]


def without_markers(text: str) -> str:
    """Return `text` without citation markers, and without years in brackets, which some tables print instead of
    markers."""
    for pattern in (_AUTHOR_YEAR, _NUMBERS, _ET_AL, _YEAR_ALONE):
        text = pattern.sub(" ", text)
    return " ".join(text.split())
