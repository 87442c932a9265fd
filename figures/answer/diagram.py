"""Questions over a diagram."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...papers.types import BBox
from ..diagram.types import Diagram
from ..question.operations import Adjacent, AtPosition, StyleFilter
from ..question.parser import Question
from ..raster.canvas import scaled_box
from ..raster.colour_names import fits
from ..types import Entity, Reading
from .chart.label_mentions import mentions
from .chart.scope import proper

_PLACES = {
    "first": 0,
    "top": 0,
    "topmost": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "last": -1,
    "bottom": -1,
    "final": -1,
}
_ORDINAL = re.compile(rf"\b({'|'.join(_PLACES)})\b", re.I)
DOUBT = 0.15  # what the prior over all labels keeps of the probability when a question was answered


def answer_diagram(diagram: Diagram, question: Question) -> Reading:
    """The labels that answer the question: those under a named one, beside a named one, or drawn in a colour.

    Several that fit share the probability; ordinals and "first", "last" choose among them in reading order. Where
    nothing in the question points at the diagram the reading abstains with a flat prior in which leaves count most.
    """
    excluded = {name.lower() for name in question.excluded}
    prior = _prior(diagram, excluded)
    found = [name for name in _candidates(diagram, question) if name.lower() not in excluded]
    if not found:
        return Reading(_entities(prior), question.kind, (), True)
    chosen = _placed(found, question)
    shares = {name: DOUBT * p for name, p in prior.items()}
    for name in chosen:
        shares[name] = shares.get(name, 0.0) + (1 - DOUBT) / len(chosen)
    boxes = [scaled_box(n.box, 1 / diagram.scale) for n in diagram.nodes if set(n.items) & set(chosen)]
    return Reading(_entities(shares), question.kind, tuple(boxes), False)


def _prior(diagram: Diagram, excluded: set[str]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for node in diagram.nodes:
        for item in node.items:
            if item.lower() not in excluded:
                weight = (0.3 if node.children else 1.0) * (0.1 + proper(item))
                weights[item] = max(weight, weights.get(item, 0.0))
    total = sum(weights.values()) or 1.0
    return {name: weight / total for name, weight in weights.items()}


def _entities(shares: dict[str, float]) -> tuple[Entity, ...]:
    ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Entity(name, round(p, 6)) for name, p in ranked if p > 1e-6)


def _candidates(diagram: Diagram, question: Question) -> list[str]:
    """Names that fit, in reading order; empty when the question names nothing of the diagram."""
    items = [(i, item) for i, node in enumerate(diagram.nodes) for item in node.items]
    named = [items[m.name] for m in mentions(question.wording, [item for _, item in items])]
    beside = next((op for op in question.operations if isinstance(op, Adjacent)), None)
    branches = [i for i, _ in named if diagram.nodes[i].children]
    leaves = [(i, item) for i, item in named if not diagram.nodes[i].children]
    if branches:
        innermost = [i for i in branches if not any(_is_above(diagram, i, other) for other in branches)]
        skip = {item for _, item in leaves}
        return [n for i in innermost for n in _under(diagram, i) if n not in skip]
    if leaves and beside is not None and beside.side != "next":
        return _beside(diagram, leaves[0][0], beside)
    if leaves:
        return _siblings(diagram, leaves)
    return _coloured(diagram, question)


def _is_above(diagram: Diagram, index: int, other: int) -> bool:
    below = diagram.nodes[index].children
    return other in below or any(_is_above(diagram, child, other) for child in below)


def _under(diagram: Diagram, index: int) -> list[str]:
    """Names of the leaves under a node."""
    node = diagram.nodes[index]
    if not node.children:
        return list(node.items)
    return [name for child in node.children for name in _under(diagram, child)]


def _siblings(diagram: Diagram, leaves: Sequence[tuple[int, str]]) -> list[str]:
    index, _ = leaves[0]
    own = {item for _, item in leaves}
    others = [name for name in diagram.nodes[index].items if name not in own]
    parent = diagram.parent(index)
    if others or parent is None:
        return others
    return [name for name in _under(diagram, parent) if name not in own]


def _beside(diagram: Diagram, index: int, op: Adjacent) -> list[str]:
    """The nearest label on the given side."""
    start = diagram.nodes[index].box
    best: list[tuple[float, int]] = []
    for i, node in enumerate(diagram.nodes):
        along, across = _offset(start, node.box, op.side)
        if i != index and along > 0:
            best.append((along + 2 * across, i))
    return list(diagram.nodes[min(best)[1]].items[:1]) if best else []


def _offset(start: BBox, other: BBox, side: str) -> tuple[float, float]:
    dx = (other.x0 + other.x1 - start.x0 - start.x1) / 2
    dy = (other.y0 + other.y1 - start.y0 - start.y1) / 2
    along = {"left": -dx, "right": dx, "above": -dy, "below": dy}[side]
    return along, abs(dy) if side in {"left", "right"} else abs(dx)


def _coloured(diagram: Diagram, question: Question) -> list[str]:
    look = next((op for op in question.operations if isinstance(op, StyleFilter) and op.colours), None)
    if look is None:
        return []
    scores = [fits(look.colours[0], node.colour) for node in diagram.nodes]
    best = max(scores, default=0.0)
    if best < 0.2:
        return []
    return [n.items[0] for n, s in zip(diagram.nodes, scores, strict=True) if s > 0.8 * best]


def _placed(names: Sequence[str], question: Question) -> list[str]:
    """The one at the place that the question counts to; all of them when it counts to none."""
    for op in question.operations:
        if isinstance(op, AtPosition):
            index = op.index - 1 if op.index > 0 else op.index
            if -len(names) <= index < len(names):
                return [names[index]]
    match = _ORDINAL.search(question.wording)
    if match:
        index = _PLACES[match[1].lower()]
        return [names[index]] if -len(names) <= index < len(names) else list(names)
    return list(names)
