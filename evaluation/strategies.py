"""Retrieval strategies to compare. Each takes the passages of a collection and gives a function from query to ranking.

    bm25           rank-bm25's Okapi over plain lower-case tokens of every passage: the baseline of published tables
    bm25-stems     the same over citehop's index terms, headings joined to the passages they head
    dense-passage  one vector per passage, title or heading before its text
    dense          a passage is as close as its closest sentence, each embedded with the heading before it
    hybrid         reciprocal rank fusion of bm25-stems and dense

A heading is context, not an answer: all but `bm25` leave passages out that are headings themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from ..errors import UsageError
from ..indexes.analysis import analyse
from ..indexes.types import Hit
from ..papers.sentences import split_sentences
from ..retrieval.fusion import reciprocal_rank_fusion
from .corpus import Passage
from .vectors import Matrix, Vectors

Encode = Callable[[Sequence[str]], Matrix]
Ranker = Callable[[str], list[Hit]]
Strategy = Callable[[Sequence[Passage]], Ranker]

# rank-bm25 divides by zero when no passage has a term; a term that no question has changes no score but by the lengths.
_NO_TERM = "\0"

NAMES = ("bm25", "bm25-stems", "dense-passage", "dense", "hybrid")


def strategy(name: str, vectors: Callable[[], Vectors]) -> Strategy:
    """The strategy called `name`; `vectors` is asked only by those that need a model. Raises UsageError for others."""
    if name == "bm25":
        return bm25
    if name == "bm25-stems":
        return bm25_stems
    if name in NAMES:
        encode = vectors()
        if name == "dense-passage":
            return lambda passages: dense_passage(passages, encode)
        if name == "dense":
            return lambda passages: dense(passages, encode)
        return lambda passages: hybrid(passages, encode)
    raise UsageError(f"unknown strategy {name!r}; known: {', '.join(NAMES)}")


def bm25(passages: Sequence[Passage]) -> Ranker:
    """Okapi BM25 as rank-bm25 has it (k1 1.5, b .75) over runs of a-z and 0-9."""
    return _okapi(passages, [_plain(passage.text) for passage in passages], _plain)


def bm25_stems(passages: Sequence[Passage]) -> Ranker:
    """Okapi BM25 over stems without stop words, of heading and text."""
    kept = _answers(passages)
    return _okapi(kept, [analyse(f"{passage.heading} {passage.text}") for passage in kept], analyse)


def dense_passage(passages: Sequence[Passage], encode: Encode) -> Ranker:
    """Cosine of the question with each passage, its heading before it."""
    kept = _answers(passages)
    if not kept:
        return _nothing
    matrix = encode([_headed(passage.heading, passage.text) for passage in kept])
    return lambda query: _ranked(kept, matrix @ encode([query])[0])


def dense(passages: Sequence[Passage], encode: Encode) -> Ranker:
    """Cosine of the question with the closest sentence of each passage, the passage's heading before it."""
    kept = _answers(passages)
    if not kept:
        return _nothing
    sentences = [split_sentences(passage.text) or [""] for passage in kept]
    texts = [
        _headed(passage.heading, sentence)
        for passage, found in zip(kept, sentences, strict=True)
        for sentence in found
    ]
    starts = np.cumsum([0, *(len(found) for found in sentences)])[:-1]
    matrix = encode(texts)
    return lambda query: _ranked(kept, np.maximum.reduceat(matrix @ encode([query])[0], starts))


def hybrid(passages: Sequence[Passage], encode: Encode) -> Ranker:
    """Both ways of ranking, fused by their ranks."""
    by_words, by_meaning = bm25_stems(passages), dense(passages, encode)
    return lambda query: reciprocal_rank_fusion([by_words(query), by_meaning(query)])


def _answers(passages: Sequence[Passage]) -> list[Passage]:
    return [passage for passage in passages if not passage.is_heading]


def _headed(heading: str, text: str) -> str:
    return f"{heading}. {text}" if heading else text


def _okapi(
    passages: Sequence[Passage], terms: Sequence[list[str]], analyser: Callable[[str], list[str]]
) -> Ranker:
    """Every passage by its score."""
    if not passages:
        return _nothing
    index = BM25Okapi([found or [_NO_TERM] for found in terms])
    return lambda query: _ranked(passages, index.get_scores(analyser(query)))


def _nothing(query: str) -> list[Hit]:  # noqa: ARG001  # a Ranker
    return []


def _ranked(passages: Sequence[Passage], scores: npt.NDArray[np.floating]) -> list[Hit]:
    """All passages, best first, ties by id."""
    hits = [Hit(passage.id, float(score)) for passage, score in zip(passages, scores, strict=True)]
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))


def _plain(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())
