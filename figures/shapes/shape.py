"""Paths of a vector figure as shapes: segments, lines, rectangles, circles, polygons, markers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ...papers.types import BBox
from ..primitives import RGB, Point
from .cielab import is_white

ShapeKind = Literal["segment", "line", "rectangle", "circle", "polygon"]

LEVEL = 0.15  # points by which an axis-parallel side may lean


@dataclass(frozen=True, slots=True)
class Shape:
    """One subpath with its style. `points` are its corners, the first not repeated at the end of closed shapes.

    `marker` is the name of a shape of raster.marker_shapes that it resembles, "" for none. `hatch` are the directions
    (degrees, 0..175) of strokes that fill it, () for none; `fill` is then their color. `texture`
    describes a tiling pattern as rendered (see textures.py). `order` grows in painting order.
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
        """Fill where there is one that is not white, else stroke."""
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
    """Smallest box around all; None for none."""
    found = list(boxes)
    if not found:
        return None
    return BBox(
        min(b.x0 for b in found), min(b.y0 for b in found), max(b.x1 for b in found), max(b.y1 for b in found)
    )


def box_area(box: BBox) -> float:
    """Area in square points, sides of less than .7 points taken as .7."""
    return max(0.7, box.width) * max(0.7, box.height)


def scaled_box(box: BBox, scale: float) -> BBox:
    """The box with every coordinate multiplied."""
    return BBox(box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale)
