"""Division of a question into its parts."""

from __future__ import annotations

from .fitted.slots import find_split
from .grammar.embedded_work import split_embedded_work
from .grammar.parser import Hops


def split_parts(text: str) -> tuple[str, ...]:
    """Return the two parts of `text` as they are worded; all of `text` if it has one part."""
    split = find_split(text)
    return split.divide(text) if split else (text,)


def find_hops(text: str) -> Hops:
    """Return the hops of `text`: two if its second part is about a cited work or if it describes a cited work,
    otherwise one."""
    plain = " ".join(text.split())
    split = find_split(plain)
    if split is not None and split.follows == "cited":
        return Hops(*split.divide(plain))
    embedded = split_embedded_work(plain)
    return Hops(*embedded, is_embedded=True) if embedded else Hops(plain, plain)


def asks_twice(text: str) -> bool:
    """True if `text` has two parts."""
    return find_split(text) is not None
