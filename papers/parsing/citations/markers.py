"""Parse citation markers in running text, table cells and captions.

- Labels: "[3, 7-9]", "[12, p. 4]", "[Dev+18]".
- Authors and years, in round or square brackets: "(Kiros et al., 2015; Hill et al., 2016)".
- Authors in the sentence, years in brackets: "Kim (2014)", "Le & Mikolov (2014a, b)".
- Authors in the sentence, labels in brackets: "Kiros et al. [12]".
- Only on request, because footnotes and equation numbers look the same: "models¹²,¹³", "models (12, 13)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..raised_numbers import is_exponent

NumberStyle = Literal["brackets", "raised", "parentheses"]

_LONGEST_RANGE = 100  # "[7-9]" is three references; "[1-9999]" is an interval of something else
_LOOK_BACK = 160  # characters before a bracket that are searched for its authors

_PARTICLE = r"(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]en|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Ll]a|[Ll]e|[Tt]en|[Tt]er|al|bin|el)"
# The pattern is bounded and begins at the start of a word, because otherwise a megabyte without blanks would be
# searched from every letter.
_SURNAME = rf"(?<!\w)(?:{_PARTICLE}\s+){{0,3}}[^\W\d_a-z⁰-₉¹²³][\w'’·-]{{0,40}}"
_ET_AL = r"et\.?\s+al\b\.?"
_AUTHORS = rf"{_SURNAME}(?:(?:\s*[,;/]\s*(?:and\s+|&\s*)?|\s+(?:and|und|et|y)\s+|\s*&\s*){_SURNAME}){{0,6}}(?:\s*,?\s*{_ET_AL})?"
# In a sentence commas also separate other things ("In LSTMs, Kim (2014) ..."), so a list of authors needs its "and".
_AUTHORS_IN_SENTENCE = (
    rf"{_SURNAME}(?:(?:\s*,\s*{_SURNAME}){{0,6}}\s*,?\s*(?:\band\b|&)\s*{_SURNAME})?(?:\s*,?\s*{_ET_AL})?"
)
# "98" counts as a year only if an entry has that author and year; "(Table 98)" names no author.
_YEAR = r"(?:(?:1[89]|20)\d\d|['’][3-9]\d(?!\d)|(?<=[\w.,] )[5-9]\d(?!\d|\s?[%.]\d))"
_YEARS = rf"{_YEAR}(?:[a-z]\b)?(?:\s*(?:[,;/&]|and)\s*(?:{_YEAR}(?:[a-z]\b)?|[a-z]\b(?!\s*[.'])))*(?![\d])"

_GROUP = re.compile(r"[(\[]([^()\[\]]{1,600})[)\]]")
_AUTHOR_YEAR = re.compile(rf"({_AUTHORS})(?:['’]s)?\s*[,:]?\s*({_YEARS})")
_ONLY_YEARS = re.compile(rf"\s*({_YEARS})\s*(?:[,;:]\s*\D.{{0,80}}|[,;:]\s*p?p?\.?\s*\d[\d–, -]*)?")
_AUTHORS_BEFORE = re.compile(rf"({_AUTHORS_IN_SENTENCE})(?:['’]s?)?\s*$")
_BARE = re.compile(rf"({_SURNAME}(?:\s*,?\s*{_ET_AL}|\s+(?:and|&)\s+{_SURNAME}))\s*,?\s*({_YEARS})")
_NUMBERS = r"\d{1,4}(?:\s*[,;–—-]\s*\d{1,4})*"
_NUMBERED = re.compile(
    rf"\s*(?:(?:see|e\.?g\.?|cf\.?|i\.e\.?|also|and|refs?\.?|in)[\s,]+)*({_NUMBERS})\s*(?:[,;]\s*[^\d\W].{{0,60}})?",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\s*([^\W\d_][\w+*’-]{0,12}\+?\d{2}[a-z]?(?:\s*[,;]\s*[^\W\d_][\w+*’-]{0,12}\+?\d{2}[a-z]?)*)\s*"
)
_RAISED = re.compile(
    r"(?<![⁰¹²³⁴-⁹⁻⁺])[⁰¹²³⁴-⁹]{1,4}(?:\s?[,⁻–-]\s?[⁰¹²³⁴-⁹]{1,4})*(?![⁰¹²³⁴-⁹⁻⁺\w])"  # not before a letter: isotopes
)
# The base of a power: a single letter, or a number other than a year.
_BASE = re.compile(r"(?:^|[^\w.,])(?:[^\W\d_]|(?!(?:19|20)\d\d$)\d+(?:[.,]\d+)*)$")
_LONGEST_UNIT = 12  # most characters of a unit before an exponent
_YEAR_PART = re.compile(r"['’]?\d{2,4}[a-z]?|\b[a-z]\b")
_NAME_BEFORE = re.compile(rf"({_SURNAME})\s+$")
_POSSESSIVE = re.compile(r"['’]s?$")
# Numbers in brackets that do not refer to the bibliography. Square brackets do not refer to it only after a label such
# as "Eq. [3]"; "equations [3]" and "examples [2, 6]" are cited works.
_LABELS = r"(?:[Ee]qs?\.|[Ee]qns?\.|E(?:quation|xample|xpression)s?|Fig(?:ure)?s?|Tab(?:le)?s?|Sec(?:tion)?s?|Steps?)"
_THINGS = (
    r"(?:eqs?|eqns?|equations?|formulas?|formulae|inequalit(?:y|ies)|expressions?|conditions?|constraints?|steps?|lines?|"
    r"examples?|sentences?|items?|rules?|cases?|figs?|figures?|tables?|sections?|problems?)"
)
_MORE_NUMBERS = r"\.?\s*(?:[(\[]\d+[)\]]\s*(?:,|and|or|to|[–-])\s*){0,4}$"
_NO_SQUARE_CITATION = re.compile(rf"\b{_LABELS}{_MORE_NUMBERS}")
_NO_ROUND_CITATION = re.compile(rf"\b{_THINGS}{_MORE_NUMBERS}", re.IGNORECASE)
_PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


@dataclass(frozen=True, slots=True)
class MarkerCitation:
    """A work that a marker cites: by `label`, or by `surnames` as written and `year`.

    Labels are "12" or "Dev+18", years "2014a" or "98".
    """

    label: str = ""
    surnames: tuple[str, ...] = ()
    year: str = ""

    @property
    def suffix(self) -> str:
        """The letter of the year: "a" in "2014a"; "" if it has none."""
        return self.year[-1:] if self.year[-1:].isalpha() else ""


@dataclass(frozen=True, slots=True)
class CitationMarker:
    """The marker text[start:end].

    `narrative` says that the authors are words of the sentence; then they are part of the span.
    """

    start: int
    end: int
    cites: tuple[MarkerCitation, ...]
    narrative: bool = False


def parse_markers(text: str, numbers: NumberStyle = "brackets") -> tuple[CitationMarker, ...]:
    """Parse all markers in `text`, in order and without overlaps, in linear time; this never fails.

    `numbers` is the style in which the paper cites a numbered bibliography. "[12]" is always parsed; raised numbers and
    numbers in parentheses are parsed only in their style. The caller checks that labels exist in the bibliography.
    """
    found = [
        marker
        for match in _GROUP.finditer(text)
        if (marker := _parse_group(text, match, numbers)) is not None
    ]
    if numbers == "raised":
        found += _parse_raised(text)
    found += [
        CitationMarker(m.start(), m.end(), tuple(_parse_author_years(m[1], m[2])), True)
        for m in _BARE.finditer(text)
    ]
    return tuple(_drop_overlaps(found))


def _parse_raised(text: str) -> Iterator[CitationMarker]:
    for match in _RAISED.finditer(text):
        numbers = match[0].translate(_PLAIN_DIGITS)
        word = text[max(0, match.start() - _LONGEST_UNIT) : match.start()].rpartition(" ")[2]
        if not _BASE.search(word) and not is_exponent(word, numbers):
            yield CitationMarker(match.start(), match.end(), _parse_numbers(numbers))


def _parse_group(text: str, match: re.Match[str], numbers: NumberStyle) -> CitationMarker | None:
    content, square = match[1], match[0][0] == "["
    years = _ONLY_YEARS.fullmatch(content)
    before = _find_authors_before(text, match.start()) if years or square else None
    if years and before:
        # "Zhou GuoDong (2005)": the surname may be the word before the word that looks like a surname.
        first = _NAME_BEFORE.search(text, max(0, before.start(1) - 60), before.start(1))
        authors = f"{first[1]} {before[1]}" if first else before[1]
        return CitationMarker(
            before.start(1), match.end(), tuple(_parse_author_years(authors, years[1])), True
        )
    if square or numbers == "parentheses":
        pattern = _NO_SQUARE_CITATION if square else _NO_ROUND_CITATION
        other = pattern.search(text[max(0, match.start() - 60) : match.start()])
        labels = () if other else _parse_labels(content, square)
        if labels and before and re.search(_ET_AL + r"\s*$", before[1]):
            return CitationMarker(before.start(1), match.end(), labels, True)
        if labels:
            return CitationMarker(match.start(), match.end(), labels)
    dated = [
        cite for found in _AUTHOR_YEAR.finditer(content) for cite in _parse_author_years(found[1], found[2])
    ]
    return CitationMarker(match.start(), match.end(), tuple(dated)) if dated else None


def _parse_labels(content: str, square: bool) -> tuple[MarkerCitation, ...]:
    numbered = _NUMBERED.fullmatch(content)
    if numbered:
        return _parse_numbers(numbered[1])
    named = _NAMED.fullmatch(content) if square else None
    return tuple(MarkerCitation(label) for label in re.split(r"\s*[,;]\s*", named[1])) if named else ()


def _find_authors_before(text: str, end: int) -> re.Match[str] | None:
    """Return the match of the last author list that ends at `end`; its positions refer to `text`."""
    start = max(0, end - _LOOK_BACK)
    while start and text[start - 1].isalnum():
        start -= 1
    return _AUTHORS_BEFORE.search(text, start, end)


def _parse_author_years(authors: str, years: str) -> Iterator[MarkerCitation]:
    """Yield one citation per year: "2013a, b; 2014" gives 2013a, 2013b and 2014."""
    surnames = tuple(
        name
        for name in re.split(
            r"\s*[,;/]\s*(?:and\s+|&\s*)?|\s+(?:and|und|et|y)\s+|\s*&\s*", re.sub(_ET_AL, "", authors)
        )
        if name
    )
    year = ""
    for part in _YEAR_PART.findall(years):
        part = part.lstrip("'’")
        year = part if part[0].isdigit() else year.rstrip("abcdefghijklmnopqrstuvwxyz") + part
        yield MarkerCitation(
            surnames=tuple(_POSSESSIVE.sub("", name.strip()) for name in surnames), year=year
        )


def _parse_numbers(numbers: str) -> tuple[MarkerCitation, ...]:
    cites: list[MarkerCitation] = []
    for part in re.split(r"\s*[,;]\s*", numbers):
        edges = [int(number) for number in re.findall(r"\d+", part)]
        if not edges or not 0 <= edges[-1] - edges[0] < _LONGEST_RANGE or len(edges) > 2:
            return ()
        cites += [MarkerCitation(str(number)) for number in range(edges[0], edges[-1] + 1)]
    return tuple(cites)


def _drop_overlaps(markers: list[CitationMarker]) -> Iterator[CitationMarker]:
    end = 0
    for marker in sorted(markers, key=lambda m: (m.start, -m.end)):
        if marker.start >= end:
            yield marker
            end = marker.end
