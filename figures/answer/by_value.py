"""Select items by value: items that have a value, are extreme, change most, or lack a value."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from ..label_match import QuestionWords, tokens
from ..numbers import Number
from ..operations import Equals, Extreme, MissingValue
from ..table.marks import are_marks, mark_of
from ..types import Fact
from .by_change import rank_changes, series_of
from .scope import STATED, TIE, Scope, mention_strengths, ranked
from .views import View

APPROXIMATE = 0.03  # share of the range of values that counts as "about"


def equals(scope: Scope, operation: Equals) -> list[float] | None:
    """Return a weight, 0..1, for each item: how well one of its values equals the stated value, printed or measured.

    None if the number seems to be part of a name.
    """
    others = len(scope.question.operations) > 1
    if (others and not operation.sure) or (
        (others or not operation.sure) and _in_labels(scope, operation.value)
    ):
        return None
    weights = scope.field_weights(operation.about)
    top = max(weights, default=1.0)
    spans = [_span(scope, field) for field in range(len(weights))]
    result = []
    for row in scope.view.grid:
        best = 0.0
        for field, fact in enumerate(row):
            same = _holds(fact, operation, spans[field]) if fact else 0.0
            best = max(best, same * (0.15 + 0.85 * (weights[field] / top) ** 0.5))
        result.append(best)
    return result


def _span(scope: Scope, field: int) -> float:
    """Return the range of the values in a field, or in all fields if they share a scale."""
    rows = scope.view.grid
    facts = [fact for row in rows for fact in (row if scope.view.shared_scale else row[field : field + 1])]
    values = [fact.value for fact in facts if fact and fact.value is not None]
    return max(values) - min(values) if values else 0.0


def _holds(fact: Fact, operation: Equals, span: float) -> float:
    if fact.printed and not operation.approximate:
        same = [_same(number, operation.value, first=i == 0) for i, number in enumerate(fact.numbers)]
        scaled = equivalents(operation.value, fact.factor)[1:]
        if fact.value is not None and any(math.isclose(fact.value, value, rel_tol=1e-6) for value in scaled):
            same.append(0.9)
        return max(same, default=0.0)
    measured, number = fact.value, operation.value
    if measured is None:
        return 0.0
    closest = min(equivalents(number, fact.factor), key=lambda value: abs(measured - value))
    off = abs(measured - closest)
    half = 0.5 * number.step * (closest / number.value if number.value else 1.0)
    if operation.approximate:
        return 0.9 * math.exp(-off / max(APPROXIMATE * span, half, 1e-12))
    near = off / max(half, TIE * span, 1e-12)
    return 0.7 * math.exp(-max(near * near, near)) if near <= 3 else 0.0


def equivalents(number: Number, factor: float = 1.0) -> list[float]:
    """Return the values that the figure may print for a number: 25 for "25k" on an axis in thousands, 40 for 0.4 among
    percentages.
    """
    values = [number.value]
    if factor != 1.0:
        values.append(number.value / factor)
    multiplier = number.step * 10.0**number.decimals
    return values if multiplier == 1.0 else [*values, number.value / multiplier]


def _in_labels(scope: Scope, number: Number) -> bool:
    """True if the number is part of a field name ("ROUGE 2") or, in a chart, of an item name ("Method 1")."""
    digits = "".join(tokens(number.text))
    sides = [scope.view.fields] if scope.data.kind == "table" else [scope.view.fields, scope.view.items]
    return any(
        digits in QuestionWords.of(name.text).runs
        for side in sides
        for attribute in side.attributes
        for name in attribute.names
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
        return 0.3 * factor  # digits of a small-print deviation were joined to the number
    return 0.0


def extreme(scope: Scope, operation: Extreme) -> list[float]:
    """Return a weight for each item by its rank in the field in question.

    If the question names no field, all fields count: half by the mean of the item's values, and half by its
    extreme value.
    """
    weights = scope.field_weights(operation.about)
    if operation.of != "value":
        return rank_changes(scope, operation, weights)
    if scope.is_open(operation.about):
        return _over_all(scope, operation)
    result = [0.0] * scope.view.items.count
    for field, weight in enumerate(weights):
        if weight >= 0.01:
            high = wants_high(scope, operation, field)
            winners = ranked(scope, _values(scope, field), operation.rank, high=high)
            result = [total + weight * share for total, share in zip(result, winners, strict=True)]
    return result


def _values(scope: Scope, field: int) -> list[float | None]:
    return [number.value if number else None for number in scope.column(field)]


def _over_all(scope: Scope, operation: Extreme) -> list[float]:
    fields = [
        f for f in range(scope.view.fields.count) if not (scope.view.fields.summary or (False,) * 999)[f]
    ]
    values = [series_of(scope, item, fields) for item in range(scope.view.items.count)]
    high = wants_high(scope, operation, 0)
    means = ranked(scope, _reduced(values, lambda v: float(np.mean(v))), operation.rank, high=high)
    if "everywhere" in scope.question.cues or all(len(v) <= 1 for v in values):
        return means
    ends = ranked(scope, _reduced(values, max if high else min), operation.rank, high=high)
    return [0.5 * mean + 0.5 * end for mean, end in zip(means, ends, strict=True)]


def _reduced(
    values: Sequence[Sequence[float]], reduce: Callable[[Sequence[float]], float]
) -> list[float | None]:
    return [reduce(v) if v else None for v in values]


def wants_high(scope: Scope, operation: Extreme, field: int) -> bool:
    """True if the operation looks for large values in the field."""
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
            return (operation.want == "fast") != scope.lower_is_better(field)


def missing(scope: Scope, operation: MissingValue) -> list[float] | None:
    """Return a weight for each item: the weight of the fields in question in which it has no number.

    None if the field holds check marks, which `marked` handles.
    """
    if marked_field(scope.view, scope.question.wording) is not None:
        return None
    weights = scope.field_weights(operation.about)
    return [
        sum(weight for weight, fact in zip(weights, row, strict=True) if not (fact and fact.numbers))
        for row in scope.view.grid
    ]


def marked(scope: Scope) -> list[float] | None:
    """Return 1 for items with a check mark in the field that the question mentions, otherwise 0; reversed if the
    question negates.

    None if the question mentions no field of check marks.
    """
    field = marked_field(scope.view, scope.question.wording)
    if field is None:
        return None
    question = scope.question
    without = ("negated" in question.cues) or "without" in question.cues
    without = without or any(isinstance(op, MissingValue) for op in question.operations)
    return [float(has_mark(row[field]) != without) for row in scope.view.grid]


def marked_field(view: View, wording: str) -> int | None:
    """Return the field of check marks that the wording mentions; None if it mentions no such field."""
    strengths = [0.0] * view.fields.count
    for attribute in view.fields.attributes:
        for field, strength in enumerate(mention_strengths(attribute, wording)):
            texts = [fact.text for row in view.grid if (fact := row[field])]
            strengths[field] = max(strengths[field], strength * are_marks(texts))
    best = max(range(len(strengths)), key=lambda field: (strengths[field], -field), default=-1)
    return best if best >= 0 and strengths[best] >= STATED else None


def has_mark(fact: Fact | None) -> bool:
    """True if the cell holds a mark that means yes."""
    return fact is not None and mark_of(fact.text) is True
