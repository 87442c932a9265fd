"""Pairs of whole passages, which is what a reranker reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..agent.session import Session
from ..indexes.types import Query
from ..retrieval.search import search_chunks
from .types import TrainingPair

_DEPTH = 8
_NEGATIVES = 2


def widen_to_passages(
    pairs: Sequence[TrainingPair],
    sessions: Sequence[Session],
    progress: Callable[[int, int], None] | None = None,
) -> list[TrainingPair]:
    """The pairs whose positive is a sentence of their paper, with its passage in its place, and as negatives the best other
    passages of the paper by hybrid search that do not hold it. `progress` is called with the numbers of pairs done and of all."""
    widened = []
    for done, pair in enumerate(pairs):
        if progress and done % 50 == 0:
            progress(done, len(pairs))
        session = next((s for s in sessions if s.cluster.has_paper(pair.paper)), None)
        if session is None or pair.kind == "title":
            continue
        holding = [chunk for chunk in session.index.chunks(pair.paper) if pair.positive in chunk.text]
        if not holding:
            continue
        hits = search_chunks(session.index, Query(pair.query, (pair.paper,)), _DEPTH, "hybrid")
        others = [session.index.chunk(hit.id).text for hit in hits]
        negatives = tuple(text for text in others if pair.positive not in text)[:_NEGATIVES]
        if negatives:
            widened.append(replace(pair, positive=holding[0].text, negatives=negatives))
    return widened
