"""A plot area with all that reading its marks needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....papers.types import BBox
from ...raster.canvas import Canvas
from ..axes.categories import Category
from ..axes.plot_area import PlotArea
from ..legend.styles import Style


@dataclass(frozen=True, slots=True)
class MarkContext:
    """`styles` are those of the series, `covered` boxes hold no marks (the legend), `texts` are the boxes of all texts."""

    canvas: Canvas
    panel: PlotArea
    number: int
    styles: Sequence[Style]
    covered: Sequence[BBox]
    texts: Sequence[BBox]

    @property
    def em(self) -> float:
        """The usual letter height in pixels of the canvas."""
        return self.canvas.em

    def x_value(self, pixel: float) -> float:
        """Value along x; pixels from the left where the axis has no numbers."""
        return self.panel.x.value(pixel) if self.panel.x is not None else pixel - self.panel.area.x0

    def y_value(self, pixel: float) -> float:
        """Value along y; pixels from the bottom where the axis has no numbers."""
        return self.panel.y.value(pixel) if self.panel.y is not None else self.panel.area.y1 - pixel


def nearest(places: Sequence[Category], at: float) -> int:
    """Index of the nearest place; -1 when there is none."""
    return min(range(len(places)), key=lambda i: (abs(places[i].at - at), i), default=-1)
