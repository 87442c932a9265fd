"""Searching the passages of a cluster."""

from __future__ import annotations

from typing import Literal

from ..indexes.cluster_index import ClusterIndex
from ..indexes.types import Hit, Query
from .fusion import reciprocal_rank_fusion
from .pages import passages_on, search_pages, with_pages

Strategy = Literal["bm25", "dense", "hybrid", "visual", "hybrid+visual"]
# So many hits of each list are fused: what neither list has here does not reach the first places.
_DEPTH = 100
_PAGES = 20  # likewise of pages, which hold five passages or so


def search_chunks(index: ClusterIndex, query: Query, k: int, strategy: Strategy = "hybrid") -> list[Hit]:
    """The best `k` chunks for `query`: best first, ties by id, scores above zero, restricted to `query.papers` if any.

    "bm25" goes by words and "dense" by meaning; "hybrid" fuses both (see `fusion`); without an embedding model these
    are BM25, and `index.warnings` says so. "visual" are the passages on the pages whose images match, "hybrid+visual"
    fuses all three; both raise ConfigurationError where the cluster has no page images.
    """
    if strategy == "visual":
        pages = search_pages(index, query, k)
        return passages_on(index, pages, search_chunks(index, query, _DEPTH))[:k]
    if strategy == "hybrid+visual":
        text = search_chunks(index, query, max(k, _DEPTH))
        if index.dense is None:  # a single list has no ranks fused yet
            text = reciprocal_rank_fusion([text])
        return with_pages(index, text, search_pages(index, query, _PAGES))[:k]
    if strategy == "bm25" or index.dense is None:
        return index.bm25.search(query, k)
    if strategy == "dense":
        return index.dense.search(query, k)
    depth = max(k, _DEPTH)
    return reciprocal_rank_fusion([index.bm25.search(query, depth), index.dense.search(query, depth)])[:k]
