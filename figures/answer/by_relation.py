"""Relate values: compare with numbers and names, find values between two bounds, find the next value in rank."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..label_match import match_names
from ..numbers import Number
from ..operations import Between, Compare, NextInRank
from .by_value import equivalents
from .scope import STATED, TIE, Scope

NEGLIGIBLE = 0.01  # field weights below this are ignored
ELIGIBLE = 0.2  # least eligibility of an item that takes part in a comparison
SHARPNESS = {
    "compare": 4,
    "between": 2,
}  # exponent for the share of fields in which a relation holds in a chart


def compare(scope: Scope, operation: Compare) -> list[float]:
    """Return a weight for each item: how surely its value is above, below or nearest to a number or the value of a
    named item.
    """
    weights = scope.field_weights(operation.about)
    named = {} if isinstance(operation.to, Number) else scope.named(operation.to)
    if not named and isinstance(operation.to, str):
        return _compare_fields(scope, operation, operation.to, weights)
    result = [0.0] * scope.view.items.count
    fields = [field for field, weight in enumerate(weights) if weight >= NEGLIGIBLE]
    for field in fields:
        shares = _compared(scope, operation, field, named)
        result = [total + weights[field] * share for total, share in zip(result, shares, strict=True)]
    return _sharpened(scope, result, SHARPNESS["compare"] if len(fields) > 1 else 1)


def _compare_fields(scope: Scope, operation: Compare, to: str, weights: Sequence[float]) -> list[float]:
    """Return a weight for each item: how surely its value in one field is above or below its value in field `to`.

    Example: "better on A than on B".
    """
    result = [0.0] * scope.view.items.count
    strengths = [max(pair) for pair in zip(scope.field_strengths(to), _matches(scope, to), strict=True)]
    other = max(range(len(strengths)), key=lambda field: strengths[field], default=-1)
    if other < 0 or strengths[other] < STATED or not scope.view.shared_scale:
        return result
    field = max((f for f in range(len(weights)) if f != other), key=lambda f: weights[f], default=other)
    error = max(_error(scope, scope.column(field), field), _error(scope, scope.column(other), other))
    above = _wanted_side(scope, operation, field)
    for item in range(len(result)):
        one, two = scope.view.number(item, field), scope.view.number(item, other)
        if one is not None and two is not None and scope.eligible[item] > ELIGIBLE:
            gap = one.value - two.value
            result[item] = _exceeds(gap if above else -gap, error)
    return result


def _matches(scope: Scope, phrase: str) -> list[float]:
    """Return how strongly `phrase` is the name of each field; plain names such as "Model" count too."""
    fields = scope.view.fields
    named = [match_names(phrase, [name.text for name in a.names]) for a in fields.attributes]
    return [max((found.get(index, 0.0) for found in named), default=0.0) for index in range(fields.count)]


def _compared(scope: Scope, operation: Compare, field: int, named: dict[int, float]) -> list[float]:
    column = scope.column(field)
    result = [0.0] * len(column)
    bound = bound_of(scope, operation.to, named, column)
    if bound is None:
        return result
    above = _wanted_side(scope, operation, field)
    error = _error(scope, column, field)
    gaps = {i: n.value - bound for i, n in enumerate(column) if n is not None and i not in named}
    if operation.relation == "near":
        eligible = {i: abs(gap) for i, gap in gaps.items() if scope.eligible[i] > ELIGIBLE}
        nearest = min(eligible.values(), default=0.0)
        for i, gap in eligible.items():
            result[i] = math.exp(-(gap - nearest) / error) if error else float(gap == nearest)
        return result
    for i, gap in gaps.items():
        if operation.inclusive and gap == 0:
            result[i] = 1.0
        elif scope.eligible[i] > ELIGIBLE:
            result[i] = _exceeds(gap if above else -gap, error)
    return result


def _exceeds(gap: float, error: float) -> float:
    """Return the probability that a measured gap is positive, given its measuring error."""
    if error == 0:
        return float(gap > 0)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, 3.0 * gap / error))))


def _error(scope: Scope, column: Sequence[Number | None], field: int) -> float:
    facts = [row[field] for row in scope.view.grid]
    if all(fact.printed for fact in facts if fact):
        return 0.0
    values = [number.value for number in column if number]
    return TIE * (max(values) - min(values)) if values else 0.0


def _wanted_side(scope: Scope, operation: Compare, field: int) -> bool:
    if operation.relation in {"above", "below"}:
        return operation.relation == "above"
    return (operation.relation == "better") != scope.lower_is_better(field)


def next_in_rank(scope: Scope, operation: NextInRank) -> list[float]:
    """Return a weight for each item: how surely its value comes next after that of the named item.

    The operation tells whether the next higher or the next lower value is meant.
    """
    weights = scope.field_weights(operation.about)
    named = scope.named(operation.name)
    result = [0.0] * scope.view.items.count
    for field, weight in enumerate(weights):
        column = scope.column(field)
        bound = bound_of(scope, operation.name, named, column)
        if weight < NEGLIGIBLE or bound is None:
            continue
        gaps = {
            i: n.value - bound
            for i, n in enumerate(column)
            if n is not None and i not in named and scope.eligible[i] > ELIGIBLE
        }
        sign = _direction(scope, operation, field, list(gaps.values()))
        error = _error(scope, column, field)
        nearest = min((sign * gap for gap in gaps.values() if sign * gap > 0), default=None)
        if nearest is None:
            continue
        for i, gap in gaps.items():
            beyond = abs(sign * gap - nearest)
            share = math.exp(-beyond / error) if error else float(beyond == 0)
            result[i] += weight * share * _exceeds(sign * gap, error)
    return result


def _direction(scope: Scope, operation: NextInRank, field: int, gaps: Sequence[float]) -> float:
    """Return 1 to look for the next higher value, or -1 for the next lower value."""
    if operation.side != "behind":
        return -1.0 if operation.side == "below" else 1.0
    if all(gap <= 0 for gap in gaps) or all(gap >= 0 for gap in gaps):
        return -1.0 if gaps and gaps[0] <= 0 else 1.0
    return 1.0 if scope.lower_is_better(field) else -1.0


def bound_of(
    scope: Scope, to: Number | str, named: dict[int, float], column: Sequence[Number | None]
) -> float | None:
    """Return the value to compare with: the number in the figure's unit, or else the value of the named item.

    If several items fit the name, the most eligible one counts. None if no value is known.
    """
    if isinstance(to, Number):
        return _in_figure_unit(scope, to, column)
    known = [(-(strength * scope.eligible[i]), i) for i, strength in named.items() if column[i] is not None]
    number = column[min(known)[1]] if known else None
    return number.value if number else None


def _in_figure_unit(scope: Scope, number: Number, column: Sequence[Number | None]) -> float:
    values = [n.value for n in column if n is not None]
    factors = {fact.factor for row in scope.view.grid for fact in row if fact}
    options = [value for factor in factors or {1.0} for value in equivalents(number, factor)]
    if not values:
        return number.value
    low, high = min(values), max(values)
    reach = 0.5 * (high - low)
    inside = [value for value in options if low - reach <= value <= high + reach]
    return inside[0] if inside else number.value


def between(scope: Scope, operation: Between) -> list[float]:
    """Return a weight for each item: how surely its value lies between two numbers or the values of two named items.

    If the operation is about places, the position in the drawing counts in place of the value.
    """
    ends = [{} if isinstance(end, Number) else scope.named(end) for end in (operation.one, operation.other)]
    if operation.placed:
        return _placed_between(scope, ends)
    weights = scope.field_weights(operation.about)
    result = [0.0] * scope.view.items.count
    fields = [field for field, weight in enumerate(weights) if weight >= NEGLIGIBLE]
    for field in fields:
        column = scope.column(field)
        one = bound_of(scope, operation.one, ends[0], column)
        other = bound_of(scope, operation.other, ends[1], column)
        if one is None or other is None:
            continue
        low, high = sorted((one, other))
        error = _error(scope, column, field)
        for index, number in enumerate(column):
            if number is not None and index not in ends[0] | ends[1]:
                inside = _exceeds(number.value - low, error) * _exceeds(high - number.value, error)
                result[index] += weights[field] * inside
    return _sharpened(scope, result, SHARPNESS["between"] if len(fields) > 1 else 1)


def _sharpened(scope: Scope, shares: Sequence[float], power: int) -> list[float]:
    """Lower the weights of items for which a relation holds in only some fields.

    This applies to charts, where a relation should hold at every position.
    """
    return [share**power for share in shares] if scope.view.shared_scale else list(shares)


def _placed_between(scope: Scope, ends: Sequence[dict[int, float]]) -> list[float]:
    if not all(ends):
        return [0.0] * scope.view.items.count
    low, high = sorted(max(end, key=lambda i: (end[i], -i)) for end in ends)
    return [float(low < index < high) for index in range(scope.view.items.count)]
