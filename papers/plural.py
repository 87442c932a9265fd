"""Counted nouns and lists of names for messages."""

from __future__ import annotations

from collections.abc import Sequence


def count_noun(number: int, noun: str) -> str:
    """`number` with `noun` in the singular or plural, which takes an "s": "1 paper", "2 papers"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def list_some(names: Sequence[str], most: int = 3) -> str:
    """The first `most` of `names`, and the number of the others."""
    others = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) or "none") + others


def join_names(names: Sequence[str]) -> str:
    """Names, at least one, as a list in prose: "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
