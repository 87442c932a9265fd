"""Measure models before and after training by ranking held-out pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from ..agent.session import Session
from ..evaluation.statistics.bootstrap import paired_bootstrap
from ..indexes.embedding.cross_encoder import Reranker
from ..indexes.pages.colpali import ColpaliEncoder
from ..indexes.types import SearchQuery
from ..retrieval.reranker import rerank
from ..retrieval.search import search_chunks
from .labels import SentenceEncoder
from .pages import PagePair
from .types import HeldOutScore, TrainingPair

_DEPTH = 20
# Labels of citing sentences are guesses of the very search that training is to improve, so they cannot measure it.
_MEASURED = ("caption", "question", "title")


def measure_text(
    pairs: Sequence[TrainingPair], before: SentenceEncoder, after: SentenceEncoder
) -> tuple[HeldOutScore, ...]:
    """Return the mean reciprocal ranks before and after training, one score per kind of pair.

    Each query ranks all positives and negatives of its kind by cosine similarity.
    """
    scores = []
    for kind in _MEASURED:
        chosen = [pair for pair in pairs if pair.kind == kind]
        if chosen:
            ranks = [_reciprocal_ranks(chosen, encode) for encode in (before, after)]
            scores.append(_compare(kind, chosen, *ranks))
    return tuple(scores)


def _reciprocal_ranks(pairs: Sequence[TrainingPair], encode: SentenceEncoder) -> list[float]:
    pool = list(dict.fromkeys(text for pair in pairs for text in (pair.positive, *pair.negatives)))
    places = {text: place for place, text in enumerate(pool)}
    similar = encode([pair.query for pair in pairs]) @ encode(pool).T
    right = similar[np.arange(len(pairs)), [places[pair.positive] for pair in pairs]]
    return [float(1 / (1 + np.sum(row > value))) for row, value in zip(similar, right, strict=True)]


def measure_reranker(
    pairs: Sequence[TrainingPair], sessions: Sequence[Session], reranker: Reranker
) -> tuple[HeldOutScore, ...]:
    """Return the mean reciprocal ranks of passages in search order and after reranking, one score per kind of pair.

    For each query, hybrid search finds 20 passages in the paper of the pair. A passage that contains the positive is
    right.
    """
    kinds: dict[str, list[tuple[TrainingPair, float, float]]] = {}
    for pair in pairs:
        session = next((s for s in sessions if s.cluster.has_paper(pair.paper)), None)
        if session is None or pair.kind not in _MEASURED or pair.kind == "title":
            continue
        query = SearchQuery(pair.query, (pair.paper,))
        hits = search_chunks(session.index, query, _DEPTH, "hybrid")
        again = rerank(session.index, reranker, query, hits)
        holds = {hit.id: pair.positive in session.index.chunk(hit.id).text for hit in hits}
        first, second = ([holds[hit.id] for hit in order] for order in (hits, again))
        kinds.setdefault(pair.kind, []).append((pair, _first(first), _first(second)))
    return tuple(
        _compare(kind, *(list(column) for column in zip(*rows, strict=True)))
        for kind, rows in sorted(kinds.items())
    )


def measure_pages(
    pairs: Sequence[PagePair], before: ColpaliEncoder, after: ColpaliEncoder
) -> tuple[HeldOutScore, ...]:
    """Return the mean reciprocal rank of pages before and after training.

    Each query ranks the pages of all pairs by late interaction (MaxSim). The result is empty without pairs.
    """
    if not pairs:
        return ()
    images = list(dict.fromkeys(pair.image for pair in pairs))
    ranks = [_page_ranks(pairs, images, encoder) for encoder in (before, after)]
    difference = paired_bootstrap(ranks[1], ranks[0], [pair.paper for pair in pairs])
    before_mean, after_mean = (float(np.mean(values)) for values in ranks)
    return (HeldOutScore("page", len(pairs), before_mean, after_mean, difference),)


def _page_ranks(pairs: Sequence[PagePair], images: Sequence[Path], encoder: ColpaliEncoder) -> list[float]:
    pages = []
    for path in images:
        with Image.open(path) as image:
            pages += encoder.encode(encoder.prepare([image.convert("RGB")]))
    ranks = []
    for pair in pairs:
        query = encoder.query(pair.query).vectors
        scores = np.array([(query @ page.vectors.T).max(axis=1).sum() for page in pages])
        ranks.append(float(1 / (1 + np.sum(scores > scores[images.index(pair.image)]))))
    return ranks


def _first(right: Sequence[bool]) -> float:
    return 1 / (1 + right.index(True)) if True in right else 0.0


def _compare(
    kind: str, pairs: Sequence[TrainingPair], before: Sequence[float], after: Sequence[float]
) -> HeldOutScore:
    difference = paired_bootstrap(after, before, [pair.paper for pair in pairs])
    return HeldOutScore(kind, len(pairs), float(np.mean(before)), float(np.mean(after)), difference)
