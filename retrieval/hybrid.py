"""Search by words, meaning and page images together: candidates of all, one score, and a second look at the best.

The weights and the pairs of sentences behind `Candidate.meaning` were chosen on half of the papers of three sets
(questions of NLP papers, citing sentences, biomedical questions) and confirmed on the other half; see benchmarks/RESULTS.md.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from ..indexes.cluster_index import ClusterIndex
from ..indexes.page_passages import is_page_passage
from ..indexes.text.sparse import best_sentence_weight
from ..indexes.types import Hit, SearchQuery
from ..papers.parsing.citations.markers import parse_markers
from .fusion import fuse_standardized, logistic
from .pages import PageHit, find_passages_on_pages

DEPTH = 100  # passages of each kind that are candidates: beyond them neither words nor meaning say much
_RERANKED = 20
_WORDS, _MEANING = 0.5, 0.5
_PAGES = 0.5  # as much as either: no set of questions about pages was at hand to choose it by
_FIRST, _SENTENCE_WORDS, _SENTENCE_MEANING = 0.5, 0.3, 0.2
_DECIMALS = 6  # beyond them is the rounding of float32 sums; equal scores go by id


def search_hybrid(
    index: ClusterIndex, query: SearchQuery, k: int, pages: Sequence[PageHit] = ()
) -> list[Hit]:
    """The best `k` passages: best first, ties by id, scores between 0 and 1 that are comparable within one list.

    The standardized BM25 score and the standardized cosine of the closest pair of sentences are added up, and where
    `pages` were found by their images, the standardized score of a passage's best page; the first 20 are then ordered by
    this sum, the words of their best sentence and its cosine. A page without text takes part with mean scores of text.
    """
    text = strip_citation_markers(query.text)
    on_pages = {hit.id: hit.score for hit in find_passages_on_pages(index, pages)}
    unread = [i for i in on_pages if is_page_passage(i)]
    stored = [i for i in on_pages if not is_page_passage(i)]
    candidates = index.candidates(SearchQuery(text, query.papers), max(k, DEPTH), stored)
    words = {c.id: c.words for c in candidates} | dict.fromkeys(unread, math.nan)
    meaning = {c.id: c.meaning for c in candidates} | dict.fromkeys(unread, math.nan)
    ids = list(words)
    if not ids:
        return []
    columns: list[tuple[float, Sequence[float]]] = [
        (_WORDS, list(words.values())),
        (_MEANING, list(meaning.values())),
    ]
    if on_pages:
        lowest = min(on_pages.values())  # a page that was not found scores no higher
        columns.append((_PAGES, [on_pages.get(i, lowest) for i in ids]))
    hits = _sorted(ids, fuse_standardized(columns))
    head = hits[:_RERANKED]
    head_ids = [hit.id for hit in head]
    texts = index.texts([i for i in head_ids if i not in unread])
    second = fuse_standardized(
        [
            (_FIRST, [hit.score for hit in head]),
            (
                _SENTENCE_WORDS,
                [math.nan if i in unread else best_sentence_weight(text, texts.get(i, "")) for i in head_ids],
            ),
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
