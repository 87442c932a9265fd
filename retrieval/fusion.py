"""Several rankings into one."""

from __future__ import annotations

from collections.abc import Sequence

from ..indexes.types import Hit

RRF_K = 60  # Cormack, Clarke and Buettcher, SIGIR 2009


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
