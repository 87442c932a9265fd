"""Search the passages of an opened cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..errors import UsageError
from ..indexes.text.analysis import analyze
from ..indexes.text.term_statistics import TermStatistics
from ..indexes.types import Chunk, SearchQuery
from ..papers.types import Paper
from ..retrieval.search import search_chunks
from ..retrieval.types import Strategy
from .session import Session


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that a search found, with its paper; scores are comparable within one search."""

    chunk: Chunk
    paper: Paper = field(repr=False)  # the representation would contain the whole text
    score: float


def search(
    session: Session, query: str, k: int = 5, *, papers: Sequence[str] = (), strategy: Strategy | None = None
) -> tuple[Found, ...]:
    """Return the best `k` passages for `query`, best first, ties by id; `search_chunks` explains the values of
    `strategy`.

    `papers` (ids, titles, or unique beginnings of an id or title) restricts the search; empty means all papers. Raises
    UsageError for an unknown paper or k < 1, and ConfigurationError for "pages" if the cluster has no page images.
    """
    if k < 1:
        raise UsageError(f"k must be 1 or more, got {k}")
    wanted = tuple(session.paper_id(text) for text in papers)
    found = []
    for hit in search_chunks(session.index, SearchQuery(query, wanted), k, strategy):
        chunk = session.index.chunk(hit.id)
        found.append(Found(chunk, session.cluster.paper(chunk.paper_id), hit.score))
    return tuple(found)


def occurring_terms(statistics: TermStatistics, query: str, paper_ids: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the terms of `query`, as stems in order, that occur in at least one of the papers `paper_ids` (empty: all
    papers)."""
    found = ((term, statistics.occurrences(term)) for term in dict.fromkeys(analyze(query)))
    return tuple(
        term for term, counts in found if counts and (not paper_ids or counts.keys() & set(paper_ids))
    )
