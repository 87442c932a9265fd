"""Rerank passages by a cross-encoder, which reads question and passage together.

By default, no cross-encoder is used.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..indexes.cluster_index import ClusterIndex
from ..indexes.embedding.cross_encoder import Reranker
from ..indexes.types import Hit, SearchQuery
from .fusion import fuse_standardized, logistic

RERANKED = 20  # number of passages that the cross-encoder reads; each costs as much as encoding a passage
_DECIMALS = 6


def rerank(index: ClusterIndex, reranker: Reranker, query: SearchQuery, hits: Sequence[Hit]) -> list[Hit]:
    """Return `hits` with the first 20 ordered by `reranker`: best first, ties by id, scores between 0 and 1.

    The other hits follow in their order, with scores of at most .5, so that they stay behind the reranked hits.
    """
    head, rest = hits[:RERANKED], hits[RERANKED:]
    if not head or not query.text.strip():
        return list(hits)
    scores = fuse_standardized([(1.0, reranker.rate(query.text, [index.chunk(hit.id).text for hit in head]))])
    rated = [
        Hit(hit.id, 0.5 + round(logistic(float(score)), _DECIMALS) / 2)
        for hit, score in zip(head, scores, strict=True)
    ]
    return [
        *sorted(rated, key=lambda hit: (-hit.score, hit.id)),
        *(Hit(hit.id, 0.5 * hit.score / hits[0].score) for hit in rest),
    ]
