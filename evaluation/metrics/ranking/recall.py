"""Recall at a cut-off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .base import Relevance, relevant, unique


@dataclass(frozen=True, slots=True)
class Recall:
    """Share of the relevant ids that stand among the first `k`; 0 when nothing is relevant."""

    k: int

    def __str__(self) -> str:
        return f"recall@{self.k}"

    def __call__(self, ranking: Sequence[str], relevance: Relevance) -> float:
        wanted = relevant(relevance)
        return len(wanted.intersection(unique(ranking)[: self.k])) / len(wanted) if wanted else 0.0
