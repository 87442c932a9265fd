"""The operations of a question carried out on one view of a table: a share for every item."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...papers.types import BBox
from ..mentions import Wording, bare_name, mention, named_by, rarity, tokens
from ..numbers import Number
from ..question import (
    Beside,
    Between,
    Compare,
    Equals,
    Extreme,
    Look,
    Operation,
    Place,
    Question,
)  # fmt: skip
from ..wording import LOWER_IS_BETTER
from .entities import condition_text
from .views import Attribute, View

NOT_MENTIONED = 0.05  # left to items whose label differs from the one the question states
FLOOR = 0.02  # left to items that one of several operations rules out


@dataclass(frozen=True, slots=True)
class Share:
    """`items` sum to 1, or to 0 when nothing was selected; `strength` 0..1 tells how well the operations fitted."""

    items: tuple[float, ...]
    strength: float
    evidence: tuple[tuple[float, BBox], ...] = ()


def select(view: View, attribute: Attribute, question: Question) -> Share:
    """Shares of the items of `view`, named by `attribute`, according to all operations of `question`."""
    scope = _Scope(view, attribute, question)
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
        results = [_by_text(scope)]
    if not results:
        return Share((0.0,) * view.size, 0.0)
    combined = [1.0] * view.size
    for result in results:
        top = max(result)
        for index, value in enumerate(result):
            combined[index] *= max(value / top, FLOOR) if top > 0 else 1.0
    strength = math.prod(max(result) if max(result) > 0 else 0.05 for result in results)
    combined = [value * weight for value, weight in zip(combined, scope.eligible, strict=True)]
    total = sum(combined)
    if total <= 0 or all(max(result) <= 0 for result in results):
        return Share((0.0,) * view.size, 0.0)
    items = tuple(value / total for value in combined)
    return Share(items, min(1.0, strength), tuple(_evidence(attribute, items)))


def _evidence(attribute: Attribute, items: Sequence[float]) -> list[tuple[float, BBox]]:
    return [(share, box) for share, box in zip(items, attribute.boxes, strict=True) if box and share > 0.3]


class _Scope:
    """What every operation needs: the names, which items are eligible, how well each field fits a stretch of text."""

    def __init__(self, view: View, attribute: Attribute, question: Question) -> None:
        self.view, self.attribute, self.question = view, attribute, question
        self.names = [bare_name(label) for label in attribute.labels]
        self.text = condition_text(question)
        self.eligible = self._eligible()

    def _eligible(self) -> list[float]:
        weights = [1.0 if label else 0.0 for label in self.attribute.labels]
        for other in self.view.attributes:
            if other is self.attribute:
                continue
            factors = stated(other.labels, self.text)
            weights = [weight * factor for weight, factor in zip(weights, factors, strict=True)]
        for name in self.question.excluded:
            for index, strength in named_by(name, self.names).items():
                if strength > 0.7:
                    weights[index] *= 0.01
            own = {"our", "ours", "proposed"} & set(tokens(name))
            if own:
                weights = [
                    weight * 0.01 if {"our", "ours"} & set(tokens(label)) else weight
                    for weight, label in zip(weights, self.attribute.labels, strict=True)
                ]
        return weights

    def narrow(self, fitting: Sequence[float]) -> None:
        """Make only the items eligible that `fitting` favours."""
        top = max(fitting)
        self.eligible = [
            weight * max(FLOOR, fit / top) for weight, fit in zip(self.eligible, fitting, strict=True)
        ]

    def field_weights(self, about: str) -> list[float]:
        """How likely each field is the one that `about` speaks of; sums to 1."""
        count = len(self.view.values[0]) if self.view.values else 0
        scores = [0.0] * count
        for text, factor in ((about, 1.0), (self.text, 0.5)):
            wording = Wording.of(text)
            for field in self.view.fields:
                weights = rarity(field.labels)
                for index, label in enumerate(field.labels):
                    scores[index] += factor * mention(bare_name(label), wording, weights)
        if count and max(scores) < 0.3:
            scores = [score + self._summary(index) for index, score in enumerate(scores)]
        top = max(scores, default=0.0)
        raw = [math.exp(6.0 * (score - top)) for score in scores]
        return [value / sum(raw) for value in raw]

    def _summary(self, index: int) -> float:
        words = {token for field in self.view.fields for token in tokens(field.labels[index])}
        return 0.2 if words & {"avg", "average", "overall", "mean", "total", "all"} else 0.0

    def column(self, field: int) -> list[Number | None]:
        """The main value of each item under `field`."""
        return [row[field][0] if row[field] else None for row in self.view.values]

    def lower_is_better(self, field: int) -> bool:
        labels = " ".join(attribute.labels[field] for attribute in self.view.fields)
        if "↑" in labels:
            return False
        return "↓" in labels or bool(LOWER_IS_BETTER & set(tokens(labels)))


def stated(labels: Sequence[str], text: str) -> list[float]:
    """A factor for each label: 1 throughout when the text states none, else small for all but the stated one."""
    wording = Wording.of(text)
    weights = rarity([label for label in labels if label])
    scores = [mention(bare_name(label), wording, weights) if label else 0.0 for label in labels]
    top = max(scores, default=0.0)
    if top < 0.5:
        return [1.0] * len(labels)
    sharp = min(1.0, top)
    return [max(NOT_MENTIONED, math.exp(-5.0 * sharp * (top - score))) for score in scores]


def _run(scope: _Scope, operation: Operation) -> list[float] | None:
    """The raw share of every item, or None when the operation does not concern values or places of a table."""
    match operation:
        case Equals():
            return _equals(scope, operation)
        case Extreme():
            return _extreme(scope, operation)
        case Compare():
            return _compare(scope, operation)
        case Between():
            return _between(scope, operation)
        case Place():
            return _place(scope, operation)
        case Beside():
            return _beside(scope, operation)
        case Look():
            return None


def _equals(scope: _Scope, operation: Equals) -> list[float] | None:
    if not operation.sure and (len(scope.question.operations) > 1 or _in_labels(scope, operation.value)):
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


def _in_labels(scope: _Scope, number: Number) -> bool:
    """Whether the number is part of a field's name ("ROUGE 2")."""
    return any(number.text in tokens(label) for field in scope.view.fields for label in field.labels)


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


def _extreme(scope: _Scope, operation: Extreme) -> list[float]:
    weights = scope.field_weights(operation.about)
    result = [0.0] * scope.view.size
    bar = 0.3 * max(scope.eligible, default=0.0)
    for field, weight in enumerate(weights):
        if weight < 0.01:
            continue
        values = [
            (number.value, index) for index, number in enumerate(scope.column(field))
            if number is not None and scope.eligible[index] >= bar
        ]  # fmt: skip
        ordered = sorted({value for value, _ in values}, reverse=_wants_high(scope, operation, field))
        if len(ordered) < operation.rank or len(values) < 2:
            continue
        winners = [index for value, index in values if value == ordered[operation.rank - 1]]
        for index in winners:
            result[index] += weight / len(winners)
    return result


def _wants_high(scope: _Scope, operation: Extreme, field: int) -> bool:
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


def _compare(scope: _Scope, operation: Compare) -> list[float]:
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


def _wanted_side(scope: _Scope, operation: Compare, field: int) -> bool:
    if operation.relation in {"above", "below"}:
        return operation.relation == "above"
    return (operation.relation == "better") != scope.lower_is_better(field)


def _bound(
    scope: _Scope, to: Number | str, named: dict[int, float], column: Sequence[Number | None]
) -> float | None:
    """The value compared with: the number itself, or that of the named item that is most eligible."""
    if isinstance(to, Number):
        return to.value
    known = [(-(strength * scope.eligible[i]), i) for i, strength in named.items() if column[i] is not None]
    if not known:
        return None
    number = column[min(known)[1]]
    return number.value if number else None


def _between(scope: _Scope, operation: Between) -> list[float]:
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


def _placed_between(scope: _Scope, ends: Sequence[dict[int, float]]) -> list[float]:
    if not all(ends):
        return [0.0] * scope.view.size
    low, high = sorted(max(end, key=lambda i: (end[i], -i)) for end in ends)
    return [float(low < index < high) for index in range(scope.view.size)]


def _place(scope: _Scope, operation: Place) -> list[float] | None:
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
    if abs(operation.index) > count:
        return [0.0] * count
    wanted_item = operation.index - 1 if operation.index > 0 else count + operation.index
    return [float(index == wanted_item) for index in range(count)]


def _beside(scope: _Scope, operation: Beside) -> list[float]:
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


def _by_text(scope: _Scope) -> list[float]:
    """Items by how much of the question their other labels and cells state; for tables of texts."""
    wording = Wording.of(scope.text)
    result = [0.0] * scope.view.size
    for other in scope.view.attributes:
        if other is scope.attribute:
            continue
        weights = rarity([label for label in other.labels if label])
        for index, label in enumerate(other.labels):
            result[index] += mention(label, wording, weights) ** 2
    top = max(result, default=0.0)
    return [math.exp(4 * (value - top)) * min(1.0, top) if value > 0.2 else 0.0 for value in result]
