"""Represent a plot area: its position, its axes and the names along its sides."""

from __future__ import annotations

from dataclasses import dataclass

from ....papers.types import BBox
from .categories import Category
from .numeric import Axis


@dataclass(frozen=True, slots=True)
class PlotArea:
    """One plot area.

    `x` and `y` are its numeric axes. `columns` are named positions along x, and `rows` along y. Numeric tick
    labels of x are also named positions ("2019", "4 shots"). `ground` is the background color (CIELAB). `em` is
    the usual letter height of the figure, the unit of distances.
    """

    area: BBox
    ground: tuple[float, float, float]
    em: float
    x: Axis | None = None
    y: Axis | None = None
    columns: tuple[Category, ...] = ()
    rows: tuple[Category, ...] = ()
    title: str = ""
    x_title: str = ""
    y_title: str = ""

    @property
    def level(self) -> bool:
        """True if bars are horizontal: names along y and no numbers there."""
        return self.y is None and bool(self.rows)
