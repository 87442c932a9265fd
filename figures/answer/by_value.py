"""Operations on values: items that hold a value, are extreme, change most, or have no value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

import numpy as np

from ..numbers import Number
from ..question.label_match import QuestionWords, tokens
from ..question.operations import Equals, Extreme, MissingValue
from ..table.marks import are_marks, mark_of
from ..types import Fact
from .scope import STATED, TIE, Scope, mention_strengths
from .views import View

_WITHOUT = re.compile(r"\b(?:without|miss(?:es|ing)?)\b", re.I)
APPROXIMATE = 0.03  # share of the range within which a value is "about" another


def equals(scope: Scope, operation: Equals) -> list[float] | None:
    """Items with the value: printed as asked, or measured close to it. None where the number is part of a name."""
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
    """Range of the values of a field, of all fields if they share a scale."""
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
    if fact.value is None:
        return 0.0
    number = operation.value
    off = min(abs(fact.value - value) for value in equivalents(number, fact.factor))
    if operation.approximate:
        return 0.9 * math.exp(-off / max(APPROXIMATE * span, 0.5 * number.step, 1e-12))
    near = off / max(0.5 * number.step, TIE * span, 1e-12)
    return 0.7 * math.exp(-max(near * near, near)) if near <= 3 else 0.0


def equivalents(number: Number, factor: float = 1.0) -> list[float]:
    """The number as the figure may print it: "25k" on an axis in thousands is 25; 0.4 among percentages is 40."""
    values = [number.value]
    digits = "".join(c for c in number.text if c.isdigit() or c == ".").strip(".")
    if factor != 1.0:
        values.append(number.value / factor)
    if digits and digits.count(".") <= 1 and number.text[-1:].lower() in "kmbt":
        values.append(math.copysign(float(digits), number.value))
    return values


def _in_labels(scope: Scope, number: Number) -> bool:
    """True if the number is part of a field's name ("ROUGE 2") or, in a chart, of an item's ("Method 1")."""
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
        return 0.3 * factor  # a deviation set small got glued on
    return 0.0


def extreme(scope: Scope, operation: Extreme) -> list[float]:
    """Items whose value is extreme under the field meant; where that is open, a vote of the fields.

    Values of one axis are taken together: their mean and their ends, which mostly agree.
    """
    weights = scope.field_weights(operation.about)
    if operation.of != "value":
        return _by_change(scope, operation, weights)
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


def _series(scope: Scope, item: int, fields: Sequence[int]) -> list[float]:
    """Values of an item under the fields in their order; the sampled curve where there is one for all fields."""
    if item in scope.view.profiles and len(fields) == scope.view.fields.count:
        return scope.view.profiles[item]
    return [number.value for field in fields if (number := scope.view.number(item, field)) is not None]


def _over_all(scope: Scope, operation: Extreme) -> list[float]:
    fields = [
        f for f in range(scope.view.fields.count) if not (scope.view.fields.summary or (False,) * 999)[f]
    ]
    values = [_series(scope, item, fields) for item in range(scope.view.items.count)]
    high = wants_high(scope, operation, 0)
    means = ranked(scope, _reduced(values, lambda v: float(np.mean(v))), operation.rank, high=high)
    if scope.question.everywhere or all(len(v) <= 1 for v in values):
        return means
    ends = ranked(scope, _reduced(values, max if high else min), operation.rank, high=high)
    return [0.5 * mean + 0.5 * end for mean, end in zip(means, ends, strict=True)]


def _reduced(
    values: Sequence[Sequence[float]], reduce: Callable[[Sequence[float]], float]
) -> list[float | None]:
    return [reduce(v) if v else None for v in values]


def _by_change(scope: Scope, operation: Extreme, weights: Sequence[float]) -> list[float]:
    """Items ranked by how much their values change from the first field meant to the last, spread or fluctuate."""
    top = max(weights, default=0.0)
    fields = [field for field, weight in enumerate(weights) if weight > 0.2 * top]
    if operation.of == "difference" and len(fields) != 2 and scope.data.kind == "table":
        fields = sorted(sorted(range(len(weights)), key=lambda f: (-weights[f], f))[:2])
    if len(fields) < 2 and not scope.view.profiles and operation.of != "spread":
        return [0.0] * scope.view.items.count
    values = [_series(scope, item, fields) for item in range(scope.view.items.count)]
    if operation.of == "spread" and not scope.view.shared_scale:
        values = [[_spread(scope, item, fields)] * 1 for item in range(scope.view.items.count)]
        changes: list[float | None] = [v[0] for v in values]
    else:
        measure = _CHANGES[operation.of]
        changes = [measure(v) if len(v) > 1 else None for v in values]
    return ranked(scope, changes, operation.rank, high=operation.want not in {"min", "worst"})


def _spread(scope: Scope, item: int, fields: Sequence[int]) -> float:
    """The deviation printed or measured beside an item's values; else the range of its values."""
    spreads = [f.spread for field in fields if (f := scope.view.grid[item][field]) and f.spread is not None]
    values = [n.value for field in fields if (n := scope.view.number(item, field))]
    return max(spreads) if spreads else max(values) - min(values) if values else 0.0


def _roughness(values: Sequence[float]) -> float:
    """Total movement beyond the net change: 0 for a curve that only rises or only falls."""
    return float(np.abs(np.diff(values)).sum()) - abs(values[-1] - values[0])


_CHANGES: dict[str, Callable[[Sequence[float]], float]] = {
    "gain": lambda v: v[-1] - v[0],
    "drop": lambda v: v[0] - v[-1],
    "difference": lambda v: max(v) - min(v),
    "spread": lambda v: max(v) - min(v),
    "fluctuation": _roughness,
}


def ranked(scope: Scope, values: Sequence[float | None], rank: int, *, high: bool) -> list[float]:
    """Shares of the eligible items whose value is the `rank`-th different one, soft where measured values nearly tie."""
    members = [item for item in scope.members() if values[item] is not None]
    result = [0.0] * len(values)
    known = {item: float(values[item] or 0.0) for item in members}
    if len(members) < 2:
        return result
    if scope.data.kind == "table":
        ordered = sorted(set(known.values()), reverse=high)
        if len(ordered) >= rank:
            winners = [item for item in members if known[item] == ordered[rank - 1]]
            for item in winners:
                result[item] = 1 / len(winners)
        return result
    order = sorted(members, key=lambda item: (-known[item] if high else known[item], item))
    if rank > len(order):
        return result
    target, span = known[order[rank - 1]], max(known.values()) - min(known.values()) or 1.0
    shares = {item: math.exp(-abs(known[item] - target) / (TIE * span)) for item in order}
    total = sum(shares.values())
    for item, share in shares.items():
        result[item] = share / total
    return result


def wants_high(scope: Scope, operation: Extreme, field: int) -> bool:
    """True if the operation is after large values of the field."""
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
    """Items without a number under the field meant; None where that holds check marks, which `marked` reads."""
    if marked_field(scope.view, scope.question.wording) is not None:
        return None
    weights = scope.field_weights(operation.about)
    return [
        sum(weight for weight, fact in zip(weights, row, strict=True) if not (fact and fact.numbers))
        for row in scope.view.grid
    ]


def marked(scope: Scope) -> list[float] | None:
    """Items with a check mark under the field that the question mentions, or without one where it negates."""
    field = marked_field(scope.view, scope.question.wording)
    if field is None:
        return None
    question = scope.question
    without = question.negated or _WITHOUT.search(question.wording) is not None
    without = without or any(isinstance(op, MissingValue) for op in question.operations)
    return [float(has_mark(row[field]) != without) for row in scope.view.grid]


def marked_field(view: View, wording: str) -> int | None:
    """The field of check marks that the wording mentions; None without one."""
    strengths = [0.0] * view.fields.count
    for attribute in view.fields.attributes:
        for field, strength in enumerate(mention_strengths(attribute, wording)):
            texts = [fact.text for row in view.grid if (fact := row[field])]
            strengths[field] = max(strengths[field], strength * are_marks(texts))
    best = max(range(len(strengths)), key=lambda field: (strengths[field], -field), default=-1)
    return best if best >= 0 and strengths[best] >= STATED else None


def has_mark(fact: Fact | None) -> bool:
    """True if the cell holds a sign for yes."""
    return fact is not None and mark_of(fact.text) is True
