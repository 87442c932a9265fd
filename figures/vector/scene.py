"""A vector figure prepared for reading: its shapes, its labels and the unit of length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from ...papers.types import BBox
from .labels import PlacedLabel, build_labels, letter_height
from .shapes.build import build_shapes
from .shapes.shape import Shape
from .shapes.textures import Rendering, with_textures
from .types import VectorFigure


@dataclass(frozen=True, slots=True)
class VectorScene:
    """Shapes and labels of `figure`, of which only the box, the images and the clips are read.

    `em` is the usual letter height in points, about 7 for text of 10 points; distances are judged by it.
    `frames` are rectangles that may be plot areas, besides those that the shapes suggest.
    """

    figure: VectorFigure
    shapes: Sequence[Shape]
    labels: Sequence[PlacedLabel]
    rendering: Rendering
    em: float
    frames: Sequence[BBox] = ()


def build_scene(
    figure: VectorFigure, scale: float = 1.0, pixels: Image.Image | None = None
) -> VectorScene | None:
    """The scene; None without shapes or labels. `scale` is pixels per point of the image `pixels`."""
    labels = build_labels(figure.texts)
    rendering = Rendering(pixels, scale)
    shapes = with_textures(build_shapes(figure), rendering)
    return (
        VectorScene(figure, shapes, labels, rendering, letter_height(labels)) if labels and shapes else None
    )
