"""Represent categories: named positions along an axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....papers.types import BBox
from ...shapes.label import Label
from .numeric import Axis


@dataclass(frozen=True, slots=True)
class Category:
    """A named position on an axis.

    `at` is its position along the axis, in pixels, and `box` is the box of its text.
    """

    text: str
    at: float
    box: BBox


def tick_categories(axis: Axis) -> tuple[Category, ...]:
    """Return the tick labels of a numeric axis as categories. Powers on a log axis are written out as plain numbers."""
    texts = [f"{t.value:g}" if axis.log else t.label.text for t in axis.ticks]
    return tuple(Category(text, t.at, t.label.box) for text, t in zip(texts, axis.ticks, strict=True))


def joined(words: Sequence[Label]) -> Label:
    """Join several words or lines into one label, in the given order."""
    box = words[0].box
    for word in words[1:]:
        box = box.union(word.box)
    return replace(words[0], text=" ".join(w.text for w in words), box=box, number=None, words=tuple(words))
