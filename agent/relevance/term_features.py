"""Features of a sentence by the terms that it shares with a question, and of a paper by the question's terms that it
lacks."""

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

_RELATED = 0.6  # weight of a related word; the word itself has weight 1
_NEAR_BEFORE = 0.5  # weight of a word in the heading or in the previous sentence
_NUMBER = re.compile(r"\d")


def pool_idf(terms: Sequence[str], tokens: Sequence[AbstractSet[str]]) -> dict[str, float]:
    """Map each term to its rarity among the sentences that are compared.

    `tokens` has the terms of each sentence. A sentence with only a related word counts as half a sentence with the
    term.
    """
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
    """Return how much of `focus` a sentence covers, as three values in 0..1.

    They are the share of the focus in the sentence, the share in the sentence or its surroundings, and the degree to
    which the two have the rarest term. `own` are the terms of the sentence, `near` those of its surroundings, `idf`
    weights the terms.
    """
    total = sum(idf.values()) or 1.0
    degree = {t: 1.0 if t in own else _RELATED if related_terms(t) & own else 0.0 for t in focus}
    beside = {t: 1.0 if t in near else _RELATED if related_terms(t) & near else 0.0 for t in focus}
    coverage = sum(idf[t] * degree[t] for t in focus) / total
    wide = sum(idf[t] * max(degree[t], _NEAR_BEFORE * beside[t]) for t in focus) / total
    rarest = max(focus, key=lambda t: (idf[t], t), default=None)
    return coverage, wide, max(degree[rarest], _NEAR_BEFORE * beside[rarest]) if rarest else 0.0


def nearness(asked: QuestionTerms, text: str) -> float:
    """Return how near a number in `text` is to a word of the focus: 0.9 right next to the word, 0 from ten words on.

    The value is 0.5 if the question does not ask for a number.
    """
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
    """Return the share of the question's terms that occur in no paper."""
    missing = [term for term in asked.terms if not statistics.occurrences(term)]
    return len(missing) / max(len(asked.terms), 1)


def lacking(
    asked: QuestionTerms, statistics: TermStatistics, paper_id: str, named: frozenset[str]
) -> tuple[float, float]:
    """Return the share of the focus that the paper never uses, and 1 if the paper lacks a name of the question, else 0.

    The terms of the focus are weighted by their rarity among papers. A term counts half if the paper uses a related
    word. `named` are the terms by which the question names the paper.
    """
    weight = {term: statistics.idf(term) for term in asked.focus}
    lacked = {}
    for term in asked.focus:
        if paper_id in statistics.occurrences(term):
            continue
        related = any(paper_id in statistics.occurrences(other) for other in related_terms(term) - {term})
        lacked[term] = 0.5 if related else 1.0
    share = sum(weight[term] * degree for term, degree in lacked.items()) / (sum(weight.values()) or 1.0)
    return share, float(bool(missing_names(asked.text, statistics, paper_id, named)))
