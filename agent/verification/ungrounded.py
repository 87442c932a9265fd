"""What an answer says that its quotes do not: numbers and links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...figures.numbers import NUMBER, number_of

_LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)|(?:\w+://|www\.)\S+", re.IGNORECASE)
_LINK_REMOVED = "(link removed)"


def loose_numbers(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Numbers of `text`, as written there, that stand in none of `sources`. Signs and digits inside names do not count.

    Two numbers are one when their digits or their values are the same: "1,000" is "1000", "70 million" is "70m" and
    "70,000,000".
    """
    known = {key for source in sources for _, keys in _numbers(source) for key in keys}
    return tuple(dict.fromkeys(written for written, keys in _numbers(text) if not keys & known))


def without_loose_links(text: str, quotes: Iterable[str]) -> str:
    """`text` with every link replaced that is not in one of `quotes`: a paper could have planted it."""
    quoted = " ".join(quotes)
    return _LINK.sub(lambda match: match.group() if match.group() in quoted else _LINK_REMOVED, text)


def _numbers(text: str) -> Iterator[tuple[str, set[float]]]:
    """Each number of `text` as written, with its digits read as a number and its value with units and powers."""
    for match in NUMBER.finditer(text):
        before = text[: match.start("digits")].rstrip("-")
        if not before[-1:].isalpha():  # "word2vec", "T5", "GPT-4" are names
            digits = float(match["digits"].replace(",", ""))
            yield match["digits"], {digits, abs(number_of(match).value)}
