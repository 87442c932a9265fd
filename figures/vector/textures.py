"""Tiling patterns: what fills a shape is known only from its rendering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from PIL import Image

from ...papers.types import BBox
from ..raster.canvas import Floats
from .shapes import Shape

RIM = 1.0  # points inside the outline that are left out
DIRECTIONS = 4  # of edges: level, falling, upright, rising
FEWEST_PIXELS = 24


def with_textures(shapes: Sequence[Shape], pixels: Image.Image | None, scale: float) -> list[Shape]:
    """The shapes, those with a pattern described by how dark it is and in which directions its edges run.

    `pixels` are the rendered figure at `scale` pixels per point.
    """
    if pixels is None or not any(shape.patterned for shape in shapes):
        return list(shapes)
    grey = np.asarray(pixels.convert("L"), dtype=np.float32) / 255.0
    return [replace(s, texture=_texture(grey, s.box, scale)) if s.patterned else s for s in shapes]


def _texture(grey: Floats, box: BBox, scale: float) -> tuple[float, ...]:
    """Ink share, its standard deviation and the shares of edge directions, all in 0..1; () for tiny shapes."""
    rows = slice(max(0, round((box.y0 + RIM) * scale)), max(0, round((box.y1 - RIM) * scale)))
    columns = slice(max(0, round((box.x0 + RIM) * scale)), max(0, round((box.x1 - RIM) * scale)))
    region = grey[rows, columns]
    if region.size < FEWEST_PIXELS or min(region.shape) < 3:
        return ()
    dx, dy = cv2.Sobel(region, cv2.CV_32F, 1, 0), cv2.Sobel(region, cv2.CV_32F, 0, 1)
    strength = np.hypot(dx, dy)
    turn = (np.arctan2(dy, dx) % np.pi) / np.pi * DIRECTIONS
    bins = np.round(turn).astype(int) % DIRECTIONS
    total = float(strength.sum()) or 1.0
    shares = [float(strength[bins == k].sum()) / total for k in range(DIRECTIONS)]
    return (float(1.0 - region.mean()) * 2.0, float(region.std()), *shares)
