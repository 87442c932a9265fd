"""Represent the texts of a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...papers.types import BBox
from ..numbers import parse_number

# A box at least this much taller than wide holds text that runs up or down.
UPRIGHT = 1.4


@dataclass(frozen=True, slots=True)
class Label:
    """A text of a chart.

    `box` is the box of its ink, and `number` is the number that the text consists of, or None. `vertical` text
    runs up or down. `slanted` text is one word whose box is far taller than its letters. `words` are the words
    that the label was joined from; () for a single word.
    """

    text: str
    box: BBox
    number: float | None = None
    vertical: bool = False
    slanted: bool = False
    words: tuple[Label, ...] = ()

    @property
    def cx(self) -> float:
        return (self.box.x0 + self.box.x1) / 2

    @property
    def cy(self) -> float:
        return (self.box.y0 + self.box.y1) / 2

    @property
    def em(self) -> float:
        """The height of the letters, for vertical and horizontal text."""
        return self.box.width if self.vertical else self.box.height


def phrase_from(text: str, box: BBox) -> Label:
    text = " ".join(text.split())
    number = parse_number(text)
    vertical = len(text) > (1 if number is None else 2) and box.height > UPRIGHT * box.width
    return Label(text, box, number, vertical)


def text_height(phrases: Sequence[Label]) -> float:
    """Return the median letter height in pixels, the unit of distances; 12 without text."""
    heights = [p.em for p in phrases if not p.slanted]
    return float(np.median(heights)) if heights else 12.0
