"""Words broken at line ends: when the hyphen goes and when it stays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ....types import BBox, Word

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_EDGE = re.compile(r"^\W+|\W+$")


# A word broken at a line's end says nothing about the spelling. pdfium writes U+FFFE or \\x02 for such a hyphen and
# leaves out the line break, or keeps both.
_BROKEN = re.compile(r"\S*(?:[\ufffe\x02]|-\r?\n)\s*\S*")


class Vocabulary:
    """How often each spelling occurs inside the lines of a document, lower case; `texts` are pdfium's, page by page."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts: Counter[str] = Counter()
        for text in texts:
            self._counts.update(_WORD.findall(_BROKEN.sub(" ", text).lower()))

    def count(self, word: str) -> int:
        return self._counts[_EDGE.sub("", word).lower()]


def join_hyphenated(left: str, right: str, vocabulary: Vocabulary) -> str | None:
    """One word from `left` ("exam-") at a line's end and `right` ("ple") at the next line's start.

    None where they stay two words. The document's own spelling elsewhere decides between "lowdimensional" and
    "low-dimensional"; without one, the hyphen stays if both halves are words of the document, or if `right` does
    not go on in lower case.
    """
    if not left.endswith("-") or len(left) < 2 or not left[-2].isalpha() or not right[:1].isalpha():
        return None
    solid, hyphened = left[:-1] + right, left + right
    capitals = left[:-1].isupper() and len(left) > 3 and _EDGE.sub("", right).isupper()
    if not right[0].islower() and not capitals:
        return hyphened
    solid_count, hyphened_count = vocabulary.count(solid), vocabulary.count(hyphened)
    if solid_count or hyphened_count:
        return solid if solid_count >= hyphened_count else hyphened
    first, second = left[:-1].rpartition("-")[2], _EDGE.sub("", right)
    if "-" in left[:-1]:  # "state-of-the-" goes on as a compound
        return hyphened if vocabulary.count(second) else solid
    words = len(first) > 2 and len(second) > 2 and vocabulary.count(first) and vocabulary.count(second)
    return hyphened if words else solid


def join_words(lines: Iterable[Sequence[tuple[str, BBox]]], vocabulary: Vocabulary) -> list[Word]:
    """Words of consecutive lines, broken ones made whole; a whole one keeps the box of its FIRST part."""
    words: list[Word] = []
    for line in lines:
        for place, (text, box) in enumerate(line):
            whole = join_hyphenated(words[-1].text, text, vocabulary) if place == 0 and words else None
            if whole is None:
                words.append(Word(text, box))
            else:
                words[-1] = Word(whole, words[-1].bbox)
    return words
