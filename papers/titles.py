"""Titles as keys: what two ways of writing one title share."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_]{3,}|\d+")
_NUMERAL = re.compile(r"\d+|\b[ivx]+\b")
_LITTLE = frozenset({"the", "and", "for", "with", "from", "via", "using", "into", "their"})
_EDGE_BEFORE = re.compile(r"(?:^|[.,:;)\]\"“”'’`?!]|\b\d{4}[a-z]?)\s*[\"“”'‘`(\[]*\s*$")
_EDGE_AFTER = re.compile(r"\s*(?:[.,;:?!\"“”'’(\[]|[-–—]\s|$|In\b|in\b)")


def fold_title(text: str) -> str:
    """Letters and digits alone, lower case, without accents: hyphens, case and ligatures make no difference."""
    return "".join(c for c in unicodedata.normalize("NFKD", text).lower() if c.isalnum())


def title_words(text: str) -> set[str]:
    """The words of three letters and more, and the numbers, that tell titles apart, folded."""
    plain = unicodedata.normalize("NFKD", text).lower()
    return set(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))) - _LITTLE


def extract_numerals(text: str) -> tuple[str, ...]:
    """Numbers in a title, arabic and roman, in order: what tells "Task 1" from "Task 2" and "Part I" from "Part II"."""
    return tuple(_NUMERAL.findall(text.lower()))


def contains_title(title: str, text: str) -> bool:
    """Whether a folded title stands in `text` from edge to edge: not as part of a longer title."""
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
    """`text` folded, and for each of its characters the place in `text` that it comes from."""
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for letter in fold_title(char):
            letters.append(letter)
            places.append(place)
    return "".join(letters), places
