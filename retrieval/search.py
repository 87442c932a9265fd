"""Search the passages of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from ..errors import ConfigurationError
from ..indexes.cluster_index import ClusterIndex
from ..indexes.types import Hit, SearchQuery
from .hybrid import DEPTH, search_hybrid
from .pages import can_search_pages, find_passages_on_pages, search_pages
from .reranker import RERANKED, rerank
from .types import Strategy

STRATEGIES: tuple[str, ...] = get_args(Strategy)
_DEPTH_OF_SECTION = 500  # number of passages that are found before they are restricted to one section
_PAGES = 20  # number of pages whose passages are fused; a page has about five passages


def search_chunks(
    index: ClusterIndex, query: SearchQuery, k: int, strategy: Strategy | None = None
) -> list[Hit]:
    """Return the best `k` chunks for `query`: best first, ties by id, scores above zero.

    If `query.papers` is not empty, only chunks of these papers are returned. `strategy` defaults to the setting of that
    name:

    "bm25" compares words.
    "dense" compares meaning.
    "hybrid" compares both (see `search_hybrid`).
    "pages" returns the passages on the pages whose images match.
    "hybrid+pages" fuses words, meaning and page images.
    "auto" is "hybrid+pages" if page images can be searched, else "hybrid".

    Without an embedding model, "dense" and "hybrid" are the same as "bm25", and `index.warnings` says so. "pages" and
    "hybrid+pages" raise ConfigurationError if the cluster has no page images. If the index has a reranker, it orders
    the first 20 chunks again.
    """
    search, query = _searchers()[choose_strategy(index, strategy)], index.within(query)
    depth = max(k, _DEPTH_OF_SECTION) if index.section else k
    if index.reranker is None:
        return index.known(search(index, query, depth))[:k]
    return rerank(index, index.reranker, query, index.known(search(index, query, max(depth, RERANKED))))[:k]


def search_text(index: ClusterIndex, query: SearchQuery, k: int) -> list[Hit]:
    """Return the best `k` chunks by words and, with an embedding model, by meaning.

    The strategy in the settings does not matter. Page images and the reranker are not used.
    """
    return index.known(_search_by_text(index, index.within(query), k))


def choose_strategy(index: ClusterIndex, strategy: Strategy | None = None) -> str:
    """Return the strategy that searches `index`, with "auto" resolved.

    Raises ConfigurationError for an unknown strategy.
    """
    chosen = strategy or index.settings.strategy
    if chosen not in STRATEGIES:
        raise ConfigurationError(f"strategy {chosen!r}: one of {', '.join(STRATEGIES)}")
    if chosen == "auto":
        return "hybrid+pages" if can_search_pages(index) else "hybrid"
    return chosen


def _searchers() -> dict[str, Callable[[ClusterIndex, SearchQuery, int], list[Hit]]]:
    return {
        "bm25": lambda index, query, k: index.bm25.search(query, k),
        "dense": lambda index, query, k: (index.dense or index.bm25).search(query, k),
        "hybrid": _search_by_text,
        "pages": _search_by_pages,
        "hybrid+pages": lambda index, query, k: search_hybrid(
            index, query, k, search_pages(index, query, _PAGES)
        ),
    }


def _search_by_text(index: ClusterIndex, query: SearchQuery, k: int) -> list[Hit]:
    return index.bm25.search(query, k) if index.dense is None else search_hybrid(index, query, k)


def _search_by_pages(index: ClusterIndex, query: SearchQuery, k: int) -> list[Hit]:
    pages = search_pages(index, query, k)
    return find_passages_on_pages(index, pages, _search_by_text(index, query, DEPTH))[:k]
