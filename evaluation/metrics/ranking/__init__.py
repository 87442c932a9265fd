"""Ranking metrics, one per file: values that compare by content, print as they parse, and score one ranking.

MRR           reciprocal_rank    1 / rank of the first relevant id
MAP           average_precision  mean precision at the places of the relevant ids
recall@k      recall             share of the relevant ids among the first k
hit@k         hit                whether any of the first k is relevant
nDCG@k        ndcg               discounted gain over the best possible; gain 2^grade - 1; nDCG[linear]@k for the grade itself
"""

from __future__ import annotations

from .average_precision import AveragePrecision
from .base import Metric, score_all
from .hit import HitRate
from .ndcg import NDCG
from .parse import parse_metric
from .recall import Recall
from .reciprocal_rank import ReciprocalRank

__all__ = [
    "NDCG",
    "AveragePrecision",
    "HitRate",
    "Metric",
    "Recall",
    "ReciprocalRank",
    "parse_metric",
    "score_all",
]
