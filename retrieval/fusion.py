"""Several rankings, or several scores of the same passages, as one."""

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
    """Fuse `rankings`: an id's score is the sum of weight / (k + rank) over the lists that hold it, rank from 1.

    Only ranks count, so the lists' scores need not be comparable. Best first, ties by id. Weights default to 1.
    """
    scores: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, hit in enumerate(ranking, 1):
            scores[hit.id] = scores.get(hit.id, 0.0) + weight / (k + rank)
    return sorted((Hit(i, s) for i, s in scores.items()), key=lambda h: (-h.score, h.id))


def fuse_standardized(columns: Sequence[tuple[float, Sequence[float]]]) -> Scores:
    """The weighted sum of standardized scores: `columns` are (weight, scores of the same passages in one order).

    A column becomes (score - mean) / standard deviation, so that the distance of a passage from the others counts, which ranks do
    not contain; a column of equal scores has no effect, and a missing score (NaN) counts as average. Lee ("Combining Multiple
    Evidence from Different Properties of Weighting Schemes", SIGIR 1995) and Bruch et al. ("An Analysis of Fusion Functions for
    Hybrid Retrieval", TOIS 2023) compare such sums with fusion by rank.
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
    """A standardized score as a number between 0 and 1, .5 for an average passage."""
    return 1.0 / (1.0 + math.exp(-score))
