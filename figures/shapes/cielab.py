"""Convert colors to CIELAB and measure their distance."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..primitives import RGB, Lab

Floats = NDArray[np.float32]
WHITE = 250  # of 255; a color looks white if no channel is below this


def to_lab(rgb: NDArray[np.uint8]) -> Floats:
    """Convert (height, width, 3) sRGB bytes to CIELAB, accurate to one unit."""
    lab: Floats = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    lab[..., 0] *= 100.0 / 255.0
    lab[..., 1:] -= 128.0
    return lab


def is_white(color: RGB) -> bool:
    return min(color) >= WHITE


@lru_cache(maxsize=4096)
def to_lab_triple(color: RGB) -> Lab:
    """Convert sRGB bytes to CIELAB."""
    lightness, a, b = to_lab(np.array([[color]], dtype=np.uint8))[0, 0].tolist()
    return (lightness, a, b)


def color_distance(a: RGB, b: RGB) -> float:
    """Return the CIE76 distance of two colors."""
    return 0.0 if a == b else math.dist(to_lab_triple(a), to_lab_triple(b))
