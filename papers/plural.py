"""Write counted nouns and lists of names for messages."""

from __future__ import annotations

from collections.abc import Sequence


def count_noun(number: int, noun: str) -> str:
    """Return `number` with `noun`, which takes an "s" in the plural: "1 paper", "2 papers"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def list_some(names: Sequence[str], most: int = 3) -> str:
    """List the first `most` names and the number of the others: "A, B, C and 4 more"; "none" without names."""
    others = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) or "none") + others


def join_names(names: Sequence[str]) -> str:
    """Join names, at least one, as a list in prose: "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
