"""Pairs of whole passages, which is what a reranker reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..agent.session import Session
from ..indexes.types import SearchQuery
from ..retrieval.search import search_chunks
from .types import TrainingPair

_DEPTH = 20
_NEGATIVES = 2
_BEGINNING = 40  # characters by which a caption or a sentence is found again in a passage


@dataclass(frozen=True, slots=True)
class _Located:
    """A pair with the id of the first passage that holds its positive."""

    pair: TrainingPair
    session: Session
    chunk_id: str


def widen_to_passages(
    pairs: Sequence[TrainingPair],
    sessions: Sequence[Session],
    progress: Callable[[int, int], None] | None = None,
) -> list[TrainingPair]:
    """The pairs whose positive is a sentence of their paper, with its passage in its place, and as negatives passages that hybrid
    search finds in the paper, first those that answer another query.

    A passage that answers one query and not the next teaches to compare the two texts; a label must not follow from the passage
    alone. A passage that holds the query itself, as the passage of a caption does, is neither right nor wrong, and none that is
    right for the query is a negative. `progress` is called with the numbers of pairs done and of all.
    """
    located = [found for pair in pairs if (found := _locate(pair, sessions))]
    right: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    answering: defaultdict[str, set[str]] = defaultdict(set)
    for one in located:
        right[one.pair.paper, one.pair.query].add(one.pair.positive)
        answering[one.pair.paper].add(one.chunk_id)
    widened = []
    for done, one in enumerate(located):
        if progress and done % 50 == 0:
            progress(done, len(located))
        pair, index = one.pair, one.session.index
        hits = search_chunks(index, SearchQuery(pair.query, (pair.paper,)), _DEPTH, "hybrid")
        wrong = [
            hit.id
            for hit in hits
            if not _holds(text := index.chunk(hit.id).text, pair.query)
            and not any(positive in text for positive in right[pair.paper, pair.query])
        ]
        wrong.sort(key=lambda chunk_id: chunk_id not in answering[pair.paper])
        negatives = tuple(index.chunk(chunk_id).text for chunk_id in wrong[:_NEGATIVES])
        if negatives:
            widened.append(replace(pair, positive=index.chunk(one.chunk_id).text, negatives=negatives))
    return widened


def _locate(pair: TrainingPair, sessions: Sequence[Session]) -> _Located | None:
    """None for a title, and where each passage with the positive also holds the query."""
    session = next((s for s in sessions if s.cluster.has_paper(pair.paper)), None)
    if session is None or pair.kind == "title":
        return None
    for chunk in session.index.chunks(pair.paper):
        if pair.positive in chunk.text and not _holds(chunk.text, pair.query):
            return _Located(pair, session, chunk.id)
    return None


def _holds(text: str, query: str) -> bool:
    return " ".join(query.split())[:_BEGINNING] in " ".join(text.split())
