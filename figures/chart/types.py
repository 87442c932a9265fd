"""Charts as read: series, and marks with a value at a named or numbered place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...papers.types import BBox
from .axes.plot_area import PlotArea
from .style import Style

ChartKind = Literal["bar", "line", "scatter", "radar", "pie", "box", "heatmap", "other"]
Role = Literal["series", "place", "label", "panel", "title", "tick", "value", "text"]


@dataclass(frozen=True, slots=True)
class ChartName:
    """A text of the chart and the part it plays; `box` in canvas pixels."""

    text: str
    role: Role
    box: BBox


@dataclass(frozen=True, slots=True)
class Series:
    """Marks drawn alike. `name` is "" where no legend names them."""

    name: str
    style: Style
    box: BBox


@dataclass(frozen=True, slots=True)
class Mark:
    """One bar, bar segment, vertex or point.

    `series`, `panel` and `place` index into the chart's series, its panels and the panel's columns (or rows); -1: none.
    `y` is the value in axis units (without a numeric axis: pixels, growing with the value), `x` the same along the
    other axis. `size` is the drawn area in square pixels. `printed`: the value is printed beside the mark.
    `quartiles` of a box or violin are its lower and upper quartile in axis units; its `y` is the median. A cell of a
    heatmap has its row as `series`, its column as `place` and its value as `y`.
    """

    series: int
    panel: int
    place: int
    box: BBox
    x: float | None = None
    y: float | None = None
    size: float = 0.0
    label: str = ""
    printed: bool = False
    quartiles: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """A traced line: (x, y) in axis units (pixels where an axis has no numbers) from left to right."""

    series: int
    panel: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as read. Boxes are canvas pixels: divide by `scale` for pixels of the image."""

    kind: ChartKind
    panels: tuple[PlotArea, ...]
    series: tuple[Series, ...]
    marks: tuple[Mark, ...]
    curves: tuple[Curve, ...]
    names: tuple[ChartName, ...]
    scale: float = 1.0
