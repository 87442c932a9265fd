"""Searching the passages of a cluster."""

from __future__ import annotations

from typing import Literal

from ..indexes.cluster_index import ClusterIndex
from ..indexes.types import Hit, Query
from .fusion import reciprocal_rank_fusion
from .hybrid import DEPTH, search_hybrid
from .pages import find_passages_on_pages, fuse_with_pages, search_pages

Strategy = Literal["bm25", "dense", "hybrid", "visual", "hybrid+visual"]
_PAGES = 20  # pages that are fused, of five passages or so each


def search_chunks(index: ClusterIndex, query: Query, k: int, strategy: Strategy = "hybrid") -> list[Hit]:
    """The best `k` chunks for `query`: best first, ties by id, scores above zero, restricted to `query.papers` if any.

    "bm25" goes by words and "dense" by meaning; "hybrid" by both (see `search_hybrid`); without an embedding model these
    are BM25, and `index.warnings` says so. "visual" are the passages on the pages whose images match, "hybrid+visual"
    fuses all three; both raise ConfigurationError where the cluster has no page images.
    """
    if strategy == "visual":
        pages = search_pages(index, query, k)
        return find_passages_on_pages(index, pages, search_chunks(index, query, DEPTH))[:k]
    if strategy == "hybrid+visual":
        text = reciprocal_rank_fusion([search_chunks(index, query, max(k, DEPTH))])
        return fuse_with_pages(index, text, search_pages(index, query, _PAGES))[:k]
    if strategy == "bm25" or index.dense is None:
        return index.bm25.search(query, k)
    if strategy == "dense":
        return index.dense.search(query, k)
    return search_hybrid(index, query, k)
