"""Convert a diagram to figure data: an entry per name and an edge per connection."""

from __future__ import annotations

from ..names import parse_name
from ..raster.canvas import scaled_box
from ..types import Appearance, Attribute, Edge, Entries, FigureData
from .types import Diagram


def build_diagram_data(diagram: Diagram) -> FigureData:
    """Return one row per name; several names of one node share its block, its box and its edges."""
    first: list[int] = []
    owner: list[int] = []
    for index, node in enumerate(diagram.nodes):
        first.append(len(owner))
        owner += [index] * len(node.items)
    rows_of = [
        range(start, start + len(node.items)) for start, node in zip(first, diagram.nodes, strict=True)
    ]
    edges = [
        Edge(first[index], row)
        for index, node in enumerate(diagram.nodes)
        for child in node.children
        for row in rows_of[child]
    ]
    edges += [Edge(first[a], first[b], "arrow") for a, b in diagram.arrows]
    names = tuple(parse_name(item) for node in diagram.nodes for item in node.items)
    boxes = tuple(scaled_box(diagram.nodes[index].box, 1 / diagram.scale) for index in owner)
    rows = Entries(
        len(owner),
        (Attribute("node", names, boxes),),
        tuple(Appearance(diagram.nodes[index].colour) for index in owner),
        blocks=tuple(owner),
    )
    return FigureData("diagram", rows, edges=tuple(edges))
