"""Select items by position in the drawing: the n-th item, the neighbors of a named item, items at a side or corner."""

from __future__ import annotations

import math

from ...papers.types import BBox
from ..label_match import QuestionWords, mention, rarity
from ..operations import Adjacent, AtPosition, AtSide
from .scope import Scope

NEAR = 0.08  # share of the drawing's size over which an item's nearness to a side or corner falls to 1/e


def at_position(scope: Scope, operation: AtPosition) -> list[float] | None:
    """Return weight 1 for the item at the stated position (the third, the last) among the eligible items, otherwise
    0.

    None if the operation counts blocks that the table does not have.
    """
    count, view = scope.view.items.count, scope.view
    nothing = [0.0] * count
    if operation.item == "panel" and scope.attribute.role != "panel":
        return nothing
    if operation.item == "block" and scope.data.kind == "table":
        blocks = sorted(set(view.items.blocks))
        if view.across or len(blocks) < 2 or abs(operation.index) > len(blocks):
            return None
        chosen = blocks[operation.index - 1 if operation.index > 0 else operation.index]
        return [float(block == chosen) for block in view.items.blocks]
    if scope.data.kind == "table" and operation.item == ("row" if view.across else "column"):
        return nothing
    if scope.attribute.role == "series" and view.fields.count > 1 and "legend" not in scope.question.cues:
        return nothing
    members = list({scope.names[item]: item for item in reversed(scope.members())}.values())[::-1]
    members = scope.members() if scope.data.kind in {"table", "diagram"} else members
    if abs(operation.index) > len(members):
        return nothing
    chosen_item = members[operation.index - 1 if operation.index > 0 else operation.index]
    return [float(index == chosen_item) for index in range(count)]


def adjacent(scope: Scope, operation: Adjacent) -> list[float]:
    """Return a weight for each item on the given side of a named item.

    In a table this is the next row or column; in a drawing, nearer items have larger weights.
    """
    if scope.data.kind == "table":
        return _next_in_table(scope, operation)
    result = [0.0] * scope.view.items.count
    named = scope.named(operation.name)
    boxes = {item: box for item in scope.members() if (box := _place(scope, item)) is not None}
    for start, strength in list(named.items())[:1]:
        origin = _place(scope, start)
        if origin is None:
            continue
        for item, box in boxes.items():
            along, across = offset(origin, box, operation.side)
            if item not in named and along > 0:
                result[item] = strength / (1.0 + along + 2.0 * across) ** 4
    total = sum(result)
    return [share / total for share in result] if total else result


def _next_in_table(scope: Scope, operation: Adjacent) -> list[float]:
    result = [0.0] * scope.view.items.count
    upright = operation.side in {"above", "below"}
    if operation.side != "next" and upright == scope.view.across:
        return result
    for index, strength in scope.named(operation.name).items():
        steps = {"above": (-1,), "left": (-1,), "below": (1,), "right": (1,), "next": (-1, 1)}[operation.side]
        for step in steps:
            if 0 <= index + step < len(result):
                result[index + step] += strength / len(steps)
    return result


def _place(scope: Scope, item: int) -> BBox | None:
    """Return the box of an item's name, or of its marks if the name has no box."""
    return scope.attribute.boxes[item] or scope.view.box(item)


def offset(start: BBox, other: BBox, side: str) -> tuple[float, float]:
    """Return the distances between the centers of two boxes, along the direction of `side` and across it."""
    dx = (other.x0 + other.x1 - start.x0 - start.x1) / 2
    dy = (other.y0 + other.y1 - start.y0 - start.y1) / 2
    along = {"left": -dx, "right": dx, "above": -dy, "below": dy}.get(side, math.hypot(dx, dy))
    return along, 0.0 if side == "next" else abs(dy) if side in {"left", "right"} else abs(dx)


def at_side(scope: Scope, operation: AtSide) -> list[float]:
    """Return a weight for each item by its nearness to a side or corner of the drawing. The weights sum to 1."""
    result = [0.0] * scope.view.items.count
    if scope.data.kind == "table" and (operation.horizontal != 0) != scope.view.across:
        return result
    if scope.attribute.role == "series" and scope.data.kind not in {"scatter", "line"}:
        return result
    members = scope.members()
    centers = {}
    for item in members:
        box = scope.view.box(item) if scope.data.kind != "table" else scope.attribute.boxes[item]
        if box is not None:
            centers[item] = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    if len(centers) < 2:
        return result
    distances = {}
    (left, right), (top, bottom) = ((min(v), max(v)) for v in zip(*centers.values(), strict=True))
    for item, (x, y) in centers.items():
        dx = {-1: x - left, 1: right - x, 0: 0.0}[operation.horizontal] / max(1.0, right - left)
        dy = {-1: y - top, 1: bottom - y, 0: 0.0}[operation.vertical] / max(1.0, bottom - top)
        distances[item] = math.hypot(dx, dy)
    nearest = min(distances.values())
    for item, distance in distances.items():
        result[item] = math.exp(-(distance - nearest) / NEAR)
    total = sum(result)
    return [share / total for share in result]


def by_text(scope: Scope) -> list[float]:
    """Return a weight for each entry of a text table: how much of the question its other labels state."""
    wording = QuestionWords.of(scope.text)
    result = [0.0] * scope.view.items.count
    for other in scope.view.items.attributes:
        if other is scope.attribute:
            continue
        weights = rarity([name.text for name in other.names if name.text])
        for index, name in enumerate(other.names):
            result[index] += mention(name.text, wording, weights) ** 2
    top = max(result, default=0.0)
    return [math.exp(4 * (value - top)) * min(1.0, top) if value > 0.2 else 0.0 for value in result]
