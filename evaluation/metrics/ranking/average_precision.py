"""Average precision; its mean over examples is the MAP (Buckley and Voorhees, SIGIR 2000)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .base import Relevance, relevant, unique


@dataclass(frozen=True, slots=True)
class AveragePrecision:
    """Mean, over all relevant ids, of the precision at the place of each; 0 for one that is missing.

    With `k` only the first `k` places count, still over all relevant ids, as trec_eval's map_cut does. Grades above 0 are alike.
    """

    k: int | None = None

    def __str__(self) -> str:
        return "MAP" if self.k is None else f"MAP@{self.k}"

    def __call__(self, ranking: Sequence[str], relevance: Relevance) -> float:
        wanted = relevant(relevance)
        found, total = 0, 0.0
        for rank, key in enumerate(unique(ranking)[: self.k], start=1):
            if key in wanted:
                found += 1
                total += found / rank
        return total / len(wanted) if wanted else 0.0
