"""Search by words and meaning together: candidates of both, one score, and a second look at the best of them.

The weights and the pairs of sentences behind `Candidate.meaning` were chosen on half of the papers of three sets
(questions of NLP papers, citing sentences, biomedical questions) and confirmed on the other half; see
benchmarks/retrieval_choice.py and benchmarks/RESULTS.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ..indexes.cluster_index import ClusterIndex
from ..indexes.text.sparse import best_sentence_weight
from ..indexes.types import Hit, Query
from ..papers.parsing.citations import parse_markers
from .fusion import fuse_standardized, logistic

DEPTH = 100  # passages of each kind that are candidates: beyond them neither words nor meaning say much
_RERANKED = 20
_WORDS, _MEANING = 0.5, 0.5
_FIRST, _SENTENCE_WORDS, _SENTENCE_MEANING = 0.5, 0.3, 0.2
_DECIMALS = 6  # beyond them is the rounding of float32 sums; equal scores go by id


def search_hybrid(index: ClusterIndex, query: Query, k: int) -> list[Hit]:
    """The best `k` passages: best first, ties by id, scores between 0 and 1 that are comparable within one list.

    The standardized BM25 score and the standardized cosine of the closest pair of sentences are added up; the first 20
    are then ordered by this sum, the words of their best sentence and its cosine.
    """
    text = strip_citation_markers(query.text)
    candidates = index.candidates(Query(text, query.papers), max(k, DEPTH))
    if not candidates:
        return []
    ids = [candidate.id for candidate in candidates]
    meaning = {candidate.id: candidate.meaning for candidate in candidates}
    first = fuse_standardized(
        [(_WORDS, [candidate.words for candidate in candidates]), (_MEANING, list(meaning.values()))]
    )
    hits = _sorted(ids, first)
    head = hits[:_RERANKED]
    head_ids = [hit.id for hit in head]
    texts = index.texts(head_ids)
    second = fuse_standardized(
        [
            (_FIRST, [hit.score for hit in head]),
            (_SENTENCE_WORDS, [best_sentence_weight(text, texts.get(i, "")) for i in head_ids]),
            (_SENTENCE_MEANING, [meaning[i] for i in head_ids]),
        ]
    )
    # Each part keeps to its half of the scores, so that no other passage comes before the reranked ones.
    best = [Hit(hit.id, 0.5 + logistic(hit.score) / 2) for hit in _sorted(head_ids, second)]
    rest = [Hit(hit.id, logistic(hit.score) / 2) for hit in hits[_RERANKED:]]
    return [*best, *rest][:k]


def strip_citation_markers(text: str) -> str:
    """`text` without "[12]", "(Kim, 2014)" and the like: they name papers, and match the bibliographies of others.

    A text that is nothing but markers is left as it is.
    """
    stripped = text
    for marker in reversed(parse_markers(text)):
        stripped = f"{stripped[: marker.start]} {stripped[marker.end :]}"
    stripped = re.sub(r"\s+([.,;:?!])", r"\1", " ".join(stripped.split()))
    return stripped if re.search(r"[^\W\d_]{2}", stripped) else text


def _sorted(ids: Sequence[str], scores: Sequence[float] | np.ndarray) -> list[Hit]:
    hits = (Hit(i, round(float(score), _DECIMALS)) for i, score in zip(ids, scores, strict=True))
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))
