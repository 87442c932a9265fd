"""Build the scene of a PDF figure from its paths and texts."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from ...papers.types import BBox
from ..numbers import parse_number
from ..shapes.label import Label
from ..shapes.placed_labels import SLANTED, PlacedLabel, letter_height
from ..shapes.scene import Scene
from ..shapes.textures import Rendering, with_textures
from .build import build_shapes
from .types import VectorFigure, VectorText

MOST_CLIPS = 50


def build_labels(texts: Sequence[VectorText]) -> list[PlacedLabel]:
    """Return one label per text, top to bottom and left to right."""
    labels = [PlacedLabel(_label(text), text.angle, text.size, text.color) for text in texts]
    return sorted(labels, key=lambda p: (p.box.y0, p.box.x0, p.text))


def _label(text: VectorText) -> Label:
    clean = " ".join(text.text.replace("\u2212", "-").split())
    turned = abs(text.angle) > SLANTED[0]
    slanted = turned and abs(text.angle) < SLANTED[1]
    number = parse_number(clean)
    return Label(clean, text.box, number, turned and not slanted and number is None, slanted)


def build_scene(figure: VectorFigure, scale: float = 1.0, pixels: Image.Image | None = None) -> Scene | None:
    """Return the scene of a figure, or None if the figure has no shapes or no labels.

    `pixels` is an image of the figure. `scale` is the resolution of the image in pixels per point.
    """
    labels = build_labels(figure.texts)
    rendering = Rendering(pixels, scale)
    shapes = with_textures(build_shapes(figure), rendering)
    if not labels or not shapes:
        return None
    box = BBox(0.0, 0.0, figure.box.width, figure.box.height)
    clips = list(dict.fromkeys(path.clip for path in figure.paths if path.clip is not None))[:MOST_CLIPS]
    images = [image.box for image in figure.images]
    return Scene(box, shapes, labels, rendering, letter_height(labels), images, clips)
