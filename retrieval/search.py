"""Searching the passages of a cluster."""

from __future__ import annotations

from typing import Literal

from ..indexes.index import Index
from ..indexes.types import Hit, Query
from .fusion import reciprocal_rank_fusion

Strategy = Literal["bm25", "dense", "hybrid"]
# So many hits of each list are fused: what neither list has here does not reach the first places.
_DEPTH = 100


def search_chunks(index: Index, query: Query, k: int, strategy: Strategy = "hybrid") -> list[Hit]:
    """The best `k` chunks for `query`: best first, ties by id, scores above zero, restricted to `query.papers` if any.

    "bm25" goes by words and "dense" by meaning; "hybrid" fuses both (see `fusion`). Without an embedding model all are
    BM25; `index.warnings` says so.
    """
    if strategy == "bm25" or index.dense is None:
        return index.bm25.search(query, k)
    if strategy == "dense":
        return index.dense.search(query, k)
    depth = max(k, _DEPTH)
    return reciprocal_rank_fusion([index.bm25.search(query, depth), index.dense.search(query, depth)])[:k]
