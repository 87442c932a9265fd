"""The names of authors in the text of a page or of a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from .....indexes.subjects import fold_name
from .....indexes.text.analysis import STOP_WORDS


def find_named_author(authors: Sequence[str], text: str) -> str | None:
    """The one of `authors` whose surname is a word of `text`, of several the one most of whose names are; None if none's is."""
    words = _words_of_names(text)
    return max(
        find_named_authors(authors, text),
        key=lambda name: len(words.intersection(fold_name(name).split())),
        default=None,
    )


def find_named_authors(authors: Sequence[str], text: str) -> list[str]:
    """Those of `authors` whose surnames are words of `text`, in their order."""
    words = _words_of_names(text)
    return [name for name in authors if not words.isdisjoint(fold_name(name).split()[-1:])]


def _words_of_names(text: str) -> set[str]:
    """The folded words of `text` that may be names: "he" is none, but "He" behind another word is."""
    words = text.split()
    names = [
        word
        for place, word in enumerate(words)
        if (place and word.lstrip("\"'“‘(")[:1].isupper())
        or STOP_WORDS.isdisjoint(fold_name(word).split()[:1])
    ]
    return set(fold_name(" ".join(names)).split())


def find_names(authors: Sequence[str], text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Those of `authors` that `text` has, each with its first place."""
    folded = text.casefold()
    for name in authors:
        # The words come first: to look for them takes a hundredth of the time.
        if all(word in folded for word in name.casefold().split()) and (
            match := _name_pattern(name).search(text)
        ):
            yield name, match


def find_name(name: str, text: str) -> re.Match[str] | None:
    """The first place of an author in `text`; None where it is not."""
    return next((match for _, match in find_names((name,), text)), None)


@lru_cache(maxsize=4096)
def _name_pattern(name: str) -> re.Pattern[str]:
    """The name up to a mark or the end of a word, which "Wei Li" is not in "Wei Liu"."""
    spaced = r"\s+".join(map(re.escape, name.split()))
    return re.compile(rf"(?<!\w){spaced}(?=[\W\d_α-ω]|(?-i:[a-f])(?:[\s,]|$)|$)", re.I)
