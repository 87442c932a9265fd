"""Represent the paths of a vector figure as shapes: segments, lines, rectangles, circles, polygons and markers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ...papers.types import BBox
from ..primitives import RGB, Point
from .cielab import is_white

ShapeKind = Literal["segment", "line", "rectangle", "circle", "polygon"]

LEVEL = 0.15  # points; largest deviation of a horizontal or vertical segment


@dataclass(frozen=True, slots=True)
class Shape:
    """One subpath with its style.

    `points` are its corners; the first corner is not repeated at the end of closed shapes. `marker` is the name
    of the shape in raster.marker_shapes that it resembles, or "". `hatch` holds the directions (degrees, 0..175)
    of the strokes that fill it, or (); `fill` is then the color of these strokes. `texture` describes a tiling
    pattern as rendered (see textures.py). `order` grows in painting order.
    """

    kind: ShapeKind
    points: tuple[Point, ...]
    box: BBox
    fill: RGB | None
    stroke: RGB | None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    patterned: bool = False
    marker: str = ""
    closed: bool = False
    order: int = 0
    hatch: tuple[float, ...] = ()
    texture: tuple[float, ...] = ()

    @property
    def cx(self) -> float:
        return (self.box.x0 + self.box.x1) / 2

    @property
    def cy(self) -> float:
        return (self.box.y0 + self.box.y1) / 2

    @property
    def side(self) -> float:
        """The longer side of the box."""
        return max(self.box.width, self.box.height)

    @property
    def color(self) -> RGB:
        """The fill color, or the stroke color if the fill is missing or white."""
        if self.fill is not None and (not is_white(self.fill) or self.stroke is None):
            return self.fill
        return self.stroke or (0, 0, 0)

    @property
    def hollow(self) -> bool:
        return self.fill is None or (is_white(self.fill) and self.stroke is not None)

    @property
    def level(self) -> bool:
        """True for a horizontal segment."""
        return self.kind == "segment" and self.box.height <= LEVEL

    @property
    def upright(self) -> bool:
        """True for a vertical segment."""
        return self.kind == "segment" and self.box.width <= LEVEL


def box_corners(box: BBox) -> tuple[Point, ...]:
    return ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))


def outer_box(boxes: Iterable[BBox]) -> BBox | None:
    """Return the smallest box around all boxes; None without boxes."""
    found = list(boxes)
    if not found:
        return None
    return BBox(
        min(b.x0 for b in found), min(b.y0 for b in found), max(b.x1 for b in found), max(b.y1 for b in found)
    )


def box_area(box: BBox) -> float:
    """Return the area in square points. Sides shorter than .7 points count as .7."""
    return max(0.7, box.width) * max(0.7, box.height)


def scaled_box(box: BBox, scale: float) -> BBox:
    """Return the box with every coordinate multiplied by `scale`."""
    return BBox(box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale)
