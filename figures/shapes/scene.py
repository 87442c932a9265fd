"""A figure prepared for reading: its shapes, its labels and the unit of length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...papers.types import BBox
from .placed_labels import PlacedLabel
from .shape import Shape
from .textures import Rendering


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes and labels of the figure in `box`, whose top left corner is the origin.

    `em` is the usual letter height, about 7 for text of 10 points; distances are judged by it. `images` are the
    boxes of raster images, `frames` rectangles that may be plot areas, besides those that the shapes suggest.
    """

    box: BBox
    shapes: Sequence[Shape]
    labels: Sequence[PlacedLabel]
    rendering: Rendering
    em: float
    images: Sequence[BBox] = ()
    frames: Sequence[BBox] = ()
