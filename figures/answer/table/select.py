"""The operations of a question carried out on one view of a table: a share for every item."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ....papers.types import BBox
from ...question.operations import (
    Adjacent,
    AtPosition,
    Between,
    Compare,
    Equals,
    Extreme,
    MissingValue,
    Operation,
    StyleFilter,
)
from ...question.parser import Question
from .by_position import beside, by_text, place
from .by_relation import between, compare
from .by_value import equals, extreme, look, missing
from .scope import FLOOR, TableScope
from .views import TableAttribute, TableView


@dataclass(frozen=True, slots=True)
class ItemShare:
    """`items` sum to 1, or to 0 when nothing was selected; `strength` 0..1 tells how well the operations fitted."""

    items: tuple[float, ...]
    strength: float
    evidence: tuple[tuple[float, BBox], ...] = ()


def select(view: TableView, attribute: TableAttribute, question: Question) -> ItemShare:
    """Shares of the items of `view`, named by `attribute`, according to all operations of `question`."""
    if view.size == 0:
        return ItemShare((), 0.0)
    scope = TableScope(view, attribute, question)
    ranked = any(isinstance(operation, Extreme) for operation in question.operations)
    results: list[list[float]] = []
    for operation in sorted(question.operations, key=lambda operation: isinstance(operation, Extreme)):
        found = _run(scope, operation)
        if found is None:
            continue
        if ranked and not isinstance(operation, Extreme) and max(found) > 0:
            scope.narrow(
                found
            )  # "the best of those that ...": what is ranked are the items that fit the rest
        results.append(found)
    if not results and not question.operations:
        results = [by_text(scope)]
    if not results:
        return ItemShare((0.0,) * view.size, 0.0)
    combined = [1.0] * view.size
    for result in results:
        top = max(result)
        for index, value in enumerate(result):
            combined[index] *= max(value / top, FLOOR) if top > 0 else 1.0
    strength = math.prod(max(result) if max(result) > 0 else 0.05 for result in results)
    combined = [value * weight for value, weight in zip(combined, scope.eligible, strict=True)]
    total = sum(combined)
    if total <= 0 or all(max(result) <= 0 for result in results):
        return ItemShare((0.0,) * view.size, 0.0)
    items = tuple(value / total for value in combined)
    return ItemShare(items, min(1.0, strength), tuple(_evidence(scope, items)))


def _evidence(scope: TableScope, items: Sequence[float]) -> list[tuple[float, BBox]]:
    """The names of the items that won, and of each the cells whose values the operations looked at."""
    found = []
    for index, share in enumerate(items):
        if share > 0.3:
            boxes = [
                scope.attribute.boxes[index],
                *(_looked_at(scope, o, index) for o in scope.question.operations),
            ]
            found += [(share, box) for box in boxes if box]
    return found


def _looked_at(scope: TableScope, operation: Operation, item: int) -> BBox | None:
    """The cell of `item` under the field that `operation` speaks of; for a value, one that holds it."""
    if not isinstance(operation, Equals | Extreme):
        return None
    weights = scope.field_weights(operation.about)
    fields = list(range(len(weights)))
    if isinstance(operation, Equals):
        row = scope.view.values[item]
        fields = [field for field in fields if any(number.matches(operation.value) for number in row[field])]
    field = max(fields, key=lambda field: weights[field], default=None)
    cell = None if field is None else scope.view.cells[item][field]
    return cell.bbox if cell else None


def _run(scope: TableScope, operation: Operation) -> list[float] | None:
    """The raw share of every item, or None when the operation does not concern values or places of a table."""
    match operation:
        case Equals():
            return equals(scope, operation)
        case Extreme():
            return extreme(scope, operation)
        case Compare():
            return compare(scope, operation)
        case Between():
            return between(scope, operation)
        case AtPosition():
            return place(scope, operation)
        case Adjacent():
            return beside(scope, operation)
        case MissingValue():
            return missing(scope, operation)
        case StyleFilter():
            return look(scope, operation)
