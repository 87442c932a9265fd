"""Widen training pairs from sentences to whole passages, which is what a reranker reads."""

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
_BEGINNING = 40  # a query counts as part of a passage if its first characters, this many, are in it


@dataclass(frozen=True, slots=True)
class _Located:
    """A pair with the id of the first passage that contains its positive but not its query."""

    pair: TrainingPair
    session: Session
    chunk_id: str


def widen_to_passages(
    pairs: Sequence[TrainingPair],
    sessions: Sequence[Session],
    progress: Callable[[int, int], None] | None = None,
) -> list[TrainingPair]:
    """Replace the positive and the negatives of each pair, which are sentences, by passages of the same paper.

    The new positive is the passage that contains the old positive. The new negatives are passages that hybrid search
    finds for the query. Passages that answer another query come first among them: they teach the model to compare query
    and passage, because the label cannot be told from the passage alone. A passage that contains the query itself, as
    the passage of a caption does, is neither a positive nor a negative. A passage that is right for the query is never
    a negative. Pairs without a positive or negative passage, and pairs with titles, are left out. `progress` is called
    with the number of pairs done and the number of all pairs.
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
    """Find the first passage that contains the positive but not the query; None for a title or if there is no such
    passage.
    """
    session = next((s for s in sessions if s.cluster.has_paper(pair.paper)), None)
    if session is None or pair.kind == "title":
        return None
    for chunk in session.index.chunks(pair.paper):
        if pair.positive in chunk.text and not _holds(chunk.text, pair.query):
            return _Located(pair, session, chunk.id)
    return None


def _holds(text: str, query: str) -> bool:
    return " ".join(query.split())[:_BEGINNING] in " ".join(text.split())
