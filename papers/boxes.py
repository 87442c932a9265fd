"""Boxes on pages and images."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BBox:
    """An axis-aligned box with x0 <= x1 and y0 <= y1; x points right and y DOWN.

    The unit is PDF points on a page and pixels on an image.
    """

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    def union(self, other: BBox) -> BBox:
        """Return the smallest box that contains both boxes."""
        return BBox(
            min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1)
        )

    def intersection_area(self, other: BBox) -> float:
        """Return the area common to both boxes; 0 if they only touch or are disjoint."""
        width = min(self.x1, other.x1) - max(self.x0, other.x0)
        height = min(self.y1, other.y1) - max(self.y0, other.y0)
        return max(0.0, width) * max(0.0, height)

    def distance(self, other: BBox) -> float:
        """Return the distance between the nearest points of the two boxes; 0 if they touch or overlap."""
        across = max(0.0, self.x0 - other.x1, other.x0 - self.x1)
        return math.hypot(across, max(0.0, self.y0 - other.y1, other.y0 - self.y1))


NOWHERE = BBox(0.0, 0.0, 0.0, 0.0)  # the box of text without pages
