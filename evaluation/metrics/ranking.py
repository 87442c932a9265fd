"""Ranking metrics, computed by ir_measures (which runs trec_eval), under the names that reports print.

MRR         1 / rank of the first relevant id                    MAP, MAP@k  mean precision at the relevant ids
recall@k    share of the relevant ids among the first k          hit@k       1 if any of the first k is relevant
nDCG@k      discounted gain over the best possible one; the gain of an id is 2^grade - 1 (Burges et al., ICML 2005)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

import ir_measures
from ir_measures import AP, RR, Measure, R, Success, nDCG

from ...errors import UsageError

_NAME = re.compile(r"(MRR|MAP|recall|hit|nDCG)(?:@([1-9]\d*))?")
_MEASURES = {"MRR": RR, "MAP": AP, "recall": R, "hit": Success, "nDCG": nDCG}
_CUTOFF = {"MRR": "never", "MAP": "optional", "recall": "always", "hit": "always", "nDCG": "always"}


@cache
def parse_metric(name: str) -> Measure:
    """Return the measure that reports print as `name`, such as "MRR", "MAP@10" or "nDCG@20". Raises UsageError for
    others.
    """
    match = _NAME.fullmatch(name)
    if match is None or _CUTOFF[match[1]] == ("never" if match[2] else "always"):
        raise UsageError(f"unknown metric {name!r}; known: MRR, MAP, MAP@k, recall@k, hit@k, nDCG@k")
    measure = _MEASURES[match[1]]
    return measure @ int(match[2]) if match[2] else measure


def score_ranking(
    names: Sequence[str], ranking: Sequence[str], relevance: Mapping[str, float]
) -> dict[str, float]:
    """Map each of the metrics `names` to its score, 0..1, of one ranking (ids, best first).

    `relevance` maps relevant ids to whole grades above 0; absent ids have grade 0. A repeated id counts at its first
    place only. Without a ranking or without relevant ids, every score is 0. Raises ValueError for a negative or
    fractional grade.
    """
    if any(grade < 0 or grade != int(grade) for grade in relevance.values()):
        raise ValueError(f"grades must be whole numbers from 0, not {sorted(relevance.values())[-1]:g}")
    unique = list(dict.fromkeys(ranking))
    run = {"": {key: float(len(unique) - place) for place, key in enumerate(unique)}}
    # trec_eval uses the grade itself as the gain, so grades are converted; other measures only test if it is above 0.
    gains = {"": {key: 2 ** int(grade) - 1 for key, grade in relevance.items()}}
    measures = {parse_metric(name): name for name in names}
    values = {measures[one.measure]: one.value for one in ir_measures.iter_calc(list(measures), gains, run)}
    return {name: float(values.get(name, 0.0)) for name in names}
