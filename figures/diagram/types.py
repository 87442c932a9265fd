"""Values of a diagram that has been read: nodes, their children and the arrows between them."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox
from ..primitives import Point


@dataclass(frozen=True, slots=True)
class Node:
    """A label with its box (pixels of the canvas), the color around it (CIELAB) and the nodes that hang on it.

    `items` are the names that a label lists ("BERT (Devlin et al., 2019), GPT"), the label itself when it lists none.
    `children` are indices into the diagram's nodes, in reading order; `boxed` is False for a text on the page itself.
    `outline` are the corners of the convex hull of a raster image's box.
    """

    text: str
    box: BBox
    color: tuple[float, float, float]
    items: tuple[str, ...]
    children: tuple[int, ...] = ()
    boxed: bool = True
    outline: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes in reading order; `arrows` are (from, to) indices; `scale` is canvas pixels per image pixel.

    `labels` are texts beside lines and titles, which are no nodes.
    """

    nodes: tuple[Node, ...]
    scale: float = 1.0
    arrows: tuple[tuple[int, int], ...] = ()
    labels: tuple[str, ...] = ()

    def parent(self, index: int) -> int | None:
        """The node that this one hangs on, or None."""
        return next((i for i, node in enumerate(self.nodes) if index in node.children), None)
