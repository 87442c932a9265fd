"""Choosing the sentences that answer, without a language model.

A sentence is scored by four signals, each in 0..1, combined with fixed weights:
coverage   share of the question's words, weighted by rarity (IDF over the passages), that the sentence holds, those
           that only its heading or the sentence before it holds counting half;
similarity cosine of question and sentence embeddings, where there is a model;
kind       whether it holds what is asked for: a number for "how many", a reason for "why";
place      reciprocal rank of its passage in the search.
The weights were set by hand on the sample cluster's questions; nothing is fitted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..indexes.analysis import analyse
from .evidence import Sentence

Encode = Callable[[Sequence[str]], np.ndarray]

_COVERAGE, _SIMILARITY, _KIND, _PLACE = 0.40, 0.35, 0.15, 0.10
_NEAR = 0.5
# Encoding is the slow part: only the sentences that the other signals put first are encoded.
_ENCODED = 32
_PLACE_DEPTH = 5.0

_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|large|long|often|big|small|far|fast|high|low)\b|\b(?:what|which) (?:\w+ ){0,3}"
    r"(?:number|size|rate|score|accuracy|percent\w*|dimension\w*|value|error|ratio|year|count|length|speed|gain)\b",
    re.IGNORECASE,
)
_ASKS_REASON = re.compile(r"\bwhy\b|\b(?:reason|motivat\w+|cause)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w(\[])[-+]?\d[\d,.]*\s*(?:%|[a-zA-Z]+)?")
_CITATION = re.compile(r"\[[\d,;\s–-]+\]|\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)")
_REASON = re.compile(
    r"\b(?:because|since|due to|therefore|thus|hence|so that|in order to|as a result|motivated)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence and how well it answers, in 0..1; `coverage` and `similarity` are the parts that abstention looks at."""

    sentence: Sentence
    score: float
    coverage: float
    similarity: float


def score_sentences(question: str, sentences: Sequence[Sentence], encode: Encode | None) -> list[Scored]:
    """All `sentences`, best first; ties keep the order of the passages. `encode` maps texts to unit row vectors."""
    if not sentences:
        return []
    terms = set(analyse(question))
    tokens = [set(analyse(s.text)) for s in sentences]
    around = [set(analyse(f"{s.chunk.section} {s.before}")) for s in sentences]
    weights = _idf(terms, tokens)
    first = [
        Scored(
            s,
            _KIND * _kind(question, s.text) + _PLACE * _place(s.rank),
            _coverage(terms, own, near, weights),
            0.0,
        )
        for s, own, near in zip(sentences, tokens, around, strict=True)
    ]
    order = sorted(range(len(first)), key=lambda i: -(first[i].score + _COVERAGE * first[i].coverage))
    similarity = _similarities(question, [sentences[i].text for i in order[:_ENCODED]], encode)
    scored = []
    for place, i in enumerate(order):
        one = first[i]
        cosine = similarity[place] if place < len(similarity) else 0.0
        total = one.score + _COVERAGE * one.coverage + _SIMILARITY * cosine
        scored.append(Scored(one.sentence, total, one.coverage, cosine))
    return sorted(scored, key=lambda s: -s.score)


def _idf(terms: set[str], documents: Sequence[set[str]]) -> dict[str, float]:
    """Robertson-Sparck Jones weight with +1 inside the logarithm, as in Lucene: always positive."""
    n = len(documents)
    counts = {t: sum(t in d for d in documents) for t in terms}
    return {t: math.log(1 + (n - c + 0.5) / (c + 0.5)) for t, c in counts.items()}


def _coverage(terms: set[str], own: set[str], near: set[str], weights: dict[str, float]) -> float:
    total = sum(weights.values())
    held = sum(weights[t] * (1.0 if t in own else _NEAR) for t in sorted(terms & (own | near)))
    return held / total if total else 0.0


def _place(rank: int) -> float:
    return 1.0 / (1.0 + rank / _PLACE_DEPTH)


def _kind(question: str, text: str) -> float:
    """1 when the sentence holds the kind of thing that is asked for, .5 when any kind will do, else 0."""
    if _ASKS_NUMBER.search(question):
        return 1.0 if _NUMBER.search(_CITATION.sub(" ", text)) else 0.0
    if _ASKS_REASON.search(question):
        return 1.0 if _REASON.search(text) else 0.3
    return 0.5


def _similarities(question: str, texts: Sequence[str], encode: Encode | None) -> list[float]:
    if encode is None or not texts:
        return []
    vectors = encode([question, *texts])
    return [max(0.0, float(c)) for c in vectors[1:] @ vectors[0]]
