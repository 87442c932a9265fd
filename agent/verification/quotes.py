"""Locate a quote on a page, word for word.

Only typesetting may differ between a quote and the page: white space, line-break hyphens, ligatures, soft hyphens
and the shape of quotation marks and dashes. Letters, case, digits, symbols and the order of words must be equal.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

from ...papers.types import BBox, Word

_SHAPES = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-"}
)
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff\x02]")
# A hyphen between letters may belong to a line break or to the word, so "data-base" and "database" count as equal.
_LETTER_HYPHEN = re.compile(r"(?<=[^\W\d_])-\s*(?=[^\W\d_])")
_GAP = "\x00"  # separates two numbers, so that "7 42" is not "742"
_DIGIT_GAP = re.compile(r"(?<=\d)\s+(?=\d)")


@dataclass(frozen=True, slots=True)
class Located:
    """A quote found on a page: `text` has the words as the page prints them, `bbox` is the box around them, and `lines`
    has a box for each line, in reading order."""

    text: str
    bbox: BBox
    lines: tuple[BBox, ...] = ()


def canonical(text: str) -> str:
    """Return `text` without everything that typesetting may change.

    Two passages have the same words if and only if their canonical forms are equal.
    """
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).translate(_SHAPES)
    text = _DIGIT_GAP.sub(_GAP, text)
    return re.sub(r"\s+", "", _LETTER_HYPHEN.sub("", text))


class PageWords:
    """The words of one page, prepared so that many quotes can be located on it."""

    def __init__(self, words: Sequence[Word]) -> None:
        """Prepare `words`, which must be in reading order, as papers.pages returns them."""
        self._words = tuple(words)
        self._text, self._starts, self._continues = _joined(self._words)

    def locate(self, quote: str) -> Located | None:
        """Return the first location of `quote` on the page, or None.

        The quote must begin and end at word boundaries.
        """
        needle = canonical(quote)
        if not needle:
            return None
        at = self._text.find(needle)
        while at >= 0:
            span = self._whole_words(at, at + len(needle))
            if span is not None:
                return self._located(*span)
            at = self._text.find(needle, at + 1)
        return None

    def _whole_words(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the indices (first, last) of the words that cover the characters `start` to `end`.

        Punctuation at the edges may be left out. The result is None if the characters begin or end within a word.
        """
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, end - 1) - 1
        before = self._text[self._starts[first] : start]
        after_end = self._starts[last + 1] if last + 1 < len(self._starts) else len(self._text)
        after = self._text[end:after_end]
        if self._continues[first] or (last + 1 < len(self._continues) and self._continues[last + 1]):
            return None
        if any(c.isalnum() or c in "-+<>=~" for c in before) or any(c.isalnum() or c == "%" for c in after):
            return None
        return first, last

    def _located(self, first: int, last: int) -> Located:
        words = self._words[first : last + 1]
        lines = _lines(words)
        return Located(_readable(words), reduce(BBox.union, lines), lines)


@lru_cache(maxsize=64)  # many questions verify quotes on the same page
def _joined(words: tuple[Word, ...]) -> tuple[str, list[int], list[bool]]:
    """Return the canonical text of all words, the offset at which each word begins, and for each word whether it
    continues a hyphenated word.

    The text equals `canonical` of the words joined by spaces. It is built word by word because the offsets are needed.
    """
    pieces: list[str] = []
    starts: list[int] = []
    continues: list[bool] = []
    length = 0
    for word in words:
        piece = canonical(word.text)
        previous = pieces[-1] if pieces else ""
        hyphenated = bool(previous[-1:] == "-" and previous[-2:-1].isalpha() and piece[:1].isalpha())
        if hyphenated:
            pieces[-1] = previous[:-1]
            length -= 1
        elif previous[-1:].isdigit() and piece[:1].isdigit():
            pieces[-1] += _GAP
            length += 1
        starts.append(length)
        continues.append(hyphenated)
        pieces.append(piece)
        length += len(piece)
    return "".join(pieces), starts, continues


def _lines(words: Sequence[Word]) -> tuple[BBox, ...]:
    """Return one box per line. A line is a run of words that follow each other to the right at the same height."""
    lines = [words[0].bbox]
    for word in words[1:]:
        line, box = lines[-1], word.bbox
        shared = min(line.y1, box.y1) - max(line.y0, box.y0)
        if box.x0 >= line.x0 and shared > min(line.height, box.height) / 2:
            lines[-1] = line.union(box)
        else:
            lines.append(box)
    return tuple(lines)


def _readable(words: Sequence[Word]) -> str:
    """Return the words as plain text, with single spaces and with hyphens of line breaks removed."""
    parts: list[str] = []
    for i, word in enumerate(words):
        text = _INVISIBLE.sub("", word.text)
        following = words[i + 1] if i + 1 < len(words) else None
        if following is not None and _breaks(text, word, following):
            parts.append(text[:-1])
        else:
            parts.append(text + " ")
    return "".join(parts).strip()


def _breaks(text: str, word: Word, following: Word) -> bool:
    """True if `text` ends in a hyphen of a line break: the next word is lower-case and on a later line."""
    later_line = following.bbox.y0 > word.bbox.y1 - 0.3 * word.bbox.height or following.bbox.y1 < word.bbox.y0
    return (
        later_line
        and len(text) > 1
        and text[-1] == "-"
        and text[-2].isalpha()
        and following.text[:1].islower()
    )
