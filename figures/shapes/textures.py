"""Describe tiling patterns by their rendering, because the drawing does not tell how they look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from PIL import Image

from ...papers.types import BBox
from ..primitives import RGB
from .cielab import Floats
from .shape import Shape

RIM = 1.0  # points; margin inside the outline that is left out
DIRECTIONS = 4  # of edges: horizontal, falling, vertical, rising
FEWEST_PIXELS = 24


@dataclass(frozen=True, slots=True)
class Rendering:
    """The figure as pixels; None if it was not rendered. `scale` is pixels per point."""

    pixels: Image.Image | None
    scale: float

    def color(self, x: float, y: float) -> RGB | None:
        """Return the sRGB color at a point of the figure; None outside the figure."""
        if self.pixels is None:
            return None
        column, row = int(x * self.scale), int(y * self.scale)
        if not (0 <= column < self.pixels.width and 0 <= row < self.pixels.height):
            return None
        value = self.pixels.getpixel((column, row))
        return (value[0], value[1], value[2]) if isinstance(value, tuple) else None


def with_textures(shapes: Sequence[Shape], rendering: Rendering) -> list[Shape]:
    """Return the shapes. Each shape with a pattern gets a texture: how dark the pattern is and in which directions
    its edges run.
    """
    if rendering.pixels is None or not any(shape.patterned for shape in shapes):
        return list(shapes)
    gray = np.asarray(rendering.pixels.convert("L"), dtype=np.float32) / 255.0
    return [replace(s, texture=_texture(gray, s.box, rendering.scale)) if s.patterned else s for s in shapes]


def _texture(gray: Floats, box: BBox, scale: float) -> tuple[float, ...]:
    """Return the ink share (doubled), the standard deviation and the shares of edge directions; () for tiny shapes."""
    rows = slice(max(0, round((box.y0 + RIM) * scale)), max(0, round((box.y1 - RIM) * scale)))
    columns = slice(max(0, round((box.x0 + RIM) * scale)), max(0, round((box.x1 - RIM) * scale)))
    region = gray[rows, columns]
    if region.size < FEWEST_PIXELS or min(region.shape) < 3:
        return ()
    dx, dy = cv2.Sobel(region, cv2.CV_32F, 1, 0), cv2.Sobel(region, cv2.CV_32F, 0, 1)
    strength = np.hypot(dx, dy)
    turn = (np.arctan2(dy, dx) % np.pi) / np.pi * DIRECTIONS
    bins = np.round(turn).astype(int) % DIRECTIONS
    total = float(strength.sum()) or 1.0
    shares = [float(strength[bins == k].sum()) / total for k in range(DIRECTIONS)]
    return (float(1.0 - region.mean()) * 2.0, float(region.std()), *shares)
