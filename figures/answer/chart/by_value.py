"""Names by a value that is printed or measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...question.operations import Equals, Operation
from ...question.parser import Question
from .label_mentions import mentions
from .scope import ChartScope
from .scores import Scores, normalised

MEASURED = 0.012  # share of the range of values by which a measured one may be off


def equals(scope: ChartScope, op: Equals, question: Question, others: Sequence[Operation]) -> Scores | None:
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


def _names_something(scope: ChartScope, op: Equals, question: Question) -> bool:
    """Whether the number is part of a name that the question sets as a condition ("Method 1")."""
    if any(start < op.span[1] and op.span[0] < end for start, end in scope.spots):
        return True
    given = [name for names in scope.given.values() for name in names]
    return any(m.start <= op.span[0] < m.end for m in mentions(question.wording, given))
