"""Entries of articles: the numbers of volume and pages are found first, then the journal before them; the title is the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from ...types import PublicationPlace
from .journal_name import find_journal_start
from .locator import Locator, find_locators, find_unnumbered
from .title import split_quoted, strip_title
from .venue import parse_place

_HIDDEN = re.compile(
    r"https?://\S+|\b10\.\d{4,9}/\S+|\barxiv:?\s?(?:abs/)?\d\S+|\b(?:doi|isbn|issn|pmid|pmcid):?\s?[\d-]\S*",
    re.IGNORECASE,
)
_LEAD = re.compile(r"[\s.,;:]*(?:\bin\b:?)?\s*$", re.IGNORECASE)


def split_at_locator(text: str) -> tuple[str, PublicationPlace, str] | None:
    """Title ("" if none is printed), place and printed year of the entry `text`, without its authors.

    None if no numbers stand behind the name of a journal, as in books.
    """
    quoted, text = split_quoted(text) or ("", text)
    plain = _HIDDEN.sub(lambda match: "\x00" * len(match[0]), text)
    best: tuple[Locator, int] | None = None
    for locator in chain(find_locators(plain), find_unnumbered(plain)):
        found = find_journal_start(plain[: locator.start])
        if found is None:
            continue
        start, known = found
        if known:
            best = locator, start
            break
        if locator.marked and best is None:
            best = locator, start
    if best is None:
        return None
    locator, start = best
    venue = _strip_venue(text[start : locator.start])
    title = quoted or strip_title(_LEAD.sub("", text[:start]))
    if title.count("(") > title.count(")"):
        return None  # the numbers are those of a book: "(Paris: Sirey, 1976), 301"
    pages = locator.pages or parse_place(text[locator.end :]).pages
    return title, PublicationPlace(venue, locator.volume, pages), locator.year


def _strip_venue(venue: str) -> str:
    """`venue` without punctuation around it; a full stop stays with abbreviations, which have several."""
    venue = _IN.sub("", venue.strip(" ,;:([-–"))
    return venue if venue.count(".") > 1 else venue.rstrip(".")


_IN = re.compile(r"^[Ii]n:?\s+")
_SEPARATORS = re.compile(r"\s*(?:[|•·‖]|\s[–—]\s|,)+\s*")
_DATE = re.compile(
    r"\b(?:\d{1,2}\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+(?:\d{1,2},?\s+)?\d{4}\b,?",
    re.IGNORECASE,
)
_LONGEST = 30  # words of a running head or of a note how to cite a paper


def find_own_place(texts: Sequence[str]) -> PublicationPlace:
    """The place of publication of a paper, by the running heads and notes of its first pages: a journal of the table with a
    volume, and the pages if a text has them.
    """
    best = PublicationPlace()
    for text in texts:
        if len(text.split()) > _LONGEST:
            continue
        plain = _SEPARATORS.sub(", ", _SEPARATORS.sub(", ", _DATE.sub("", text)))
        for locator in find_locators(plain):
            found = find_journal_start(plain[: locator.start])
            if found is None or not found[1] or not locator.volume.strip("0"):
                continue
            venue = _strip_venue(plain[found[0] : locator.start])
            place = PublicationPlace(venue, locator.volume, locator.pages)
            if place.pages:
                return place
            best = best if best.venue else place
    return best
