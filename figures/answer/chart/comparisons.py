"""Names above, below, near or between others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...chart.types import Chart
from ...numbers import Number
from ...question.operations import Between, Compare
from ...question.parser import Question
from .facts import ChartFact
from .label_mentions import mentions
from .scope import ChartScope
from .scores import Scores, grouped, lower_is_better, normalised, ranked, values_of


def compare(chart: Chart, scope: ChartScope, op: Compare, question: Question) -> Scores:
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
        return ranked(scores, True, 1) if scores else {}
    return normalised(scores)


def between(scope: ChartScope, op: Between) -> Scores:
    """Names whose values lie between two numbers or the values of two names."""
    groups = grouped(scope)
    if isinstance(op.one, Number) and isinstance(op.other, Number):
        low, high = sorted((op.one.value, op.other.value))
        scores = {n: float(np.mean([low < v < high for v in values_of(f)])) ** 2 for n, f in groups.items()}
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


def _named(groups: Mapping[str, Sequence[ChartFact]], to: Number | str) -> str | None:
    if isinstance(to, Number):
        return None
    found = mentions(to, list(groups))
    return list(groups)[found[0].name] if found else None


def _reference(
    groups: Mapping[str, Sequence[ChartFact]], to: Number | str
) -> float | Sequence[ChartFact] | None:
    if isinstance(to, Number):
        return to.value
    name = _named(groups, to)
    return None if name is None else groups[name]


def _gaps(facts: Sequence[ChartFact], reference: float | Sequence[ChartFact]) -> list[float]:
    """Differences to the reference, place by place; over the means when they share no place."""
    if isinstance(reference, float):
        return [v - reference for v in values_of(facts)]
    there = {(f.panel, f.place): f.y for f in reference if f.y is not None}
    gaps = [f.y - there[f.panel, f.place] for f in facts if f.y is not None and (f.panel, f.place) in there]
    return gaps or [float(np.mean(values_of(facts)) - np.mean(values_of(reference)))]
