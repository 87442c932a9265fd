"""Read a diagram from an image and its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from ...papers.types import Word
from ..raster.canvas import build_canvas, on_canvas
from ..raster.label import text_height
from ..raster.labels import extract_labels
from .links import link_nodes
from .nodes import build_nodes
from .types import Diagram

FEWEST = 3  # nodes


def read_diagram(image: Image.Image, words: Sequence[Word]) -> Diagram | None:
    """Return the tree, the nested boxes or the flow that the image shows; None where no node is connected.

    `words` are in pixels of the image. Deterministic; raises nothing on other images.
    """
    canvas = build_canvas(image)
    phrases = extract_labels(on_canvas(words, canvas), canvas)
    if len(phrases) < FEWEST:
        return None
    canvas = replace(canvas, em=text_height(phrases))
    nodes, arrows = link_nodes(canvas, build_nodes(canvas, phrases), phrases)
    if len(nodes) < FEWEST or not (arrows or any(node.children for node in nodes)):
        return None
    return Diagram(tuple(nodes), canvas.scale, arrows)
