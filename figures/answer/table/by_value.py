"""Operations on values: which items hold a value, are extreme, or have none. A raw share for every item."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...numbers import Number
from ...question.label_match import QuestionWords, tokens
from ...question.operations import Equals, Extreme, MissingValue, StyleFilter
from .scope import TableScope


def equals(scope: TableScope, operation: Equals) -> list[float] | None:
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


def _in_labels(scope: TableScope, number: Number) -> bool:
    """Whether the number is part of a field's name ("ROUGE 2")."""
    digits = "".join(tokens(number.text))
    return any(
        digits in QuestionWords.of(label).runs for field in scope.view.fields for label in field.labels
    )


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


def extreme(scope: TableScope, operation: Extreme) -> list[float]:
    """Items whose value is extreme under the field spoken of; where that is open, a vote of the fields."""
    weights = scope.field_weights(operation.about)
    if operation.of == "difference":
        return _ranked(scope, _differences(scope, weights), operation.rank, high=operation.want != "min")
    result = [0.0] * scope.view.size
    for field, weight in enumerate(weights):
        if weight >= 0.01:
            high = _wants_high(scope, operation, field)
            winners = _ranked(scope, scope.column(field), operation.rank, high=high)
            result = [total + weight * share for total, share in zip(result, winners, strict=True)]
    return result


def _ranked(
    scope: TableScope, values: Sequence[Number | float | None], rank: int, *, high: bool
) -> list[float]:
    """1 shared by the eligible items whose value is the `rank`-th different one; zeros when there is none."""
    plain = [value.value if isinstance(value, Number) else value for value in values]
    members = [index for index in scope.members() if plain[index] is not None]
    ordered = sorted({plain[index] for index in members}, reverse=high)  # type: ignore[type-var]
    if len(ordered) < rank or len(members) < 2:
        return [0.0] * len(plain)
    winners = {index for index in members if plain[index] == ordered[rank - 1]}
    return [1 / len(winners) if index in winners else 0.0 for index in range(len(plain))]


def _differences(scope: TableScope, weights: Sequence[float]) -> list[float | None]:
    """For each item how far its values under the two fields spoken of lie apart."""
    fields = sorted(range(len(weights)), key=lambda field: (-weights[field], field))[:2]
    if len(fields) < 2:
        return [None] * scope.view.size
    one, other = (scope.column(field) for field in fields)
    return [abs(a.value - b.value) if a and b else None for a, b in zip(one, other, strict=True)]


def _wants_high(scope: TableScope, operation: Extreme, field: int) -> bool:
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


def look(scope: TableScope, operation: StyleFilter) -> list[float] | None:
    """Items with a value printed in bold, underlined or shaded; None when the question says nothing of print."""
    wanted = set(operation.prints)
    if not wanted:
        return None
    weights = scope.field_weights(operation.about)
    return [
        sum(weight for weight, cell in zip(weights, row, strict=True) if cell and wanted <= set(cell.prints))
        for row in scope.view.cells
    ]


def missing(scope: TableScope, operation: MissingValue) -> list[float]:
    weights = scope.field_weights(operation.about)
    return [
        sum(weight for weight, numbers in zip(weights, row, strict=True) if not numbers)
        for row in scope.view.values
    ]
