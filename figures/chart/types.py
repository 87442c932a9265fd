"""Represent a chart: series, and marks with a value at a named or numbered place."""

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
    """A text of the chart and its role. `box` is in canvas pixels."""

    text: str
    role: Role
    box: BBox


@dataclass(frozen=True, slots=True)
class Series:
    """The marks that share a style. `name` is "" if no legend names the series."""

    name: str
    style: Style
    box: BBox


@dataclass(frozen=True, slots=True)
class Mark:
    """One bar, bar segment, vertex or point.

    `series`, `panel` and `place` are indices into the chart's series, its panels and the panel's columns (or
    rows); -1 means none. `y` is the value in axis units, and `x` is the coordinate along the other axis. Without
    a numeric axis, values are in pixels and grow with the value. `size` is the drawn area in square pixels.
    `printed` is True if the value is printed next to the mark.

    For a box or violin, `y` is the median and `quartiles` holds the lower and upper quartile in axis units. For
    a cell of a heatmap, `series` is the row, `place` is the column and `y` is the value.
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
    """A traced line, as (x, y) points from left to right.

    Coordinates are in axis units, or in pixels along an axis without numbers.
    """

    series: int
    panel: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as read. Boxes are in canvas pixels; divide by `scale` to get pixels of the image."""

    kind: ChartKind
    panels: tuple[PlotArea, ...]
    series: tuple[Series, ...]
    marks: tuple[Mark, ...]
    curves: tuple[Curve, ...]
    names: tuple[ChartName, ...]
    scale: float = 1.0
