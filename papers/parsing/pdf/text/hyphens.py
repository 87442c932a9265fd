"""Join words that are hyphenated at line ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ....types import BBox, Word

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_EDGE = re.compile(r"^\W+|\W+$")


# A word broken at a line end is no evidence of its spelling. pdfium writes U+FFFE or \x02 for such a hyphen and omits
# the line break, or keeps both.
_BROKEN = re.compile(r"\S*(?:[\ufffe\x02]|-\r?\n)\s*\S*")


class Vocabulary:
    """Counts of the lower-case spellings inside the lines of a document.

    `texts` are the texts that PDFium extracts, page by page.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts: Counter[str] = Counter()
        for text in texts:
            self._counts.update(_WORD.findall(_BROKEN.sub(" ", text).lower()))

    def count(self, word: str) -> int:
        return self._counts[_EDGE.sub("", word).lower()]


def join_hyphenated(left: str, right: str, vocabulary: Vocabulary) -> str | None:
    """Join `left` ("exam-") at a line end with `right` ("ple") from the next line; None if they are two words.

    The document's spelling elsewhere decides between "lowdimensional" and "low-dimensional". If it has neither
    spelling, the hyphen is kept if both halves are words of the document, or if `right` does not continue in lower
    case.
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
    if "-" in left[:-1]:  # "state-of-the-" continues as a compound
        return hyphened if vocabulary.count(second) else solid
    words = len(first) > 2 and len(second) > 2 and vocabulary.count(first) and vocabulary.count(second)
    return hyphened if words else solid


def join_words(lines: Iterable[Sequence[tuple[str, BBox]]], vocabulary: Vocabulary) -> list[Word]:
    """Return the words of consecutive lines, joining words broken at line ends.

    A joined word has the box of its FIRST part.
    """
    words: list[Word] = []
    for line in lines:
        for place, (text, box) in enumerate(line):
            whole = join_hyphenated(words[-1].text, text, vocabulary) if place == 0 and words else None
            if whole is None:
                words.append(Word(text, box))
            else:
                words[-1] = Word(whole, words[-1].bbox)
    return words
