"""Connections between the nodes of a diagram: lines, arrows, and boxes inside boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..raster.canvas import Canvas
from ..shapes.label import Label
from .connections import NodeConnection, find_connections
from .frames import with_dashed_frames
from .hierarchy import MOSTLY, find_frames, orient_groups, remove_nodes
from .types import Diagram, Node


def link_nodes(canvas: Canvas, nodes: Sequence[Node], phrases: Sequence[Label]) -> Diagram:
    """Return the nodes with their children filled in, and the arrows between them.

    A line without arrow heads that joins several nodes makes all of them children of the outermost one. Boxes are
    children of the frame around them unless a line makes them children of another node. Among boxes joined by arrows,
    texts without a box that no line reaches are labels.
    """
    nodes = with_dashed_frames(canvas, nodes, phrases)
    frames = find_frames([node.box for node in nodes])
    inner = [index for index in range(len(nodes)) if index not in frames.values()]
    around = [nodes[index].box for index in sorted(set(frames.values()))]
    connectors = find_connections(canvas, [nodes[index] for index in inner], phrases, around)
    boxed = {position for position, index in enumerate(inner) if nodes[index].boxed}
    labelled = len(boxed) >= MOSTLY * len(inner) and any(connector.heads for connector in connectors)
    if labelled:
        connectors = _across_labels(connectors, boxed)
    arrows = {
        (inner[tail], inner[head])
        for connector in connectors
        for head in connector.heads
        for tail in (connector.nodes - connector.heads or connector.nodes)
        if tail != head
    }
    joined = [frozenset(inner[i] for i in c.nodes) for c in connectors if not c.heads]
    linked = _with_children(nodes, joined, frames)
    if not labelled:
        return Diagram(tuple(linked), canvas.scale, tuple(sorted(arrows)))
    reached = {inner[i] for connector in connectors for i in connector.nodes}
    labels = [index for index in inner if not nodes[index].boxed and index not in reached]
    kept, between = remove_nodes(linked, arrows, labels)
    return Diagram(tuple(kept), canvas.scale, tuple(between), tuple(nodes[index].text for index in labels))


def _across_labels(connectors: Sequence[NodeConnection], boxed: set[int]) -> list[NodeConnection]:
    """Join the two pieces of a line that a label parts; lines that reach two boxes do not end at texts without one."""
    pieces = list(connectors)
    for label in sorted({node for c in connectors for node in c.nodes} - boxed):
        ends = [c for c in pieces if label in c.nodes]
        if len(ends) == 2 and all(len(c.nodes & boxed) == 1 for c in ends):
            one, other = ends
            pieces = [c for c in pieces if c not in ends]
            pieces.append(NodeConnection(one.nodes | other.nodes, one.heads | other.heads))
    once = Counter(node for c in pieces for node in c.nodes)
    result = []
    for c in pieces:
        beside = {node for node in c.nodes - boxed if once[node] == 1} if len(c.nodes & boxed) == 2 else set()
        result.append(NodeConnection(c.nodes - beside, c.heads - beside))
    return result


def _with_children(
    nodes: Sequence[Node], groups: Sequence[frozenset[int]], frames: Mapping[int, int]
) -> list[Node]:
    """The nodes with their children along the lines that join groups of them, and in the frames around others."""
    children: list[set[int]] = [set() for _ in nodes]
    owned: set[int] = set()
    for parent, child in orient_groups(groups, [node.box for node in nodes]):
        children[parent].add(child)
        owned.add(child)
    for child, frame in frames.items():
        if child not in owned:
            children[frame].add(child)
    return [replace(node, children=tuple(sorted(below))) for node, below in zip(nodes, children, strict=True)]
