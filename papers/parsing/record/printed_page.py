"""Represent the text of a page with its words, in which the values of a record are located."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate

from ...boxes import BBox
from ...record import Printed
from ...types import Block, Word
from .marked_lines import MarkedLine

ReadPage = Callable[[int], "PrintedPage"]
_BEGINNING = 8  # first words that locate a sentence that continues in the next column or on the next page
# The bibliography names the venues, dates and numbers of other works.
REFERENCES = re.compile(r"\b(?:References|REFERENCES|Bibliography|BIBLIOGRAPHY)\b")


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """The `words` and `lines` of page `number` in reading order.

    `text` is the words joined by spaces; `starts` are the offsets of the words in it.
    """

    number: int
    words: tuple[Word, ...]
    text: str
    starts: tuple[int, ...]
    lines: tuple[MarkedLine, ...] = ()

    @property
    def before_references(self) -> str:
        """The text of the page before the bibliography."""
        return REFERENCES.split(self.text)[0]

    def locate(self, start: int, end: int, text: str = "") -> Printed:
        """Return the value that the page prints from offset `start` to `end`, located as whole words.

        Its text is `text`, by default the characters in this range.
        """
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        words = self.words[first : last + 1]
        box = reduce(BBox.union, (word.bbox for word in words))
        quote = " ".join(word.text for word in words)
        return Printed(text or self.text[start:end], quote, self.number, box)

    def find(self, words: str, text: str = "") -> Printed | None:
        """Return the value `text` (by default `words`) located where the page first prints `words`.

        Return None if the page does not print `words`.
        """
        pattern = rf"(?<!\w){re.escape(words)}(?!\w)"
        match = re.search(pattern, self.text, re.IGNORECASE) if words else None
        return self.locate(*match.span(), text or match[0]) if match else None

    def find_any(self, text: str, candidates: Sequence[str]) -> Printed:
        """Return the value `text` located at the first of `candidates` that the page prints.

        It has no place if the page prints no candidate.
        """
        found = (self.find(words, text) for words in candidates)
        return next((value for value in found if value), Printed(text))


def build_page(number: int, words: Sequence[Word], lines: Sequence[MarkedLine] = ()) -> PrintedPage:
    """Build the page that has these words, set in `lines`."""
    lengths = (len(word.text) + 1 for word in words)
    starts = tuple(accumulate(lengths, initial=0))[:-1]
    return PrintedPage(number, tuple(words), " ".join(word.text for word in words), starts, tuple(lines))


def locate_in_block(block: Block, text: str, read_page: ReadPage) -> Printed:
    """Locate `text`, a part of `block`, on the page that has all of it.

    If no page has all of it, locate its beginning on the block's first page.
    """
    pages = [read_page(number) for number in dict.fromkeys((block.page, *(page for page, _ in block.spans)))]
    found = next((value for page in pages if (value := page.find(text))), None)
    if found and text == block.text:  # the page may print the same text elsewhere first
        return replace(found, bbox=block.bbox) if found.page == block.page and len(block.spans) < 2 else found
    return found or pages[0].find_any(text, (" ".join(text.split()[:_BEGINNING]),))
