"""Represent a diagram: nodes, their children and the arrows between them."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox
from ..primitives import Point


@dataclass(frozen=True, slots=True)
class Node:
    """A label of a diagram.

    `box` is in canvas pixels, and `color` is the CIELAB color around the label. `items` holds the names that the
    label lists ("BERT (Devlin et al., 2019), GPT"), or the label itself. `children` are indices into the
    diagram's nodes, in reading order. `boxed` is False for a text on the page itself. `outline` holds the
    corners of the box's convex hull in a raster image.
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
    """A diagram with its nodes in reading order.

    `arrows` are (from, to) node indices. `scale` is canvas pixels per image pixel. `labels` are titles and texts
    next to lines, which are not nodes.
    """

    nodes: tuple[Node, ...]
    scale: float = 1.0
    arrows: tuple[tuple[int, int], ...] = ()
    labels: tuple[str, ...] = ()

    def parent(self, index: int) -> int | None:
        """Return the index of a node's parent; None for a node without a parent."""
        return next((i for i, node in enumerate(self.nodes) if index in node.children), None)
