"""Normalised discounted cumulative gain (J\u00e4rvelin and Kek\u00e4l\u00e4inen, TOIS 2002)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from .base import Relevance, unique


@dataclass(frozen=True, slots=True)
class NDCG:
    """Gain of the first `k` ids, each divided by log2(rank + 1), over that of the best possible ranking; 0 without gain.

    The gain of an id is 2^grade - 1 (Burges et al., ICML 2005), or its grade when `linear`; with grades of 0 and 1 the
    two agree. Ids of the relevance that the ranking lacks count in the best possible ranking.
    """

    k: int
    linear: bool = False

    def __str__(self) -> str:
        return f"nDCG[linear]@{self.k}" if self.linear else f"nDCG@{self.k}"

    def __call__(self, ranking: Sequence[str], relevance: Relevance) -> float:
        gains = [self._gain(relevance.get(key, 0.0)) for key in unique(ranking)[: self.k]]
        best = sorted((self._gain(grade) for grade in relevance.values()), reverse=True)[: self.k]
        ideal = _discounted(best)
        return _discounted(gains) / ideal if ideal > 0 else 0.0

    def _gain(self, grade: float) -> float:
        grade = max(0.0, grade)
        return grade if self.linear else 2.0**grade - 1.0


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))
