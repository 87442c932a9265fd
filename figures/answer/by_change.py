"""Changes between values: ranked rises and falls, ranges, fluctuations, the pair of items nearest to each other, and trends."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from ..numbers import Number, format_measured
from ..question.label_mentions import find_mentions
from ..question.operations import Between, Extreme
from ..question.parser import Question
from ..types import FigureData
from .scope import STATED, Scope, ranked

ASKS_TREND = re.compile(
    r"\bwhat happens\b|\bhow (?:do|does|did)\b[^?]*\b(?:change|vary|evolve|develop|behave|react|respond|trend)\b"
    r"|\bwhat(?: is|'s) the (?:\w+ )?trend\b"
    r"|\b(?:ris\w+|rose|increas\w+|improv\w+|grow\w*|go(?:es)? up|up)\s+or\s+(?:(?:does|do|is|are) (?:it|they) )?"
    r"(?:fall\w*|decreas\w+|drop\w*|declin\w+|degrad\w+|worsen\w*|shrink\w*|go(?:es)? down|down)\b"
    r"|\b(?:fall\w*|decreas\w+|drop\w*|declin\w+|go(?:es)? down|down)\s+or\s+(?:(?:does|do|is|are) (?:it|they) )?"
    r"(?:ris\w+|increas\w+|improv\w+|grow\w*|go(?:es)? up|up)\b",
    re.IGNORECASE,
)
_FLAT, _TURN = (
    0.08,
    0.25,
)  # shares of a curve's range: least change between its ends, and least rise or fall before it turns
_THICK = 0.012  # share of the x range
LOW = {"min", "worst", "slow"}


def rank_changes(scope: Scope, operation: Extreme, weights: Sequence[float]) -> list[float]:
    """Items ranked by how much their values change from the first field meant to the last, spread or fluctuate."""
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
    """Values of an item under the fields in their order; the sampled curve where there is one for all fields."""
    if item in scope.view.profiles and len(fields) == scope.view.fields.count:
        return scope.view.profiles[item]
    return [number.value for field in fields if (number := scope.view.number(item, field)) is not None]


def _pair(scope: Scope, fields: Sequence[int], *, nearest: bool) -> list[float]:
    """The two eligible items whose values differ least, or most, in the mean over the fields, of points over both axes."""
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


def describe_trend(data: FigureData, question: Question) -> tuple[str, int] | None:
    """The course of the curve that the question names, or of the only one, in words, with its row.

    None unless the question asks for a trend, and for a figure with several panels.
    """
    if ASKS_TREND.search(question.wording) is None or len({curve.panel for curve in data.curves}) != 1:
        return None
    names = [name.text for name in data.rows.attributes[0].names] if data.rows.attributes else []
    mentioned = {mention.name for mention in find_mentions(question.wording, names)}
    curves = [curve for curve in data.curves if curve.row in mentioned or len(data.curves) == 1]
    if len(curves) != 1:
        return None
    points = _in_stretch(_with_whole_positions(sorted(curves[0].points)), question)
    name = names[curves[0].row] if names else ""
    return f"{name or data.y_title or 'The curve'} {_describe_course(points)}", curves[0].row


def _with_whole_positions(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points at whole x positions where these are as near as a line is thick."""
    near = _THICK * (points[-1][0] - points[0][0])
    return [(float(round(x)) if abs(x - round(x)) <= near else x, y) for x, y in points]


def _in_stretch(points: Sequence[tuple[float, float]], question: Question) -> Sequence[tuple[float, float]]:
    """The points between the two positions that the question states, or all where it states none of these points."""
    for op in question.operations:
        if isinstance(op, Between) and isinstance(op.one, Number) and isinstance(op.other, Number):
            low, high = sorted((op.one.value, op.other.value))
            inside = [point for point in points if low <= point[0] <= high]
            return inside if len(inside) > 1 else points
    return points


def _describe_course(points: Sequence[tuple[float, float]]) -> str:
    """ "rises from 69 at 0 to 71 at 0.3, then falls to 70 at 0.5"."""
    values = [y for _, y in points]
    span = max(values) - min(values)
    first, last = points[0], points[-1]
    top, bottom = (max(points, key=lambda p: p[1]), min(points, key=lambda p: p[1]))
    if not span or span < 1e-3 * max(map(abs, values)):
        return f"stays at {format_measured(values[0])}"
    for turn, verbs in ((top, ("rises", "falls")), (bottom, ("falls", "rises"))):
        if min(abs(turn[1] - first[1]), abs(turn[1] - last[1])) >= _TURN * span:
            return f"{verbs[0]} from {_at(first)} to {_at(turn)}, then {verbs[1]} to {_at(last)}"
    if abs(last[1] - first[1]) < _FLAT * span:
        return f"varies between {format_measured(min(values))} and {format_measured(max(values))}"
    return f"{'rises' if last[1] > first[1] else 'falls'} from {_at(first)} to {_at(last)}"


def _at(point: tuple[float, float]) -> str:
    return f"{format_measured(point[1])} at {format_measured(point[0])}"
