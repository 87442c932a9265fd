"""Choosing the sentences that answer, without a language model.

A sentence is scored by four signals, each in 0..1, combined with fixed weights:
coverage   share of the question's words, weighted by rarity (IDF over the passages), that the sentence holds, those
           that only its heading or the sentence before it holds counting half;
similarity cosine of question and sentence embeddings, where there is a model; a good sentence that begins with "It" or the
           like is also taken together with its heading and the sentence before it, and the larger cosine counts;
kind       whether it holds what is asked for: a number for "how many", a reason for "why";
place      reciprocal rank of its passage in the search.
The weights were set by hand on the sample cluster's questions; nothing is fitted. The sum is lowered for papers that are
less likely than others to be the one that is asked about, and for captions, which name what is shown and seldom tell it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...indexes.text.analysis import analyse
from ...indexes.text.term_statistics import inverse_frequencies
from ..verification.sentences import Sentence

Encode = Callable[[Sequence[str]], np.ndarray]

_COVERAGE, _SIMILARITY, _KIND, _PLACE = 0.40, 0.35, 0.15, 0.10
_NEAR = 0.5
# Encoding is the slow part: only the sentences that the other signals put first are encoded.
_ENCODED = 16  # with 32 as many of 180 QASPER questions got a quote of a gold paragraph
_BEST = 12  # of them those that lean on the sentence before are encoded with it
_DOUBT = 0.3  # what a sentence of a paper loses that cannot be the right one
_CAPTION_SHARE = 0.8
_PLACE_DEPTH = 5.0

_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|large|long|often|big|small|far|fast|high|low)\b|\b(?:what|which) (?:\w+ ){0,3}"
    r"(?:number|size|rate|score|accuracy|percent\w*|dimension\w*|value|error|ratio|year|count|length|speed|gain)\b",
    re.IGNORECASE,
)
_ASKS_REASON = re.compile(r"\bwhy\b|\b(?:reason|motivat\w+|cause)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w\[])[-+]?\d")
# Numbers that only point somewhere: citations, numbered equations, labels of tables, figures and sections.
_POINTERS = re.compile(
    r"\[[\d,;\s–-]+\]|\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\(\d{1,2}[a-z]?\)"
    r"|\b(?:tab(?:le|\.)|fig(?:ure|\.)|sec(?:tion|\.)|eq(?:uation|\.)|appendix|algorithm)s?\s*\(?[A-Z]?[.-]?\d[\d.]*",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|since|due to|therefore|thus|hence|so that|in order to|as a result|motivated)\b",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:tab(?:le|\.)|fig(?:ure|\.))\s*(?:[A-Z]?[.-]?\d[\d.]*|[IVX]+)\s*[:.|]", re.IGNORECASE
)
# Sentences whose subject stands in the one before.
_LEANS = re.compile(r"(?:it|its|they|their|this|these|that|those|such|he|she|here|both)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """A sentence and how well it answers, in 0..1; `coverage` and `similarity` are the parts that abstention looks at."""

    sentence: Sentence
    score: float
    coverage: float
    similarity: float


def score_sentences(
    question: str,
    sentences: Sequence[Sentence],
    encode: Encode | None,
    likely: Mapping[str, float] | None = None,
) -> list[ScoredSentence]:
    """All `sentences`, best first; ties keep the order of the passages. `encode` maps texts to unit row vectors.

    `likely`: paper id -> how likely the question is about it, 1 for the likeliest; None, or no entry: 1.
    """
    scored = _by_words(question, sentences)
    if encode is not None and scored:
        scored = _by_meaning(question, scored, encode)
    return _ordered(replace(s, score=s.score * _share(s.sentence, likely or {})) for s in scored)


def _share(sentence: Sentence, likely: Mapping[str, float]) -> float:
    """What is left of a sentence's score, 0..1."""
    share = 1.0 - _DOUBT * (1.0 - likely.get(sentence.chunk.paper_id, 1.0))
    return share * (_CAPTION_SHARE if _CAPTION.match(sentence.text) else 1.0)


def _by_words(question: str, sentences: Sequence[Sentence]) -> list[ScoredSentence]:
    """All signals but similarity, best first."""
    terms = set(analyse(question))
    tokens = [set(analyse(s.text)) for s in sentences]
    weights = inverse_frequencies(terms, tokens)
    scored = []
    for sentence, own in zip(sentences, tokens, strict=True):
        near = set(analyse(f"{sentence.chunk.section} {sentence.before}"))
        coverage = _coverage(terms, own, near, weights)
        score = _COVERAGE * coverage + _KIND * _kind(question, sentence.text) + _PLACE * _place(sentence.rank)
        scored.append(ScoredSentence(sentence, score, coverage, 0.0))
    return _ordered(scored)


def _by_meaning(question: str, scored: Sequence[ScoredSentence], encode: Encode) -> list[ScoredSentence]:
    """`scored`, best first, with the similarity of the best of them, in the order that follows."""
    alone = _compared(question, scored[:_ENCODED], [s.sentence.text for s in scored[:_ENCODED]], encode)
    found = _ordered([*alone, *scored[_ENCODED:]])
    leaning = [n for n, s in enumerate(found[:_BEST]) if _LEANS.match(s.sentence.text)]
    texts = [_in_context(found[n].sentence) for n in leaning]
    for n, again in zip(
        leaning, _compared(question, [found[n] for n in leaning], texts, encode), strict=True
    ):
        found[n] = again
    return _ordered(found)


def _ordered(scored: Iterable[ScoredSentence]) -> list[ScoredSentence]:
    return sorted(scored, key=lambda s: -s.score)


def _compared(
    question: str, scored: Sequence[ScoredSentence], texts: Sequence[str], encode: Encode
) -> list[ScoredSentence]:
    """`scored` with the similarity of their `texts` where it is larger than the one they have."""
    if not scored:
        return []
    vectors = encode([question, *texts])
    found = []
    for one, cosine in zip(scored, (vectors[1:] @ vectors[0]).tolist(), strict=True):
        similarity = max(one.similarity, cosine)
        gain = _SIMILARITY * (similarity - one.similarity)
        found.append(replace(one, score=one.score + gain, similarity=similarity))
    return found


def _in_context(sentence: Sentence) -> str:
    heading = sentence.chunk.section.rpartition(">")[2].strip()
    return f"{heading}. {sentence.before} {sentence.text}"


def _coverage(terms: set[str], own: set[str], near: set[str], weights: dict[str, float]) -> float:
    total = sum(weights.values())
    held = sum(weights[t] * (1.0 if t in own else _NEAR) for t in sorted(terms & (own | near)))
    return held / total if total else 0.0


def _place(rank: int) -> float:
    return 1.0 / (1.0 + rank / _PLACE_DEPTH)


def _kind(question: str, text: str) -> float:
    """1 when the sentence holds the kind of thing that is asked for, .5 when any kind will do, else 0."""
    if _ASKS_NUMBER.search(question):
        return 1.0 if _NUMBER.search(_POINTERS.sub(" ", text)) else 0.0
    if _ASKS_REASON.search(question):
        return 1.0 if _REASON.search(text) else 0.3
    return 0.5
