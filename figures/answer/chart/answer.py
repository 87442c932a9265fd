"""Questions over a chart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ....papers.types import BBox
from ...chart.types import Chart, ChartName
from ...numbers import NUMBER, number_of
from ...question.operations import (
    Adjacent,
    AtPosition,
    Between,
    Compare,
    Equals,
    Extreme,
    Operation,
    StyleFilter,
)
from ...question.parser import Question
from ...raster.canvas import scaled_box
from ...types import Entity, Reading
from .by_position import beside, placed
from .by_style import looked_like, marks_like
from .by_value import equals
from .comparisons import between, compare
from .extremes import STEADY, extreme, steady
from .scope import ChartScope, proper, scopes_of, stands_alone
from .scores import Scores, normalised

ROLE_WEIGHTS = {
    "series": 1.0,
    "label": 1.0,
    "place": 0.6,
    "panel": 0.2,
    "title": 0.05,
    "tick": 0.03,
    "value": 0.0,
    "text": 0.12,
}
# What the prior over all names keeps of the probability when a question was answered.
DOUBT = 0.12
# Kinds of name as unlikely as this do not answer in place of those that cannot.
UNLIKELY = 0.1


def answer_chart(chart: Chart, question: Question) -> Reading:
    """The names of the chart that answer the question, with probabilities.

    Where no operation of the question can be carried out the reading abstains: a flat prior over the names, in which
    legend entries and point labels count more than categories, and those more than other texts.
    """
    prior = prior_of(chart, question)
    answers = [
        (scope, scores)
        for scope in scopes_of(chart, question)
        if (scores := _operate(chart, scope, question))
    ]
    total = sum(scope.weight for scope, _ in answers)
    if total < UNLIKELY:
        return Reading(_entities(prior), question.kind, (), True)
    combined: dict[str, float] = {name: DOUBT * p for name, p in prior.items()}
    for scope, scores in answers:
        share = (1 - DOUBT) * scope.weight / total
        for name, p in scores.items():
            combined[name] = combined.get(name, 0.0) + share * p
    best = max(combined, key=lambda n: (combined[n], n))
    return Reading(_entities(combined), question.kind, _evidence(chart, answers[0][0], best), False)


def prior_of(chart: Chart, question: Question) -> dict[str, float]:
    """A distribution over the names that stand in the chart, before any operation."""
    excluded = {name.lower() for name in question.excluded}
    weights: dict[str, float] = {}
    for name in chart.names:
        if name.text.lower() in excluded:
            continue
        weight = ROLE_WEIGHTS[name.role] * (0.1 + proper(name.text))
        weights[name.text] = max(weight, weights.get(name.text, 0.0))
    return normalised(weights)


def _operate(chart: Chart, scope: ChartScope, question: Question) -> Scores:
    """The distribution over the scope's names after all operations; empty when none could be carried out."""
    looks = [op for op in question.operations if isinstance(op, StyleFilter)]
    others = [op for op in question.operations if not isinstance(op, StyleFilter)]
    if STEADY.search(question.wording):
        return steady(scope)
    results: list[Scores] = []
    for look in looks:
        seen = looked_like(chart, look)
        if not seen and scope.key in {"place", "label"}:
            seen = marks_like(scope.facts, scope.key, look)
            if not seen:
                return {}
            results.append(seen)
            continue
        if not seen:
            return {}
        if scope.key == "series":
            results.append(seen)
        elif others:
            scope = _narrowed(scope, seen)
        else:
            return {}
    for op in map(_settled, others):
        result: Scores | None = None
        if isinstance(op, Extreme):
            result = extreme(chart, scope, op, question)
        elif isinstance(op, Equals):
            result = equals(scope, op, question, others)
        elif isinstance(op, Compare):
            result = compare(chart, scope, op, question)
        elif isinstance(op, Between):
            result = between(scope, op)
        elif isinstance(op, AtPosition):
            result = placed(scope, op, question)
        elif isinstance(op, Adjacent) and stands_alone(op, question):
            result = beside(chart, scope, op)
        if result is not None:
            if not result:
                return {}
            results.append(result)
    if not results:
        return {}
    product = dict(results[0])
    for other in results[1:]:
        product = {name: p * other.get(name, 0.0) for name, p in product.items()}
    excluded = {name.lower() for name in question.excluded}
    return normalised({n: p for n, p in product.items() if n.lower() not in excluded})


def _settled(op: Operation) -> Operation:
    """ "Near about 0.28" as the value that it is; a name with a number in it stays a name."""
    if isinstance(op, Compare) and op.relation == "near" and isinstance(op.to, str):
        match = NUMBER.fullmatch(re.sub(r"^(?:about|around|approximately|roughly|nearly|~)\s*", "", op.to))
        if match is not None:
            return Equals(number_of(match), True, op.span, op.about)
    return op


def _narrowed(scope: ChartScope, seen: Scores) -> ChartScope:
    best = max(seen, key=lambda n: (seen[n], n))
    facts = tuple(f for f in scope.facts if f.series == best)
    return replace(scope, facts=facts or scope.facts, profiles={})


def _entities(probabilities: Mapping[str, float]) -> tuple[Entity, ...]:
    ranked = sorted(probabilities.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Entity(name, round(p, 6)) for name, p in ranked if p > 1e-6)


def _evidence(chart: Chart, scope: ChartScope, best: str) -> tuple[BBox, ...]:
    """The name's own box and those of its marks in scope, in image pixels."""
    names: Sequence[ChartName] = [n for n in chart.names if n.text == best]
    boxes = [n.box for n in names[:1]] + [f.box for f in scope.facts if f.name(scope.key) == best][:12]
    return tuple(scaled_box(box, 1.0 / chart.scale) for box in boxes)
