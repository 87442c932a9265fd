"""Parse bibliography entries of articles.

The numbers of volume and pages are found first, then the journal before them; the title is the rest.
"""

from __future__ import annotations

import re
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
    """Split an entry, without its authors, into title, place of publication and printed year.

    The title is "" if none is printed. Return None if no numbers follow the name of a journal, as in books.
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
        return None  # the numbers belong to a book: "(Paris: Sirey, 1976), 301"
    pages = locator.pages or parse_place(text[locator.end :]).pages
    return title, PublicationPlace(venue, locator.volume, pages), locator.year


def _strip_venue(venue: str) -> str:
    """Strip the punctuation around `venue`; a final full stop stays with abbreviations, which have several."""
    venue = _IN.sub("", venue.strip(" ,;:([-–"))
    return venue if venue.count(".") > 1 else venue.rstrip(".")


_IN = re.compile(r"^[Ii]n:?\s+")
