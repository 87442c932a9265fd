"""The highest, the second lowest, the steadiest, the largest rise."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ...chart.types import Chart
from ...question.operations import Extreme
from ...question.parser import Question
from .scope import ChartScope
from .scores import Scores, grouped, in_order, lower_is_better, ranked

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


def extreme(chart: Chart, scope: ChartScope, op: Extreme, question: Question) -> Scores:
    """The name at the wanted end: of the largest value and of the mean, which mostly agree."""
    groups = grouped(scope)
    if len(groups) < 2:
        return {}
    text = question.wording
    want = op.want
    up = want in {"max", "fast"} or (want == "best" and not lower_is_better(chart, question))
    up = up or (want == "worst" and lower_is_better(chart, question))
    values = {n: list(scope.profiles.get(n) or in_order(f)) for n, f in groups.items()}
    if _FLUCTUATION.search(text):
        return ranked({n: _roughness(v) for n, v in values.items()}, up, op.rank)
    if op.of == "difference" or (_CHANGE.search(text) and any(len(v) > 1 for v in values.values())):
        return ranked({n: _change(v, text) for n, v in values.items()}, up, op.rank)
    means = ranked({n: float(np.mean(v)) for n, v in values.items()}, up, op.rank)
    if all(len(facts) == 1 for facts in groups.values()) or scope.given or question.everywhere:
        return means
    ends = ranked({n: (max if up else min)(v) for n, v in values.items()}, up, op.rank)
    return {name: 0.5 * means.get(name, 0.0) + 0.5 * ends.get(name, 0.0) for name in means}


def steady(scope: ChartScope) -> Scores:
    """The name whose values span least."""
    values = {n: list(scope.profiles.get(n) or in_order(f)) for n, f in grouped(scope).items()}
    if len(values) < 2 or all(len(v) < 2 for v in values.values()):
        return {}
    return ranked({n: max(v) - min(v) for n, v in values.items()}, False, 1)


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
