"""Locate quotes by their first and last words, so that the repository holds no text of the papers.

A locator is a JSON object. `page` counts from 1 and is null for a text without pages. `starts` and `ends` are the first
and last three words. `length` is the number of characters from the first to the last word, not counting white space,
hyphens and accents. Letter case does not count either.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_IGNORED = frozenset("-\u00ad\u2010\u2011\u2012\u2013\ufffe\x02")
_WORDS = 3


def make_locator(quote: str, page: int | None) -> dict[str, Any]:
    """Return the locator of `quote` on `page` (None for a text without pages)."""
    words = quote.split()
    return {
        "page": page,
        "starts": " ".join(words[:_WORDS]),
        "ends": " ".join(words[-_WORDS:]),
        "length": len(_squeeze(quote)[0]),
    }


def find_quote(locator: Mapping[str, Any], text: str) -> str:
    """Return the part of `text` that `locator` denotes, the first if there are several; "" if there is none."""
    squeezed, places = _squeeze(text)
    starts, ends = _squeeze(locator["starts"])[0], _squeeze(locator["ends"])[0]
    start = squeezed.find(starts)
    while start >= 0:
        end = start + locator["length"]
        if squeezed[:end].endswith(ends) and end <= len(squeezed):
            return " ".join(text[places[start] : places[end - 1] + 1].split())
        start = squeezed.find(starts, start + 1)
    return ""


def resolve(locators: Sequence[Mapping[str, Any]], text_of: Callable[[int | None], str]) -> str:
    """Return the passage that `locators` denote, which has one locator for each piece between page ends or figures.

    `text_of` returns the text of a page. A piece whose last word ends with a hyphen is joined to the next piece without
    a space. Raises ValueError if a piece is not found.
    """
    passage = ""
    for locator in locators:
        piece = find_quote(locator, text_of(locator["page"]))
        if not piece:
            raise ValueError(
                f"page {locator['page']}: nothing from {locator['starts']!r} to {locator['ends']!r}"
            )
        passage += piece if locator["ends"].endswith("-") else f"{piece} "
    return passage.strip()


def _squeeze(text: str) -> tuple[str, list[int]]:
    """Return the characters of `text` that count, without accents and in lower case, and their indices in `text`."""
    squeezed: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for part in unicodedata.normalize("NFKD", sign).casefold():
            if not (part.isspace() or part in _IGNORED or unicodedata.combining(part)):
                squeezed.append(part)
                places.append(place)
    return "".join(squeezed), places
