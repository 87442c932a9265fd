"""The names of authors in the text of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache


def find_names(authors: Sequence[str], text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """The names among `authors` that `text` has, each with its first place."""
    folded = text.casefold()
    for name in authors:
        # The words come first: to look for them takes a hundredth of the time.
        if all(word in folded for word in name.casefold().split()) and (
            match := _name_pattern(name).search(text)
        ):
            yield name, match


@lru_cache(maxsize=4096)
def _name_pattern(name: str) -> re.Pattern[str]:
    """The name up to a mark or the end of a word, which "Wei Li" is not in "Wei Liu"."""
    spaced = r"\s+".join(map(re.escape, name.split()))
    return re.compile(rf"(?<!\w){spaced}(?=[\W\d_α-ω]|(?-i:[a-f])(?:[\s,]|$)|$)", re.I)
