"""Operations on values: which items hold a value, are extreme, or have none. A raw share for every item."""

from __future__ import annotations

import math

from ..mentions import Wording, tokens
from ..numbers import Number
from ..question import Equals, Extreme, Look, Missing
from .scope import Scope


def equals(scope: Scope, operation: Equals) -> list[float] | None:
    others = len(scope.question.operations) > 1
    if (others and not operation.sure) or (
        (others or not operation.sure) and _in_labels(scope, operation.value)
    ):
        return None
    weights = scope.field_weights(operation.about)
    top = max(weights, default=1.0)
    result = []
    for row in scope.view.values:
        best = 0.0
        for field, numbers in enumerate(row):
            same = max(
                (_same(number, operation.value, first=i == 0) for i, number in enumerate(numbers)),
                default=0.0,
            )
            best = max(best, same * (0.15 + 0.85 * (weights[field] / top) ** 0.5))
        result.append(best)
    return result


def _in_labels(scope: Scope, number: Number) -> bool:
    """Whether the number is part of a field's name ("ROUGE 2")."""
    digits = "".join(tokens(number.text))
    return any(digits in Wording.of(label).runs for field in scope.view.fields for label in field.labels)


def _same(number: Number, wanted: Number, *, first: bool) -> float:
    factor = 1.0 if first else 0.7
    if number.matches(wanted):
        return factor
    if wanted.percent != number.percent and math.isclose(
        number.value * (1 if number.percent else 100),
        wanted.value * (1 if wanted.percent else 100),
        rel_tol=1e-9,
    ):
        return 0.8 * factor
    if (
        number.decimals != wanted.decimals
        and min(number.decimals, wanted.decimals) > 0
        and number.rounds_to(wanted)
    ):
        return 0.4 * factor
    digits = "".join(filter(str.isdigit, number.text)), "".join(filter(str.isdigit, wanted.text))
    if digits[0] == digits[1] and len(digits[0]) >= 3:
        return 0.5 * factor
    if len(digits[1]) >= 3 and digits[0].startswith(digits[1]):
        return 0.3 * factor  # a deviation set small got glued on
    return 0.0


def extreme(scope: Scope, operation: Extreme) -> list[float]:
    weights = scope.field_weights(operation.about)
    result = [0.0] * scope.view.size
    members = set(scope.members())
    for field, weight in enumerate(weights):
        if weight < 0.01:
            continue
        values = [
            (number.value, index) for index, number in enumerate(scope.column(field))
            if number is not None and index in members
        ]  # fmt: skip
        ordered = sorted({value for value, _ in values}, reverse=_wants_high(scope, operation, field))
        if len(ordered) < operation.rank or len(values) < 2:
            continue
        winners = [index for value, index in values if value == ordered[operation.rank - 1]]
        for index in winners:
            result[index] += weight / len(winners)
    return result


def _wants_high(scope: Scope, operation: Extreme, field: int) -> bool:
    match operation.want:
        case "max":
            return True
        case "min":
            return False
        case "best":
            return not scope.lower_is_better(field)
        case "worst":
            return scope.lower_is_better(field)
        case "fast" | "slow":
            time = scope.lower_is_better(field)
            return (operation.want == "fast") != time


def look(scope: Scope, operation: Look) -> list[float] | None:
    """Items with a value printed in bold, underlined or shaded; None when the question says nothing of print."""
    wanted = set(operation.prints)
    if not wanted:
        return None
    weights = scope.field_weights(operation.about)
    return [
        sum(weight for weight, cell in zip(weights, row, strict=True) if cell and wanted <= set(cell.prints))
        for row in scope.view.cells
    ]


def missing(scope: Scope, operation: Missing) -> list[float]:
    weights = scope.field_weights(operation.about)
    return [
        sum(weight for weight, numbers in zip(weights, row, strict=True) if not numbers)
        for row in scope.view.values
    ]
