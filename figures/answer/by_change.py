"""Rank items by change: rises and falls, ranges, fluctuations, and the two items closest to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from ..operations import Extreme
from .scope import STATED, Scope, ranked

LOW = {"min", "worst", "slow"}


def rank_changes(scope: Scope, operation: Extreme, weights: Sequence[float]) -> list[float]:
    """Return a weight for each item by the rank of its change, in the sense of `operation`.

    The change is from the first relevant field to the last (gain or drop), or the range or fluctuation over
    these fields.
    """
    top = max(weights, default=0.0)
    fields = [field for field, weight in enumerate(weights) if weight > 0.2 * top]
    if operation.of == "pair":
        return _pair(scope, fields, nearest=operation.want in LOW)
    if operation.of == "difference" and len(fields) != 2 and scope.data.kind == "table":
        fields = sorted(sorted(range(len(weights)), key=lambda f: (-weights[f], f))[:2])
    if len(fields) < 2 and not scope.view.profiles and operation.of != "spread":
        return [0.0] * scope.view.items.count
    values = [series_of(scope, item, fields) for item in range(scope.view.items.count)]
    if operation.of == "spread" and not scope.view.shared_scale:
        changes: list[float | None] = [_spread(scope, item, fields) for item in range(scope.view.items.count)]
    else:
        measure = _CHANGES[operation.of]
        changes = [measure(v) if len(v) > 1 else None for v in values]
    return ranked(scope, changes, operation.rank, high=operation.want not in LOW)


def series_of(scope: Scope, item: int, fields: Sequence[int]) -> list[float]:
    """Return the values of an item under the fields, in their order.

    If all fields are wanted and a sampled curve exists for the item, the samples of the curve are returned.
    """
    if item in scope.view.profiles and len(fields) == scope.view.fields.count:
        return scope.view.profiles[item]
    return [number.value for field in fields if (number := scope.view.number(item, field)) is not None]


def _pair(scope: Scope, fields: Sequence[int], *, nearest: bool) -> list[float]:
    """Return weight .5 for each of the two eligible items whose values differ least (or most), on average over the
    fields.

    Points of a scatter plot are compared over both axes, each scaled to its range.
    """
    result = [0.0] * scope.view.items.count
    if scope.data.kind == "scatter" and max(scope.field_strengths(scope.text)) < STATED:
        fields = range(min(2, scope.view.fields.count))
    members = [i for i in scope.members() if all(scope.view.number(i, f) for f in fields)]
    if len(members) < 2 or not fields:
        return result
    values = np.array(
        [[number.value for f in fields if (number := scope.view.number(i, f))] for i in members]
    )
    span = np.ptp(values, axis=0)
    scaled = values / np.where(span > 0, span, 1.0) if scope.data.kind == "scatter" else values
    pairs = list(combinations(range(len(members)), 2))
    gaps = [float(np.abs(scaled[a] - scaled[b]).mean()) for a, b in pairs]
    best = min(gaps) if nearest else max(gaps)
    for end in pairs[gaps.index(best)]:
        result[members[end]] = 0.5
    return result


def _spread(scope: Scope, item: int, fields: Sequence[int]) -> float:
    """Return the largest deviation given with an item's values, or else the range of these values."""
    spreads = [f.spread for field in fields if (f := scope.view.grid[item][field]) and f.spread is not None]
    values = [n.value for field in fields if (n := scope.view.number(item, field))]
    return max(spreads) if spreads else max(values) - min(values) if values else 0.0


def _roughness(values: Sequence[float]) -> float:
    """Return the total movement beyond the net change: 0 for a curve that only rises or only falls."""
    return float(np.abs(np.diff(values)).sum()) - abs(values[-1] - values[0])


_CHANGES: dict[str, Callable[[Sequence[float]], float]] = {
    "gain": lambda v: v[-1] - v[0],
    "drop": lambda v: v[0] - v[-1],
    "difference": lambda v: max(v) - min(v),
    "spread": lambda v: max(v) - min(v),
    "fluctuation": _roughness,
}
