"""Measure and split quadrilaterals around detected lines of text, and crop them from an image."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...raster import Mask, Pixels, cut_at_gaps, find_extent
from ...types import BBox

Quad = npt.NDArray[np.float64]  # corners (4, 2), clockwise from the top left, in pixels
_VERTICAL = 1.5  # smallest height/width of a box that may contain rotated text (rapidocr's rule)
_SLANT = 0.12  # tangent of the smallest angle at which a line counts as slanted and is straightened first


def measure_line_height(quad: Quad) -> float:
    """Return the length of the shorter side of the quad."""
    return float(min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])))


def rotate_half_turn(quad: Quad, shape: tuple[int, ...]) -> Quad:
    """Rotate the quad together with the image of `shape` by 180 degrees."""
    corners: Quad = np.array([shape[1], shape[0]]) - quad
    return corners[[2, 3, 0, 1]]


def find_bounds(quad: Quad, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return the bounding box x0, y0, x1, y1 in whole pixels, inside the image of `shape`."""
    x0, y0 = np.floor(quad.min(axis=0)).astype(int)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
    return max(0, int(x0)), max(0, int(y0)), min(shape[1], int(x1)), min(shape[0], int(y1))


def split_quad(image: Pixels, quad: Quad) -> list[tuple[BBox, Pixels | None]]:
    """Split the quad into upright boxes at wide gaps; pair each box with None.

    A slanted quad gives a single box with its straightened crop.
    """
    x0, y0, x1, y1 = find_bounds(quad, image.shape)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return []
    run, rise = np.abs(quad[1] - quad[0])
    if _SLANT * run < rise < run / _SLANT and run > 3 * _SLANT * (y1 - y0):
        return [(BBox(x0, y0, x1, y1), _straighten(image, quad))]
    box = BBox(x0, y0, x1, y1)
    if box.height >= _VERTICAL * box.width:
        return [(box, None)]
    return [(piece, None) for piece in cut_at_gaps(crop_box(image, box), box)]


def _straighten(image: Pixels, quad: Quad) -> Pixels:
    import cv2

    width = int(max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3])))
    height = int(max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1])))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    flat = cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    turned: Pixels = np.rot90(flat, -1) if height >= _VERTICAL * width else flat
    return np.ascontiguousarray(turned)


def crop_box(image: Pixels, box: BBox) -> Pixels:
    """Return the pixels of `image` in `box`."""
    return np.ascontiguousarray(image[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)])


def is_vertical(ink: Mask) -> bool:
    """True if the ink is tall enough for rotated text."""
    (x0, x1), (y0, y1) = find_extent(np.any(ink, axis=0)), find_extent(np.any(ink, axis=1))
    return y1 - y0 >= _VERTICAL * (x1 - x0)
