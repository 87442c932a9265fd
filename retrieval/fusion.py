"""Fuse several rankings, or several scores of the same passages, into one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..indexes.types import Hit

RRF_K = 60  # Cormack, Clarke and Buettcher, SIGIR 2009
Scores = npt.NDArray[np.float64]


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[Hit]], k: int = RRF_K, weights: Sequence[float] | None = None
) -> list[Hit]:
    """Fuse `rankings` into one: best first, ties by id.

    The score of an id is the sum of weight / (k + rank) over the rankings that contain it; ranks count from 1 and
    `weights` default to 1. Only ranks count, so the scores of the rankings need not be comparable.
    """
    scores: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, hit in enumerate(ranking, 1):
            scores[hit.id] = scores.get(hit.id, 0.0) + weight / (k + rank)
    return sorted((Hit(i, s) for i, s in scores.items()), key=lambda h: (-h.score, h.id))


def fuse_standardized(columns: Sequence[tuple[float, Sequence[float]]]) -> Scores:
    """Return the weighted sum of standardized scores, one value per passage.

    Each of `columns` is a pair (weight, scores); all columns have the same passages in the same order. A column is
    standardized to (score - mean) / standard deviation. Thus the distance between passages counts, which is lost in
    ranks. A column of equal scores has no effect, and a missing score (NaN) counts as average. Lee ("Combining Multiple
    Evidence from Different Properties of Weighting Schemes", SIGIR 1995) and Bruch et al. ("An Analysis of Fusion
    Functions for Hybrid Retrieval", TOIS 2023) compare such sums with fusion by rank.
    """
    total = np.zeros(len(columns[0][1]))
    for weight, scores in columns:
        column = np.asarray(scores, dtype=np.float64)
        missing = np.isnan(column)
        if missing.any():
            column = np.where(missing, 0.0 if missing.all() else np.nanmean(column), column)
        spread = float(column.std()) if len(column) else 0.0
        if spread > 1e-9:
            total += weight * (column - column.mean()) / spread
    return total


def logistic(score: float) -> float:
    """Map a standardized score to a number between 0 and 1; an average passage gets .5."""
    return 1.0 / (1.0 + math.exp(-score))
