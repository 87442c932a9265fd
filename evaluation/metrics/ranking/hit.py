"""Hit at a cut-off, also called success@k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .base import Relevance, relevant, unique


@dataclass(frozen=True, slots=True)
class HitRate:
    """1 when any of the first `k` ids is relevant, else 0."""

    k: int

    def __str__(self) -> str:
        return f"hit@{self.k}"

    def __call__(self, ranking: Sequence[str], relevance: Relevance) -> float:
        return float(not relevant(relevance).isdisjoint(unique(ranking)[: self.k]))
