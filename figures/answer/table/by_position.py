"""Operations on the grid: the n-th row, the rows beside a named one, and rows found by their texts alone."""

from __future__ import annotations

import math

from ...question.label_match import QuestionWords, mention, named_by, rarity
from ...question.operations import Adjacent, AtPosition
from .scope import TableScope


def place(scope: TableScope, operation: AtPosition) -> list[float] | None:
    count = scope.view.size
    if operation.item == "block":
        blocks = sorted(set(scope.view.blocks))
        if scope.view.across or len(blocks) < 2 or abs(operation.index) > len(blocks):
            return None
        wanted = blocks[operation.index - 1 if operation.index > 0 else operation.index]
        return [float(block == wanted) for block in scope.view.blocks]
    if (operation.item == "row" and scope.view.across) or (
        operation.item == "column" and not scope.view.across
    ):
        return [0.0] * count
    members = scope.members()  # "the last row of the supervised block" is counted among its rows
    if abs(operation.index) > len(members):
        return [0.0] * count
    wanted_item = members[operation.index - 1 if operation.index > 0 else operation.index]
    return [float(index == wanted_item) for index in range(count)]


def beside(scope: TableScope, operation: Adjacent) -> list[float]:
    result = [0.0] * scope.view.size
    upright = operation.side in {"above", "below"}
    if operation.side != "next" and upright == scope.view.across:
        return result
    for index, strength in named_by(operation.name, scope.names).items():
        steps = {"above": (-1,), "left": (-1,), "below": (1,), "right": (1,), "next": (-1, 1)}[operation.side]
        for step in steps:
            if 0 <= index + step < scope.view.size:
                result[index + step] += strength / len(steps)
    return result


def by_text(scope: TableScope) -> list[float]:
    """Items by how much of the question their other labels and cells state; for tables of texts."""
    wording = QuestionWords.of(scope.text)
    result = [0.0] * scope.view.size
    for other in scope.view.attributes:
        if other is scope.attribute:
            continue
        weights = rarity([label for label in other.labels if label])
        for index, label in enumerate(other.labels):
            result[index] += mention(label, wording, weights) ** 2
    top = max(result, default=0.0)
    return [math.exp(4 * (value - top)) * min(1.0, top) if value > 0.2 else 0.0 for value in result]
