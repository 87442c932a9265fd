"""The operations of a question over the facts of a chart. Each returns a distribution, {} when it cannot be carried out,
None when it says nothing that restricts the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from ..numbers import Number
from ..question import Beside, Between, Compare, Equals, Extreme, Operation, Place, Question
from ..wording import LOWER_IS_BETTER
from .facts import Fact
from .ground import mentions
from .scope import Scope
from .types import Chart

Scores = dict[str, float]

# Names whose values differ by less than this share of the range are hard to tell apart in a drawing.
TIE = 0.012
MEASURED = 0.012  # share of the range of values by which a measured one may be off
_FLUCTUATION = re.compile(
    r"\b(?:fluctuat\w+|varia\w+|vary|volatil\w+|unstable|instab\w+|variance|oscillat\w+|spread)", re.I
)
STEADY = re.compile(
    r"\b(?:(?:relatively|most|almost|nearly|roughly|remains?|stays?) (?:the )?(?:stable|steady|constant|flat|unchanged)"
    r"|(?:hardly|barely|least|scarcely|little) (?:affected|changes?|varies|influenced|sensitive))",
    re.I,
)
_RISE = re.compile(r"\b(?:increase|improvement|gain|growth|rise|improves?|grows?|rises?|increases?)\b", re.I)
_FALL = re.compile(
    r"\b(?:decrease|drop|decline|degradation|reduction|fall|drops?|declines?|falls?|decreases?)\b", re.I
)
_CHANGE = re.compile(rf"{_RISE.pattern}|{_FALL.pattern}|\bchange\b", re.I)


def normalised(weights: Mapping[str, float]) -> Scores:
    """The weights scaled to sum to 1, zeros dropped; empty when all are zero."""
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items() if weight > 0} if total > 0 else {}


def lower_is_better(chart: Chart, question: Question) -> bool:
    """Whether small values are the good ones, by the words of the question and of the value axis."""
    titles = " ".join(n.text for n in chart.names if n.role == "title")
    words = set(re.findall(r"[a-z]+", f"{question.text} {titles}".lower()))
    return bool(words & LOWER_IS_BETTER)


def grouped(scope: Scope) -> dict[str, list[Fact]]:
    """Facts with a value by the name that the scope asks for, in the order of its names."""
    groups: dict[str, list[Fact]] = {name: [] for name in scope.names}
    for fact in scope.facts:
        name = fact.name(scope.key)
        if name in groups and fact.y is not None:
            groups[name].append(fact)
    return {name: facts for name, facts in groups.items() if facts}


def extreme(chart: Chart, scope: Scope, op: Extreme, question: Question) -> Scores:
    """The name at the wanted end: of the largest value and of the mean, which mostly agree."""
    groups = grouped(scope)
    if len(groups) < 2:
        return {}
    text = question.text
    want = op.want
    up = want in {"max", "fast"} or (want == "best" and not lower_is_better(chart, question))
    up = up or (want == "worst" and lower_is_better(chart, question))
    values = {n: list(scope.profiles.get(n) or _in_order(f)) for n, f in groups.items()}
    if _FLUCTUATION.search(text):
        return _ranked({n: _roughness(v) for n, v in values.items()}, up, op.rank)
    if op.of == "difference" or (_CHANGE.search(text) and any(len(v) > 1 for v in values.values())):
        return _ranked({n: _change(v, text) for n, v in values.items()}, up, op.rank)
    means = _ranked({n: float(np.mean(v)) for n, v in values.items()}, up, op.rank)
    if all(len(facts) == 1 for facts in groups.values()) or scope.given or question.everywhere:
        return means
    ends = _ranked({n: (max if up else min)(v) for n, v in values.items()}, up, op.rank)
    return {name: 0.5 * means.get(name, 0.0) + 0.5 * ends.get(name, 0.0) for name in means}


def steady(scope: Scope) -> Scores:
    """The name whose values span least."""
    values = {n: list(scope.profiles.get(n) or _in_order(f)) for n, f in grouped(scope).items()}
    if len(values) < 2 or all(len(v) < 2 for v in values.values()):
        return {}
    return _ranked({n: max(v) - min(v) for n, v in values.items()}, False, 1)


def _values(facts: Sequence[Fact]) -> list[float]:
    return [f.y for f in facts if f.y is not None]


def _in_order(facts: Sequence[Fact]) -> list[float]:
    """Values along the axis of places."""
    return _values(sorted(facts, key=lambda f: (f.panel, f.at, f.x or 0.0)))


def _change(values: Sequence[float], text: str) -> float:
    """From the first value to the last, as a rise or a fall when the text says so, else how far the values lie apart."""
    if _FALL.search(text):
        return values[0] - values[-1]
    return values[-1] - values[0] if _RISE.search(text) else max(values) - min(values)


def _roughness(values: Sequence[float]) -> float:
    """Total movement beyond the net change: 0 for whatever only rises or only falls."""
    if len(values) < 2:
        return 0.0
    return float(np.abs(np.diff(values)).sum()) - abs(values[-1] - values[0])


def _ranked(values: Mapping[str, float], up: bool, rank: int) -> Scores:
    """Probability of standing at `rank`, soft where values nearly tie."""
    order = sorted(values, key=lambda n: (-values[n] if up else values[n], n))
    if rank > len(order):
        return {}
    wanted = values[order[rank - 1]]
    span = max(values.values()) - min(values.values()) or 1.0
    weights = {n: float(np.exp(-abs(values[n] - wanted) / (TIE * span))) for n in order}
    total = sum(weights.values())
    return {n: w / total for n, w in weights.items()}


def equals(scope: Scope, op: Equals, question: Question, others: Sequence[Operation]) -> Scores | None:
    """Names with the value: printed as asked, else measured close to it."""
    if _names_something(scope, op, question):
        return None
    if not op.sure and len(others) > 1:
        return None
    value, step = op.value.value, op.value.step
    measured = [f.y for f in scope.facts if f.y is not None]
    if not measured:
        return {}
    tolerance = max(0.5 * step, MEASURED * (max(measured) - min(measured)))
    scores: Scores = {}
    for fact in scope.facts:
        name = fact.name(scope.key)
        if fact.y is None or name not in scope.names:
            continue
        off = abs(fact.y - value)
        if fact.printed:
            score = float(off <= 0.505 * step)
        else:
            near = off / tolerance
            score = 0.7 * float(np.exp(-max(near * near, near))) if near <= 3 else 0.0
        scores[name] = max(score, scores.get(name, 0.0))
    return normalised(scores)


def _names_something(scope: Scope, op: Equals, question: Question) -> bool:
    """Whether the number is part of a name that the question sets as a condition ("Method 1")."""
    if any(start < op.span[1] and op.span[0] < end for start, end in scope.spots):
        return True
    given = [name for names in scope.given.values() for name in names]
    return any(m.start <= op.span[0] < m.end for m in mentions(question.text, given))


def compare(chart: Chart, scope: Scope, op: Compare, question: Question) -> Scores:
    """Names whose values stand in the relation at every place, or at most of them."""
    groups = grouped(scope)
    reference = _reference(groups, op.to)
    if not groups or reference is None:
        return {}
    relation = op.relation
    if relation in {"better", "worse"}:
        up = (relation == "better") != lower_is_better(chart, question)
        relation = "above" if up else "below"
    scores: Scores = {}
    for name, facts in groups.items():
        gaps = _gaps(facts, reference)
        if name == _named(groups, op.to) or not gaps:
            continue
        if relation == "near":
            scores[name] = -float(np.mean(np.abs(gaps)))
        else:
            holds = [g > 0 if relation == "above" else g < 0 for g in gaps]
            scores[name] = float(np.mean(holds)) ** 4
    if relation == "near":
        return _ranked(scores, True, 1) if scores else {}
    return normalised(scores)


def _named(groups: Mapping[str, Sequence[Fact]], to: Number | str) -> str | None:
    if isinstance(to, Number):
        return None
    found = mentions(to, list(groups))
    return list(groups)[found[0].name] if found else None


def _reference(groups: Mapping[str, Sequence[Fact]], to: Number | str) -> float | Sequence[Fact] | None:
    if isinstance(to, Number):
        return to.value
    name = _named(groups, to)
    return None if name is None else groups[name]


def _gaps(facts: Sequence[Fact], reference: float | Sequence[Fact]) -> list[float]:
    """Differences to the reference, place by place; over the means when they share no place."""
    if isinstance(reference, float):
        return [v - reference for v in _values(facts)]
    there = {(f.panel, f.place): f.y for f in reference if f.y is not None}
    gaps = [f.y - there[f.panel, f.place] for f in facts if f.y is not None and (f.panel, f.place) in there]
    return gaps or [float(np.mean(_values(facts)) - np.mean(_values(reference)))]


def between(scope: Scope, op: Between) -> Scores:
    """Names whose values lie between two numbers or the values of two names."""
    groups = grouped(scope)
    if isinstance(op.one, Number) and isinstance(op.other, Number):
        low, high = sorted((op.one.value, op.other.value))
        scores = {n: float(np.mean([low < v < high for v in _values(f)])) ** 2 for n, f in groups.items()}
    else:
        one, other = _named(groups, op.one), _named(groups, op.other)
        if one is None or other is None:
            return {}
        scores = {}
        for name, facts in groups.items():
            if name not in (one, other):
                first, second = _gaps(facts, groups[one]), _gaps(facts, groups[other])
                scores[name] = float(np.mean([a * b < 0 for a, b in zip(first, second, strict=False)])) ** 2
    return normalised(scores)


def placed(scope: Scope, op: Place, question: Question) -> Scores:
    """The name at a counted place: bars and categories from the left, legend entries from the top."""
    order = list(scope.names)
    if op.item == "panel" and scope.key != "panel":
        return {}
    listed = re.search(r"\b(?:legend|list\w*|key|entry)\b", question.text, re.I) is not None
    if scope.key == "series" and not listed and len({f.place for f in scope.facts}) > 1:
        return {}
    index = op.index - 1 if op.index > 0 else op.index
    return {order[index]: 1.0} if -len(order) <= index < len(order) else {}


def beside(chart: Chart, scope: Scope, op: Beside) -> Scores:
    """The name that stands on the given side of another one."""
    boxes = {n.text: n.box for n in chart.names if n.text in scope.names}
    order = list(scope.names)
    found = mentions(op.name, order)
    if not found:
        return {}
    start = boxes.get(order[found[0].name])
    if start is None:
        return {}
    scores: Scores = {}
    for name, box in boxes.items():
        dx, dy = (box.x0 + box.x1 - start.x0 - start.x1) / 2, (box.y0 + box.y1 - start.y0 - start.y1) / 2
        along = {"left": -dx, "right": dx, "above": -dy, "below": dy}.get(op.side, float(np.hypot(dx, dy)))
        if name != order[found[0].name] and along > 0:
            across = 0.0 if op.side == "next" else abs(dy if op.side in {"left", "right"} else dx)
            scores[name] = 1.0 / (1.0 + along + 2.0 * across) ** 4
    return normalised(scores)
