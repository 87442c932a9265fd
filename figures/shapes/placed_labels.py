"""Represent the texts of a vector figure as labels with a direction and a point that attaches to a tick mark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...papers.types import BBox
from ..primitives import RGB
from .label import Label

LETTER = 1.15  # heights of capitals; height of a line of text, the unit of distances between texts
SLANTED = (8.0, 82.0)  # degrees; text between these angles is neither horizontal nor vertical


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label with its direction in degrees (counter-clockwise), font size and color."""

    label: Label
    angle: float
    size: float
    color: RGB

    @property
    def text(self) -> str:
        return self.label.text

    @property
    def box(self) -> BBox:
        return self.label.box

    @property
    def slanted(self) -> bool:
        return SLANTED[0] < abs(self.angle) < SLANTED[1]

    @property
    def tick_x(self) -> float:
        """The x position at which a label below an axis attaches: its center, or for slanted text the end next to
        the axis.
        """
        if not self.slanted:
            return self.label.cx
        inset = 0.35 * self.size * abs(math.sin(math.radians(self.angle)))
        return self.box.x1 - inset if self.angle > 0 else self.box.x0 + inset

    @property
    def tick_y(self) -> float:
        """The y position at which a label next to an axis attaches."""
        return self.label.cy


def letter_height(labels: Sequence[PlacedLabel]) -> float:
    """Return the usual letter height in points; 8 without text."""
    sizes = [p.size for p in labels]
    return LETTER * 0.7 * float(np.median(sizes)) if sizes else 8.0


def merged(lines: Sequence[PlacedLabel]) -> PlacedLabel:
    """Merge several lines into one label, in the given order. A word hyphenated at a line end is joined."""
    if len(lines) == 1:
        return lines[0]
    box = lines[0].box
    text = lines[0].text
    for line in lines[1:]:
        box = box.union(line.box)
        if text.endswith("-") and len(text) > 1 and text[-2].isalnum():
            text = (text[:-1] if line.text[:1].islower() else text) + line.text
        else:
            text = f"{text} {line.text}"
    label = replace(lines[0].label, text=text, box=box, number=None, words=tuple(p.label for p in lines))
    return replace(lines[0], label=label)
