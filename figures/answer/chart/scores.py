"""Distributions over names, and the facts of a chart gathered by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from ...chart.types import Chart
from ...question.parser import Question
from ...question.vocabulary import LOWER_IS_BETTER
from .facts import ChartFact
from .scope import ChartScope

Scores = dict[str, float]
# Names whose values differ by less than this share of the range are hard to tell apart in a drawing.
TIE = 0.012


def normalised(weights: Mapping[str, float]) -> Scores:
    """The weights scaled to sum to 1, zeros dropped; empty when all are zero."""
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items() if weight > 0} if total > 0 else {}


def lower_is_better(chart: Chart, question: Question) -> bool:
    """Whether small values are the good ones, by the words of the question and of the value axis."""
    titles = " ".join(n.text for n in chart.names if n.role == "title")
    words = set(re.findall(r"[a-z]+", f"{question.wording} {titles}".lower()))
    return bool(words & LOWER_IS_BETTER)


def grouped(scope: ChartScope) -> dict[str, list[ChartFact]]:
    """Facts with a value by the name that the scope asks for, in the order of its names."""
    groups: dict[str, list[ChartFact]] = {name: [] for name in scope.names}
    for fact in scope.facts:
        name = fact.name(scope.key)
        if name in groups and fact.y is not None:
            groups[name].append(fact)
    return {name: facts for name, facts in groups.items() if facts}


def values_of(facts: Sequence[ChartFact]) -> list[float]:
    return [f.y for f in facts if f.y is not None]


def in_order(facts: Sequence[ChartFact]) -> list[float]:
    """Values along the axis of places."""
    return values_of(sorted(facts, key=lambda f: (f.panel, f.at, f.x or 0.0)))


def ranked(values: Mapping[str, float], up: bool, rank: int) -> Scores:
    """Probability of standing at `rank`, soft where values nearly tie."""
    order = sorted(values, key=lambda n: (-values[n] if up else values[n], n))
    if rank > len(order):
        return {}
    wanted = values[order[rank - 1]]
    span = max(values.values()) - min(values.values()) or 1.0
    weights = {n: float(np.exp(-abs(values[n] - wanted) / (TIE * span))) for n in order}
    total = sum(weights.values())
    return {n: w / total for n, w in weights.items()}
