"""The passages that may answer: several queries over the best papers, fused."""

from __future__ import annotations

from collections.abc import Sequence

from ...indexes.cluster_index import ClusterIndex
from ...indexes.types import Chunk, Hit, Query
from ...retrieval.fusion import reciprocal_rank_fusion
from ...retrieval.search import search_chunks

_DEPTH = 30  # hits of each query that take part: far beyond what is shown
_SHARE = 2  # each paper is sure of the k-th part of 1/_SHARE of the places


def find_passages(
    index: ClusterIndex, queries: Sequence[str], papers: Sequence[str], count: int
) -> list[Chunk]:
    """At most `count` passages for `queries`, best first, from `papers` (empty: all).

    The lists of the queries are fused; half of the places are then kept for the papers in equal parts, since a question that
    leans on its first hop may fit the wrong paper's words better.
    """
    lists = [search_chunks(index, Query(text, tuple(papers)), _DEPTH) for text in queries]
    fused = reciprocal_rank_fusion(lists) if len(lists) > 1 else lists[0]
    chunks = {hit.id: index.chunk(hit.id) for hit in fused}
    reserved = count // (_SHARE * len(papers)) if papers else 0
    kept = [hit for paper in papers for hit in _of_paper(fused, chunks, paper)[:reserved]]
    chosen = {hit.id for hit in [*kept, *(hit for hit in fused if hit not in kept)][:count]}
    return [chunks[hit.id] for hit in fused if hit.id in chosen]


def _of_paper(hits: Sequence[Hit], chunks: dict[str, Chunk], paper: str) -> list[Hit]:
    return [hit for hit in hits if chunks[hit.id].paper_id == paper]
