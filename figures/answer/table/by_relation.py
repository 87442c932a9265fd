"""Operations that relate values: comparisons with numbers and names, and stretches between two of them."""

from __future__ import annotations

from collections.abc import Sequence

from ...numbers import Number
from ...question.label_match import named_by
from ...question.operations import Between, Compare
from .scope import TableScope


def compare(scope: TableScope, operation: Compare) -> list[float]:
    weights = scope.field_weights(operation.about)
    named = {} if isinstance(operation.to, Number) else named_by(operation.to, scope.names)
    result = [0.0] * scope.view.size
    for field, weight in enumerate(weights):
        column = scope.column(field)
        bound = _bound(scope, operation.to, named, column)
        if bound is None or weight < 0.01:
            continue
        above = _wanted_side(scope, operation, field)
        hits = []
        for index, number in enumerate(column):
            if number is None or index in named:
                continue
            if operation.relation == "near":
                hits.append((abs(number.value - bound), index))
            elif (operation.inclusive and number.value == bound) or (
                number.value > bound if above else number.value < bound
            ):
                hits.append((0.0, index))
        if hits:
            nearest = min(hits)[0]
            chosen = [
                index for distance, index in hits if distance == nearest and scope.eligible[index] > 0.2
            ]
            for index in chosen:
                result[index] += weight
    return result


def _wanted_side(scope: TableScope, operation: Compare, field: int) -> bool:
    if operation.relation in {"above", "below"}:
        return operation.relation == "above"
    return (operation.relation == "better") != scope.lower_is_better(field)


def _bound(
    scope: TableScope, to: Number | str, named: dict[int, float], column: Sequence[Number | None]
) -> float | None:
    """The value compared with: the number itself, or that of the named item that is most eligible."""
    if isinstance(to, Number):
        return to.value
    known = [(-(strength * scope.eligible[i]), i) for i, strength in named.items() if column[i] is not None]
    if not known:
        return None
    number = column[min(known)[1]]
    return number.value if number else None


def between(scope: TableScope, operation: Between) -> list[float]:
    ends = [
        {} if isinstance(end, Number) else named_by(end, scope.names)
        for end in (operation.one, operation.other)
    ]
    if operation.placed:
        return _placed_between(scope, ends)
    weights = scope.field_weights(operation.about)
    result = [0.0] * scope.view.size
    for field, weight in enumerate(weights):
        column = scope.column(field)
        one = _bound(scope, operation.one, ends[0], column)
        other = _bound(scope, operation.other, ends[1], column)
        if one is None or other is None:
            continue
        low, high = sorted((one, other))
        for index, number in enumerate(column):
            if number is not None and low < number.value < high and index not in ends[0] | ends[1]:
                result[index] += weight
    return result


def _placed_between(scope: TableScope, ends: Sequence[dict[int, float]]) -> list[float]:
    if not all(ends):
        return [0.0] * scope.view.size
    low, high = sorted(max(end, key=lambda i: (end[i], -i)) for end in ends)
    return [float(low < index < high) for index in range(scope.view.size)]
