"""Positions, text lines and styles of a drawn diagram."""

from __future__ import annotations

import random

from diagram_specs import Diagram  # type: ignore[import-not-found]  # found beside this script

TINTS = ("#fde2e2", "#e2f0d9", "#deebf7", "#fff2cc")


def choose_style(diagram: Diagram, program: str) -> random.Random:
    return random.Random(f"{program} {diagram.kind} {diagram.seed}")


def wrap(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def split_layers(diagram: Diagram) -> dict[int, list[int]]:
    """Map layer numbers to their nodes. The layer is the length of the longest path to the node.

    A node without incoming links is in the layer directly before the first node that it feeds.
    """
    levels = [diagram.level(node) for node in range(len(diagram.names))]
    for node, level in enumerate(levels):
        if level == 0 and diagram.targets(node):
            levels[node] = min(levels[target] for target in diagram.targets(node)) - 1
    found: dict[int, list[int]] = {}
    for node, level in enumerate(levels):
        found.setdefault(level, []).append(node)
    return found


def place_nodes(diagram: Diagram, along: float, across: float, level: bool) -> dict[int, tuple[float, float]]:
    """Return the center of each node of a flow, drawn from left to right (`level`) or from top to bottom."""
    found = {}
    for layer, members in sorted(split_layers(diagram).items()):
        for number, node in enumerate(members):
            offset = (number - (len(members) - 1) / 2) * across
            found[node] = (layer * along, offset) if level else (offset, layer * along)
    return found
