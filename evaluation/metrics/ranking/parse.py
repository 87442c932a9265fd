"""From the name of a ranking metric to the metric."""

from __future__ import annotations

import re

from ....errors import UsageError
from .average_precision import AveragePrecision
from .base import Metric
from .hit import HitRate
from .ndcg import NDCG
from .recall import Recall
from .reciprocal_rank import ReciprocalRank

_NAME = re.compile(r"(?P<name>MRR|MAP|recall|hit|nDCG(?P<gain>\[linear\])?)(?:@(?P<k>[1-9]\d*))?")
_WITHOUT_K: dict[str, Metric] = {"MRR": ReciprocalRank(), "MAP": AveragePrecision()}


def parse_metric(name: str) -> Metric:
    """The metric called `name`: "MRR", "MAP", "MAP@10", "recall@5", "hit@5", "nDCG@10", "nDCG[linear]@20".

    Raises UsageError for others.
    """
    match = _NAME.fullmatch(name)
    if match and match["k"] is None and name in _WITHOUT_K:
        return _WITHOUT_K[name]
    if match is None or match["k"] is None or match["name"] == "MRR":
        raise UsageError(
            f"unknown metric {name!r}; known: MRR, MAP, MAP@k, recall@k, hit@k, nDCG@k, nDCG[linear]@k"
        )
    k = int(match["k"])
    if match["name"] == "MAP":
        return AveragePrecision(k)
    if match["name"] == "recall":
        return Recall(k)
    return HitRate(k) if match["name"] == "hit" else NDCG(k, linear=match["gain"] is not None)
