"""Represent a figure prepared for reading: its shapes, its labels and its unit of length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...papers.types import BBox
from .placed_labels import PlacedLabel
from .shape import Shape
from .textures import Rendering


@dataclass(frozen=True, slots=True)
class Scene:
    """The shapes and labels of the figure in `box`, whose top left corner is the origin.

    `em` is the usual letter height, the unit of distances; it is about 7 for 10-point text. `images` are the
    boxes of raster images. `frames` are rectangles that may be plot areas, in addition to those that the shapes
    suggest.
    """

    box: BBox
    shapes: Sequence[Shape]
    labels: Sequence[PlacedLabel]
    rendering: Rendering
    em: float
    images: Sequence[BBox] = ()
    frames: Sequence[BBox] = ()
