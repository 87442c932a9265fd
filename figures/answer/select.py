"""Carry out the operations of a question on one view of a figure, and give every item a share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...papers.types import BBox
from ..operations import (
    Adjacent,
    AtPosition,
    AtSide,
    Between,
    Compare,
    Equals,
    Extreme,
    MissingValue,
    NextInRank,
    Operation,
    StyleFilter,
)
from ..request import FigureRequest
from ..types import Appearance, Attribute, Entries, FigureData
from .by_position import adjacent, at_position, at_side, by_text
from .by_relation import between, compare, next_in_rank
from .by_style import styled
from .by_value import equals, extreme, marked, missing
from .scope import FLOOR, Scope, build_scope
from .views import View


@dataclass(frozen=True, slots=True)
class ItemShare:
    """The shares of the items after all operations.

    `items` holds one share per item; the shares sum to 1, or to 0 if nothing was selected. `strength` (0..1)
    says how well the operations fitted. `evidence` holds weighted boxes that support the selection.
    """

    items: tuple[float, ...]
    strength: float
    evidence: tuple[tuple[float, BBox], ...] = ()


def select(data: FigureData, view: View, attribute: Attribute, question: FigureRequest) -> ItemShare:
    """Return the shares of the items of `view`, named by `attribute`, after all operations of `question`."""
    view, question = _narrow_fields(data, view, attribute, question)
    scope = build_scope(data, view, attribute, question)
    count = view.items.count
    ranks = any(isinstance(operation, Extreme | AtPosition | AtSide) for operation in question.operations)
    signs = marked(scope) if data.kind == "table" else None
    results: list[list[float]] = [signs] if signs else []
    if signs and max(signs) > 0:
        scope = scope.narrowed(signs)
    for operation in sorted(question.operations, key=lambda op: _order(op, question)):
        shares = _run(scope, operation)
        if shares is None:
            continue
        if ranks and _order(operation, question) == 0 and max(shares, default=0.0) > 0:
            scope = scope.narrowed(
                shares
            )  # "the best of those that ...": only items that satisfy the other operations are ranked
        results.append(shares)
    if not results and not question.operations and data.kind == "table":
        results = [by_text(scope)]
    if not results or (any(max(result, default=0.0) <= 0 for result in results) and data.kind != "table"):
        return ItemShare((0.0,) * count, 0.0)
    combined = [1.0] * count
    for result in results:
        top = max(result)
        for index, value in enumerate(result):
            combined[index] *= max(value / top, FLOOR) if top > 0 else 1.0
    strength = math.prod(max(result) if max(result) > 0 else 0.05 for result in results)
    combined = [value * weight for value, weight in zip(combined, scope.eligible, strict=True)]
    total = sum(combined)
    if total <= 0 or all(max(result) <= 0 for result in results):
        return ItemShare((0.0,) * count, 0.0)
    items = tuple(value / total for value in combined)
    return ItemShare(items, min(1.0, strength), tuple(_evidence(scope, items)))


def _order(operation: Operation, question: FigureRequest) -> int:
    """Return the position of an operation in the sequence of execution.

    Ranks (1) come after all other operations (0). Positions and sides (2) come last if nothing is ranked.
    """
    if isinstance(operation, Extreme):
        return 1
    ranks = any(isinstance(other, Extreme) for other in question.operations)
    return 2 if isinstance(operation, AtPosition | AtSide) and not ranks else 0


def _narrow_fields(
    data: FigureData, view: View, attribute: Attribute, question: FigureRequest
) -> tuple[View, FigureRequest]:
    """Keep only the field that a style in the question describes ("with the red bars, which dataset ...").

    The view and question stay unchanged if no style describes a field.
    """
    looks = [op for op in question.operations if isinstance(op, StyleFilter) and not op.prints]
    others = [op for op in question.operations if op not in looks]
    if data.kind == "table" or not looks or not others or not view.fields.appearances:
        return view, question
    if attribute.role in {"series", "label"}:
        return view, question
    turned = View(view.fields, Entries(), ((),) * view.fields.count, False, False, {})
    names = view.fields.attributes[0]
    shares = styled(Scope(data, turned, names, question, "", (1.0,) * view.fields.count), looks[0]) or [0.0]
    if max(shares) <= 0:
        return view, question
    best = shares.index(max(shares))
    kept = replace(view, fields=_only(view.fields, best), grid=tuple((row[best],) for row in view.grid))
    return kept, replace(question, operations=tuple(others))


def _only(entries: Entries, index: int) -> Entries:
    """Return entries that consist only of the entry at `index`."""
    attributes = tuple(
        replace(a, names=(a.names[index],), boxes=(a.boxes[index],)) for a in entries.attributes
    )
    looks: tuple[Appearance | None, ...] = entries.appearances[index : index + 1]
    return Entries(1, attributes, looks)


def _run(scope: Scope, operation: Operation) -> list[float] | None:
    """Return the raw share of every item, or None if the operation does not concern this figure."""
    match operation:
        case Equals():
            return equals(scope, operation)
        case Extreme():
            return extreme(scope, operation)
        case Compare():
            return compare(scope, operation)
        case Between():
            return between(scope, operation)
        case NextInRank():
            return next_in_rank(scope, operation)
        case AtPosition():
            return at_position(scope, operation)
        case AtSide():
            return at_side(scope, operation)
        case Adjacent():
            return adjacent(scope, operation)
        case MissingValue():
            return missing(scope, operation)
        case StyleFilter():
            return styled(scope, operation)


def _evidence(scope: Scope, items: Sequence[float]) -> list[tuple[float, BBox]]:
    """Return weighted boxes of the winning items: their names, and the cells or marks that the operations used."""
    boxes = []
    for index, share in enumerate(items):
        if share > 0.3:
            used = [
                scope.attribute.boxes[index],
                *(box for op in scope.question.operations for box in _used(scope, op, index)),
            ]
            boxes += [(share, box) for box in used if box]
    return boxes


def _used(scope: Scope, operation: Operation, item: int) -> list[BBox | None]:
    """Return the boxes of the facts of `item` in the field that `operation` is about.

    For a stated value in a table, only fields that contain the value count.
    """
    row = scope.view.grid[item]
    if not isinstance(operation, Equals | Extreme | Compare | Between | NextInRank) or not row:
        return []
    if not isinstance(operation, Equals) and scope.is_open(operation.about):
        return [fact.box for fact in row if fact][:12]
    weights = scope.field_weights(operation.about)
    fields = list(range(len(weights)))
    if isinstance(operation, Equals) and scope.data.kind == "table":
        fields = [f for f in fields if any(n.matches(operation.value) for n in scope.view.numbers(item, f))]
    field = max(fields, key=lambda f: weights[f], default=None)
    fact = None if field is None else row[field]
    return [fact.box] if fact else []
