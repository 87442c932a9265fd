"""Widely known names and the papers behind them: general knowledge, kept as data in known_names.tsv."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .names import name_key

_TABLE = "known_names.tsv"
_SENSE = re.compile(
    r"\s\([^()]*\)$"
)  # "COMET (commonsense)" tells two senses apart; the name itself is "COMET"
_PREFIX = 16  # letters of a title that must agree before two titles are compared


@dataclass(frozen=True, slots=True)
class Known:
    """A paper that everybody in the field knows by name. `keys` are its names as `name_key` gives them."""

    keys: frozenset[str]
    title: str
    author: str
    year: int


def known_paper(title: str) -> Known | None:
    """The entry for the paper called `title`, or None. A subtitle that one of the two lacks does not matter."""
    key = name_key(title)
    for entry_key, entry in _by_prefix().get(key[:_PREFIX], ()):
        shorter = min(len(key), len(entry_key))
        if key == entry_key or (shorter >= 30 and key[:shorter] == entry_key[:shorter]):
            return entry
    return None


@cache
def _by_prefix() -> dict[str, list[tuple[str, Known]]]:
    index: dict[str, list[tuple[str, Known]]] = {}
    for entry in known_papers():
        key = name_key(entry.title)
        index.setdefault(key[:_PREFIX], []).append((key, entry))
    return index


@cache
def known_papers() -> tuple[Known, ...]:
    """All entries, in the order of the file; one paper may stand in several rows only under different titles."""
    text = files(__package__).joinpath(_TABLE).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(
        Known(
            frozenset(name_key(_SENSE.sub("", name)) for name in names.split(";")), title, author, int(year)
        )
        for names, title, author, year in rows[1:]
    )
