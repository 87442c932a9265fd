"""Parse the text of one bibliography entry into authors, year, title, venue and identifiers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .authors import parse_authors
from .clean import clean_text
from .ids import Ids, find_ids

_LONGEST = 3000  # characters of one entry that are parsed
_YEAR = re.compile(r"(?<![\d./:-])((?:1[89]|20)\d\d)([a-z]?)(?![\d/:]|\.\d|[–-]\d)")
_YEAR_FIRST = re.compile(
    r"\s*[.,]?\s*[(\[]?((?:1[89]|20)\d\d)(?:\s?[–-]\s?(?:19|20)\d\d)?([a-z]?)(?:,[^)\]]{0,20})?[)\]]?\s*[.,:;]?\s*"
)
_IN_BRACKETS = re.compile(r"[(\[](?:[A-Za-z.]{3,9}\s)?((?:1[89]|20)\d\d)([a-z]?)[)\]]")
_QUOTED = re.compile(r"\s*[,.:]?\s*(?:[\"“”]|``|'')\s*(.{3,400}?)[,.]?\s*(?:[\"“”]|'')")
_NOISE = re.compile(
    r"https?://\S+|\barXiv:\S+|\b10\.\d{4,9}/\S+|\babs/\S+|\b\d+\s?[–-]\s?\d+\b", re.IGNORECASE
)
# A full stop ends the title unless it follows one of these; "?" and "!" end it only before what looks like a venue.
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:vs|al|st|no|vol|dr|mr|mrs|ms|prof|approx|cf|etc|e\.g|i\.e|[^\W\d_])$", re.IGNORECASE
)
_TITLE_END = re.compile(r"(?P<stop>\.)(?=[\s(]|$)|(?P<mark>[?!])(?=\s)|(?P<in>,\s+(?=in[:\s]))")
_VENUE = re.compile(
    r"\s*(?:in\b|arxiv|corr\b|proc|journal|j\.|advances|trans|ieee|acm|ph\.?d|master|technical|tech\.|url|https?:|doi|"
    r"(?:19|20)\d\d\b|(?-i:[A-Z]{2,}\b))",
    re.IGNORECASE,
)
_VENUE_CUT = re.compile(
    r"(?:,?\s*\b(?:pp?\.|pages?|vol(?:ume)?\.?|no\.|url|doi|https?:|arxiv:|abs/)|,?\s*\b\d+\s?[:(–-]|;).*$",
    re.IGNORECASE,
)
_VENUE_END = re.compile(r"(?<=[^\W\d_]{5})\.\s+(?=[A-Z])|(?<=[)\d])\.\s")
_VENUE_YEAR = re.compile(r"[.,(\s]+(?:[A-Z][a-z]{2,8}\.?\s+)?(?:1[89]|20)\d\d[a-z]?\b.*$")


@dataclass(frozen=True, slots=True)
class ReferenceFields:
    """Fields of an entry. `suffix` is the letter after the year ("2013a" has "a"); missing fields are empty."""

    authors: tuple[str, ...] = ()
    year: int | None = None
    suffix: str = ""
    title: str = ""
    venue: str = ""
    ids: Ids = ()


def parse_fields(text: str) -> ReferenceFields:
    """Parse an entry without its label. Never fails: text of any other form gives the fields that can be recognised."""
    text = clean_text(text[:_LONGEST])
    listed = parse_authors(text)
    rest = text[listed.end :]
    dated = _YEAR_FIRST.match(rest) if listed.names else None
    if dated:
        rest = rest[dated.end() :]
    title, after = _split_title(rest)
    year, suffix = (int(dated[1]), dated[2]) if dated else _find_year(after if title else text, text)
    return ReferenceFields(listed.names, year, suffix, title, _parse_venue(after), find_ids(text))


def _find_year(after: str, whole: str) -> tuple[int | None, str]:
    """The year in brackets, otherwise the last that is no page number, identifier or part of a URL; None if there is
    none.
    """
    for part in (after, whole):
        plain = _NOISE.sub(" ", part)
        found = list(_IN_BRACKETS.finditer(plain)) or list(_YEAR.finditer(plain))
        if found:
            return int(found[-1][1]), found[-1][2]
    return None, ""


def _split_title(text: str) -> tuple[str, str]:
    """Split the title from the text after it."""
    quoted = _QUOTED.match(text)
    if quoted:
        return _strip_punctuation(quoted[1]), text[quoted.end() :]
    for end in _TITLE_END.finditer(text):
        before, after = text[: end.start()], text[end.end() :]
        if end["stop"] and _ABBREVIATION.search(before[-12:]) and not _VENUE.match(after):
            continue
        if end["mark"] and not _VENUE.match(after):
            continue
        if before.strip():
            return _strip_punctuation(before + (end["mark"] or "")), after
    return _strip_punctuation(text), ""


def _parse_venue(text: str) -> str:
    """The venue: text up to the next full stop, without "In", volume, pages, year and identifiers."""
    text = re.sub(r"^[\s.,]*(?:in\b:?\s*)?", "", text, flags=re.IGNORECASE)
    text = _VENUE_END.split(text, maxsplit=1)[0]
    text = _VENUE_YEAR.sub("", _VENUE_CUT.sub("", text))
    return text.strip(" .,;:()") if re.search(r"[^\W\d_]{2}", text) else ""


def _strip_punctuation(title: str) -> str:
    return title.strip(" .,;:“”\"'`")
