"""Texts of a vector figure as labels, with their direction and where they attach to a tick mark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...papers.types import BBox
from ..primitives import RGB
from .label import Label

LETTER = (
    1.15  # heights of capitals that a line of text takes, the unit of length of all distances between texts
)
SLANTED = (8.0, 82.0)  # degrees between which text is neither level nor upright


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
        """Point at which a label below an axis attaches: its middle, or the end of slanted text that is next to the axis."""
        if not self.slanted:
            return self.label.cx
        inset = 0.35 * self.size * abs(math.sin(math.radians(self.angle)))
        return self.box.x1 - inset if self.angle > 0 else self.box.x0 + inset

    @property
    def tick_y(self) -> float:
        """Point at which a label beside an axis attaches."""
        return self.label.cy


def letter_height(labels: Sequence[PlacedLabel]) -> float:
    """Usual height of a line's letters in points; 8 without text."""
    sizes = [p.size for p in labels]
    return LETTER * 0.7 * float(np.median(sizes)) if sizes else 8.0


def merged(lines: Sequence[PlacedLabel]) -> PlacedLabel:
    """One label of several lines, in the order given."""
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
