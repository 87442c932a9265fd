"""Normalize titles, to compare different spellings of the same title."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_]{3,}|\d+")
_NUMERAL = re.compile(r"\d+|\b[ivx]+\b")
_LITTLE = frozenset({"the", "and", "for", "with", "from", "via", "using", "into", "their"})
_EDGE_BEFORE = re.compile(r"(?:^|[.,:;)\]\"“”'’`?!]|\b\d{4}[a-z]?)\s*[\"“”'‘`(\[]*\s*$")
_EDGE_AFTER = re.compile(r"\s*(?:[.,;:?!\"“”'’(\[]|[-–—]\s|$|In\b|in\b)")


def fold_title(text: str) -> str:
    """Reduce `text` to lower-case letters and digits without accents.

    Titles that differ only in hyphens, case or ligatures then become equal.
    """
    return "".join(c for c in unicodedata.normalize("NFKD", text).lower() if c.isalnum())


def title_words(text: str) -> set[str]:
    """Return the distinctive words of a title, without accents and in lower case.

    They are numbers, and words of three or more letters that are not function words.
    """
    plain = unicodedata.normalize("NFKD", text).lower()
    return set(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))) - _LITTLE


def extract_numerals(text: str) -> tuple[str, ...]:
    """Return the Arabic and Roman numerals of a title, in order. They tell "Task 1" from "Task 2" and "Part I" from
    "Part II".
    """
    return tuple(_NUMERAL.findall(text.lower()))


def contains_title(title: str, text: str) -> bool:
    """True if the folded `title` occurs in `text` as a whole title, not as part of a longer title."""
    if title not in fold_title(text):
        return False
    line, places = _fold_with_offsets(text)
    start = line.find(title)
    while start >= 0:
        first, last = places[start], places[start + len(title) - 1]
        if _EDGE_BEFORE.search(text[max(0, first - 12) : first]) and _EDGE_AFTER.match(
            text[last + 1 : last + 8]
        ):
            return True
        start = line.find(title, start + 1)
    return False


def _fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """Return `text` folded, and for each character of the result its offset in `text`."""
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for letter in fold_title(char):
            letters.append(letter)
            places.append(place)
    return "".join(letters), places
