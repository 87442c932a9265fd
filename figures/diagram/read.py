"""From an image and its words to a diagram."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from ...papers.types import Word
from ..raster.canvas import canvas_of, on_canvas
from ..raster.label import text_height
from ..raster.labels import phrases_of
from .links import linked
from .nodes import nodes_of
from .types import Diagram

FEWEST = 3  # labels of which one hangs on another


def read_diagram(image: Image.Image, words: Sequence[Word]) -> Diagram | None:
    """The tree or the nested boxes that the image shows; None where no label hangs on another.

    `words` are in pixels of the image. Deterministic; raises nothing on other images.
    """
    canvas = canvas_of(image)
    phrases = phrases_of(on_canvas(words, canvas), canvas)
    if len(phrases) < FEWEST:
        return None
    em = text_height(phrases)
    nodes = linked(canvas, nodes_of(canvas, phrases, em), phrases, em)
    if len(nodes) < FEWEST or not any(node.children for node in nodes):
        return None
    return Diagram(tuple(nodes), canvas.scale)
