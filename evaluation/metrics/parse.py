"""From the name of a metric to the metric."""

from __future__ import annotations

import re

from ...errors import UsageError
from .base import Metric
from .hit import Hit
from .ndcg import NDCG
from .recall import Recall
from .reciprocal_rank import ReciprocalRank

_NAME = re.compile(r"(?P<name>MRR|recall|hit|nDCG(?P<gain>\[linear\])?)(?:@(?P<k>[1-9]\d*))?")


def parse_metric(name: str) -> Metric:
    """The metric called `name`: "MRR", "recall@5", "hit@5", "nDCG@10", "nDCG[linear]@20". Raises UsageError for others."""
    match = _NAME.fullmatch(name)
    if match is None or (match["k"] is None) != (match["name"] == "MRR"):
        raise UsageError(f"unknown metric {name!r}; known: MRR, recall@k, hit@k, nDCG@k, nDCG[linear]@k")
    if match["k"] is None:
        return ReciprocalRank()
    k = int(match["k"])
    if match["name"] == "recall":
        return Recall(k)
    return Hit(k) if match["name"] == "hit" else NDCG(k, linear=match["gain"] is not None)
