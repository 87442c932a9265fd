"""Search by words, meaning and page images together.

Each kind of search gives candidates. All candidates get one fused score, and the best candidates are scored a second
time. The weights, and the pairs of sentences behind `Candidate.meaning`, were chosen on half of the papers of three
sets (questions about NLP papers, citing sentences, biomedical questions) and confirmed on the other half; see
benchmarks/RESULTS.md.
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

DEPTH = 100  # number of candidates from each kind of search; later passages are hardly relevant
_RERANKED = 20
_WORDS, _MEANING = 0.5, 0.5
# The same weight as words and meaning, because there was no set of questions about pages to fit it.
_PAGES = 0.5
_FIRST, _SENTENCE_WORDS, _SENTENCE_MEANING = 0.5, 0.3, 0.2
_DECIMALS = 6  # later decimals are rounding errors of float32 sums; equal scores are ordered by id


def search_hybrid(
    index: ClusterIndex, query: SearchQuery, k: int, pages: Sequence[PageHit] = ()
) -> list[Hit]:
    """Return the best `k` passages: best first, ties by id, scores between 0 and 1 that are comparable within one list.

    The score is the weighted sum of the standardized BM25 score and the standardized cosine of the closest pair of
    sentences. If `pages` were found by their images, the standardized score of a passage's best page is added. The
    first 20 passages are then ordered again, by this sum, the words of their best sentence and the cosine. A page
    without text gets the mean scores for words and meaning.
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
        lowest = min(on_pages.values())  # a page that was not found scores no more than the last found page
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
    # Reranked passages score above .5 and all others below, so that the reranked passages come first.
    best = [Hit(hit.id, 0.5 + logistic(hit.score) / 2) for hit in _sorted(head_ids, second)]
    rest = [Hit(hit.id, logistic(hit.score) / 2) for hit in hits[_RERANKED:]]
    return [*best, *rest][:k]


def strip_citation_markers(text: str) -> str:
    """Return `text` without citation markers such as "[12]" and "(Kim, 2014)", which would match bibliographies of
    other papers.

    A text that consists of markers only is returned unchanged.
    """
    stripped = text
    for marker in reversed(parse_markers(text)):
        stripped = f"{stripped[: marker.start]} {stripped[marker.end :]}"
    stripped = re.sub(r"\s+([.,;:?!])", r"\1", " ".join(stripped.split()))
    return stripped if re.search(r"[^\W\d_]{2}", stripped) else text


def _sorted(ids: Sequence[str], scores: Sequence[float] | np.ndarray) -> list[Hit]:
    hits = (Hit(i, round(float(score), _DECIMALS)) for i, score in zip(ids, scores, strict=True))
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))
