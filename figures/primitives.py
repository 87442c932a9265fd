"""Points and colors as tuples: the basic types of the raster and vector readers."""

from __future__ import annotations

Point = tuple[float, float]
"""x and y; y grows downwards."""

RGB = tuple[int, int, int]
"""sRGB bytes."""

Lab = tuple[float, float, float]
"""CIELAB lightness, a and b."""
