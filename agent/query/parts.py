"""The parts of a question."""

from __future__ import annotations

from .fitted.slots import find_split


def split_parts(text: str) -> tuple[str, ...]:
    """The two parts of `text`, each as it is written; the whole where it has one part."""
    split = find_split(text)
    return (text[: split.position].rstrip(" ,;:"), text[split.start :]) if split else (text,)


def asks_twice(text: str) -> bool:
    """True if `text` has two parts."""
    return find_split(text) is not None
