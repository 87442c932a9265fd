"""Represent a plot area with everything that is needed to trace its marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....papers.types import BBox
from ...chart.style import Style
from ..canvas import Canvas


@dataclass(frozen=True, slots=True)
class MarkContext:
    """The pixels of an area and the styles of its series.

    `free` is True if no legend lists the series. `covered` boxes hold no marks (the legend); `texts` are the
    boxes of all texts.
    """

    canvas: Canvas
    area: BBox
    styles: Sequence[Style]
    covered: Sequence[BBox]
    texts: Sequence[BBox]
    free: bool

    @property
    def em(self) -> float:
        """The usual letter height in pixels of the canvas."""
        return self.canvas.em
