"""Look up journals by any spelling of their name, and compare two spellings."""

from __future__ import annotations

import lzma
import re
from functools import lru_cache
from pathlib import Path

from ..titles import fold_title

_TABLE = Path(__file__).with_name("journals.txt.xz")
_ARTICLE = re.compile(r"^\s*the\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_LITTLE = frozenset("of the and for in on de la et der des und für a an".split())


def fold_journal(name: str) -> str:
    """Return `name` as the table spells it: lower-case letters and digits, without "the" at its start."""
    return fold_title(_ARTICLE.sub("", name))


def find_journal(name: str) -> str:
    """Return the key of the journal that `name` spells; "" if the table does not have it."""
    return _load_keys().get(fold_journal(name), "")


def is_same_journal(one: str, other: str) -> bool | None:
    """True if both names spell the same journal, False if they spell different journals; None if this cannot be told.

    Names outside the table are the same journal if each word of one abbreviates a word of the other, or if one is the
    initials of the other.
    """
    keys = find_journal(one), find_journal(other)
    if all(keys) and keys[0] == keys[1]:
        return True
    if _abbreviates(one, other) or _abbreviates(other, one):
        return True
    return False if all(keys) else None


def _abbreviates(short: str, full: str) -> bool:
    words = [word for word in _split_words(full) if word not in _LITTLE]
    parts = [word for word in _split_words(short) if word not in _LITTLE]
    if len(parts) == 1 and len(words) > 2:
        return parts[0] == "".join(word[0] for word in words)
    return (
        bool(parts)
        and len(parts) == len(words)
        and all(
            word[0] == part[0] and _is_subsequence(part, word)
            for part, word in zip(parts, words, strict=True)
        )
    )


def _split_words(name: str) -> list[str]:
    return [fold_title(word) for word in _WORD.findall(name) if fold_title(word)]


def _is_subsequence(part: str, word: str) -> bool:
    letters = iter(word)
    return all(letter in letters for letter in part)


@lru_cache(maxsize=1)
def _load_keys() -> dict[str, str]:
    keys: dict[str, str] = {}
    for line in lzma.decompress(_TABLE.read_bytes()).decode().splitlines():
        spellings = line.split()
        keys.update(dict.fromkeys(spellings, spellings[0]))
    return keys
