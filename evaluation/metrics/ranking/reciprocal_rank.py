"""Reciprocal rank; its mean over examples is the MRR (Voorhees, TREC-8 QA track, 1999)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .base import Relevance, relevant, unique


@dataclass(frozen=True, slots=True)
class ReciprocalRank:
    """1 / rank of the first relevant id, counted from 1; 0 when none is in the ranking."""

    def __str__(self) -> str:
        return "MRR"

    def __call__(self, ranking: Sequence[str], relevance: Relevance) -> float:
        wanted = relevant(relevance)
        return next((1.0 / rank for rank, key in enumerate(unique(ranking), start=1) if key in wanted), 0.0)
