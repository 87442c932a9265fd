"""Look up widely known names and the papers that introduced them: general knowledge, stored in known_names.tsv."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from .names import name_key, tokens

_TABLE = "known_names.tsv"
_SENSE = re.compile(
    r"\s\([^()]*\)$"
)  # "COMET (commonsense)" distinguishes two senses; the name itself is "COMET"
SAME = 0.85  # least share of common words (Jaccard) of two titles of the same paper
_RARE = 40  # most titles that contain a word, if the word is used to look up titles
_PREFIX = 16  # the keys of two titles are compared only if this many first letters are equal


@dataclass(frozen=True, slots=True)
class GazetteerEntry:
    """A paper that is widely known by a name. `keys` are its names in the form of `name_key`."""

    keys: frozenset[str]
    title: str
    author: str
    year: int


@lru_cache(maxsize=4096)
def known_paper(title: str) -> GazetteerEntry | None:
    """Return the entry for the paper called `title`, or None.

    The titles may differ by a subtitle or by about one word in seven, because titles change between preprint and
    proceedings. Numbers must agree.
    """
    key = name_key(title)
    for entry_key, entry in _by_prefix().get(key[:_PREFIX], ()):
        shorter = min(len(key), len(entry_key))
        if key == entry_key or (shorter >= 30 and key[:shorter] == entry_key[:shorter]):
            return entry
    return _nearly(frozenset(tokens(title)))


def _nearly(words: frozenset[str]) -> GazetteerEntry | None:
    """Return the entry whose title has the highest Jaccard coefficient with `words`, or None if it is below SAME.

    The first entry of the file wins a tie. Numbers must agree.
    """
    best, best_share = None, 0.0
    for at in sorted({at for word in words for at in _by_rare_word().get(word, ())}):
        entry = known_papers()[at]
        others = frozenset(tokens(entry.title))
        share = len(words & others) / len(words | others)
        if share >= SAME and share > best_share and not any(map(str.isdecimal, words ^ others)):
            best, best_share = entry, share
    return best


@cache
def _by_rare_word() -> dict[str, tuple[int, ...]]:
    """Map each word that occurs in few titles to the indices of the entries with the word in the title."""
    places: dict[str, list[int]] = {}
    for at, entry in enumerate(known_papers()):
        for word in set(tokens(entry.title)):
            places.setdefault(word, []).append(at)
    return {word: tuple(found) for word, found in places.items() if len(found) <= _RARE}


@cache
def _by_prefix() -> dict[str, list[tuple[str, GazetteerEntry]]]:
    index: dict[str, list[tuple[str, GazetteerEntry]]] = {}
    for entry in known_papers():
        key = name_key(entry.title)
        index.setdefault(key[:_PREFIX], []).append((key, entry))
    return index


@cache
def known_papers() -> tuple[GazetteerEntry, ...]:
    """Return all entries in the order of the file. A paper with several titles has one entry per title."""
    text = files(__package__).joinpath(_TABLE).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(
        GazetteerEntry(
            frozenset(name_key(_SENSE.sub("", name)) for name in names.split(";")), title, author, int(year)
        )
        for names, title, author, year in rows[1:]
    )
