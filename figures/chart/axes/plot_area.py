"""A plot area: where it is, its axes and the names along its sides."""

from __future__ import annotations

from dataclasses import dataclass

from ....papers.types import BBox
from .categories import Category
from .numeric import Axis


@dataclass(frozen=True, slots=True)
class PlotArea:
    """One plot area. `x` and `y` are its numeric axes; `columns` are named places along x, `rows` along y.

    Numeric tick labels of x are named places too ("2019", "4 shots"). `ground` is the color behind the marks, `em` the
    usual letter height of the figure, by which distances are judged.
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
        """True if bars run sideways: names along y and no numbers there."""
        return self.y is None and bool(self.rows)
