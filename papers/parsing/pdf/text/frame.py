"""Convert PDF user space to coordinates of the displayed page; compute bounding boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ....types import BBox


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A map from user space to points from the TOP left of the page, with /Rotate and the crop box applied."""

    left: float
    bottom: float
    width: float  # of the page before rotation
    height: float
    quarter_turns: int  # clockwise

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the page coordinates of a point in user space."""
        x, y = x - self.left, y - self.bottom
        match self.quarter_turns:
            case 1:
                return y, x
            case 2:
                return self.width - x, y
            case 3:
                return self.height - y, self.width - x
            case _:
                return x, self.height - y

    def box(self, left: float, bottom: float, right: float, top: float) -> BBox:
        """Return the box on the page of a rectangle in user space."""
        (xa, ya), (xb, yb) = self.point(left, bottom), self.point(right, top)
        return BBox(min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb))

    def boxes(self, edges: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return boxes on the page, (n, 4) as x0, y0, x1, y1, of rectangles in user space.

        `edges` has a row of left, right, bottom, top for each rectangle; see `box`.
        """
        left, right, bottom, top = edges.T
        xs, ys = left - self.left, bottom - self.bottom
        xe, ye = right - self.left, top - self.bottom
        match self.quarter_turns:
            case 1:
                a, b = (ys, xs), (ye, xe)
            case 2:
                a, b = (self.width - xs, ys), (self.width - xe, ye)
            case 3:
                a, b = (self.height - ys, self.width - xs), (self.height - ye, self.width - xe)
            case _:
                a, b = (xs, self.height - ys), (xe, self.height - ye)
        return np.stack([*map(np.minimum, a, b), *map(np.maximum, a, b)], axis=1)

    @property
    def page(self) -> BBox:
        """The box of the whole page."""
        turned = self.quarter_turns % 2 == 1
        return BBox(0.0, 0.0, *((self.height, self.width) if turned else (self.width, self.height)))


def read_page_frame(page: Any) -> PageFrame:
    """Read the frame of a pypdfium2 page."""
    left, bottom, right, top = page.get_bbox()
    return PageFrame(left, bottom, right - left, top - bottom, page.get_rotation() // 90 % 4)


def bounding_box(boxes: Sequence[BBox]) -> BBox:
    """Return the smallest box that contains all of `boxes` (at least one)."""
    return BBox(
        min([box.x0 for box in boxes]),
        min([box.y0 for box in boxes]),
        max([box.x1 for box in boxes]),
        max([box.y1 for box in boxes]),
    )
