"""Check whether a number is in the row or column of a name in a figure, by the positions of words alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...figures.numbers import find_numbers
from ...papers.types import BBox, Word
from ...retrieval.linking.names import name_key, variants

_LABEL = re.compile(r"\b(?:fig(?:ure|\.)?|tab(?:le|\.)?)\s*[A-Z]?\.?\d+", re.IGNORECASE)
_LONGEST_NAME = 6  # most words of a name
# Two boxes are in one row or column if they overlap by this share of the smaller height or width.
_OVERLAP = 0.5


def same_name(one: str, other: str) -> bool:
    """True if two spellings are the same name, ignoring citations, sizes and brackets."""
    return bool(_keys(one) & _keys(other))


def stands_with(words: Sequence[Word], name: str, numbers_of: str) -> bool | None:
    """True if a number of the text `numbers_of` is in the row or the column of `name` in the figure.

    False if the figure has such numbers, but only elsewhere. None if the figure has no such number or does not have the
    name. Numbers in figure labels ("Table 2") do not count.
    """
    wanted = find_numbers(_LABEL.sub(" ", numbers_of))
    values = [
        word.bbox
        for word in words
        if any(number.matches(other) for number in find_numbers(word.text) for other in wanted)
    ]
    names = list(_places(words, name))
    if not values or not names:
        return None
    return any(_aligned(value, place) for value in values for place in names)


def occurs(words: Sequence[Word], name: str) -> bool:
    """True if `words`, the words of a figure, contain `name`."""
    return any(True for _ in _places(words, name))


def _places(words: Sequence[Word], name: str) -> Iterator[BBox]:
    """Yield the box of each run of words that spells `name`, with or without citation and size."""
    keys = _keys(name)
    longest = max(map(len, keys), default=0)
    for first in range(len(words)):
        spelled, box = "", words[first].bbox
        for word in words[first : first + _LONGEST_NAME]:
            spelled += name_key(word.text)
            box = box.union(word.bbox)
            if len(spelled) > longest:
                break
            if spelled in keys:
                yield box


def _keys(name: str) -> set[str]:
    plain = name_key(name)
    return {plain} - {""} | {variant.key for variant in variants(name) if variant.trust >= 0.9}


def _aligned(one: BBox, other: BBox) -> bool:
    rows = min(one.y1, other.y1) - max(one.y0, other.y0)
    columns = min(one.x1, other.x1) - max(one.x0, other.x0)
    in_row = rows >= _OVERLAP * min(one.height, other.height)
    return in_row or columns >= _OVERLAP * min(one.width, other.width)
