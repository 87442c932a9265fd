"""Features of a sentence by the terms that it shares with a question, and of a paper by those that it lacks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from ...indexes.text.term_statistics import TermStatistics, inverse_frequency
from .concepts import related_terms
from .names import missing_names
from .question_terms import QuestionTerms
from .question_type import has_answer_type
from .text_features import word_terms

_RELATED = 0.6  # what a related word counts for, of the word itself
_NEAR_BEFORE = 0.5  # what a word of the heading or of the sentence before counts for
_NUMBER = re.compile(r"\d")


def pool_idf(terms: Sequence[str], tokens: Sequence[AbstractSet[str]]) -> dict[str, float]:
    """Rarity of each term among the sentences that are compared, related words counting as the term."""
    idf = {}
    for term in terms:
        related = related_terms(term)
        count = sum(term in own for own in tokens) + 0.5 * sum(
            bool(related & own) and term not in own for own in tokens
        )
        idf[term] = inverse_frequency(count, len(tokens))
    return idf


def coverage_of(
    focus: Sequence[str], own: AbstractSet[str], near: AbstractSet[str], idf: Mapping[str, float]
) -> tuple[float, float, float]:
    """Share of the focus in the sentence; the same with its surroundings; and the degree to which it has the rarest term."""
    total = sum(idf.values()) or 1.0
    degree = {t: 1.0 if t in own else _RELATED if related_terms(t) & own else 0.0 for t in focus}
    beside = {t: 1.0 if t in near else _RELATED if related_terms(t) & near else 0.0 for t in focus}
    coverage = sum(idf[t] * degree[t] for t in focus) / total
    wide = sum(idf[t] * max(degree[t], _NEAR_BEFORE * beside[t]) for t in focus) / total
    rarest = max(focus, key=lambda t: (idf[t], t), default=None)
    return coverage, wide, max(degree[rarest], _NEAR_BEFORE * beside[rarest]) if rarest else 0.0


def nearness(asked: QuestionTerms, text: str) -> float:
    """1 if a number or name is next to a word of the focus, falling to 0 at a distance of ten words."""
    words = text.split()
    if asked.kind != "number":
        return 0.5
    wanted = {other for term in asked.focus for other in related_terms(term)}
    numbers = [
        i
        for i, word in enumerate(words)
        if _NUMBER.search(word) or has_answer_type("number", word, asked.text) > 0.5
    ]
    marks = [i for i, word in enumerate(words) if not wanted.isdisjoint(word_terms(word))]
    if not numbers or not marks:
        return 0.0
    nearest: int = min(abs(i - j) for i in numbers for j in marks)
    return float(max(0.0, 1.0 - nearest / 10))


def unknown_share(asked: QuestionTerms, statistics: TermStatistics) -> float:
    """The share of the question's terms that no paper has."""
    missing = [term for term in asked.terms if not statistics.occurrences(term)]
    return len(missing) / max(len(asked.terms), 1)


def lacking(
    asked: QuestionTerms, statistics: TermStatistics, paper_id: str, named: frozenset[str]
) -> tuple[float, float]:
    """The share of the focus, by rarity among papers, that the paper never uses, related words counting half, and 1 if
    it never mentions a name in the question."""
    weight = {term: statistics.idf(term) for term in asked.focus}
    lacked = {}
    for term in asked.focus:
        if paper_id in statistics.occurrences(term):
            continue
        related = any(paper_id in statistics.occurrences(other) for other in related_terms(term) - {term})
        lacked[term] = 0.5 if related else 1.0
    share = sum(weight[term] * degree for term, degree in lacked.items()) / (sum(weight.values()) or 1.0)
    return share, float(bool(missing_names(asked.text, statistics, paper_id, named)))
