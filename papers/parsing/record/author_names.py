"""Find the names of authors in the text of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache


def find_names(authors: Sequence[str], text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the names among `authors` that occur in `text`, each with its first match."""
    folded = text.casefold()
    for name in authors:
        # Look for the words first, which takes a hundredth of the time.
        if all(word in folded for word in name.casefold().split()) and (
            match := _name_pattern(name).search(text)
        ):
            yield name, match


@lru_cache(maxsize=4096)
def _name_pattern(name: str) -> re.Pattern[str]:
    """Return a pattern for the name up to a mark or the end of a word, so that "Wei Li" does not match in "Wei Liu"."""
    spaced = r"\s+".join(map(re.escape, name.split()))
    return re.compile(rf"(?<!\w){spaced}(?=[\W\d_α-ω]|(?-i:[a-f])(?:[\s,]|$)|$)", re.I)
