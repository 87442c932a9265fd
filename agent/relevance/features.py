"""Features of a sentence as the answer to a question: one row of numbers per sentence, all about 0..1."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...figures.question.finders.answer_type import AnswerType
from ...indexes.text.analysis import analyse
from ...indexes.text.term_statistics import TermStatistics, inverse_frequency
from ..verification.sentences import Sentence
from .concepts import related_terms
from .question_type import answer_type, has_answer_type
from .subject import Subject

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]
Row = npt.NDArray[np.float64]

NAMES = (
    "coverage", "coverage_context", "rarest", "similarity", "similarity_context", "similarity_z", "type", "type_near", "subject",
    "named", "rank", "caption", "cites_others", "length", "digits", "unknown_terms", "unknown_name", "lexical_top",
    "near_coverage", "near_similarity", "passage_coverage", "own_work", "subject_x_coverage",
)  # fmt: skip

# Words that steer a question and are not what it is about.
GENERIC = frozenset(
    analyse(
        "paper papers authors author work article study studies report reports reported according please exactly many much number value "
        "values kind type use used uses using does give gives given get gets got tell know say says said find found name called "
        "one two part main first how what which that question answer take takes took taken choose chosen chose set text "
        "approach method model system people researchers they own"
    )
)
_RELATED = 0.6  # what a related word counts for, of the word itself
_NEAR_BEFORE = 0.5  # what a word of the heading or of the sentence before counts for
_ENCODED = 40
_LEANS = re.compile(
    r"(?:it|its|they|their|this|these|that|those|such|he|she|here|both|we|our)\b", re.IGNORECASE
)
_CITATION = re.compile(r"\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\[\d[\d,;\s–-]*\]|et al")
_CAPTION = re.compile(
    r"(?:tab(?:le|\.)|fig(?:ure|\.))\s*(?:[A-Z]?[.-]?\d[\d.]*|[IVX]+)\s*[:.|]", re.IGNORECASE
)
_NUMBER = re.compile(r"\d")
_OWN = re.compile(r"\b(?:we|our|us|this paper|this work)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """A question as the gate sees it: `focus` are its terms without those that name the paper and without generic words."""

    text: str
    kind: AnswerType
    terms: tuple[str, ...]
    focus: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerCandidate:
    """A sentence with its features, a row in the order of `NAMES`."""

    sentence: Sentence
    row: Row


def question_terms(question: str, subject_terms: frozenset[str]) -> QuestionTerms:
    """The terms of `question`; where nothing but the subject is left, the subject is the focus."""
    terms = tuple(dict.fromkeys(analyse(question)))
    focus = tuple(term for term in terms if term not in GENERIC and term not in subject_terms)
    if not focus:
        focus = tuple(term for term in terms if term not in GENERIC) or terms
    return QuestionTerms(question, answer_type(question), terms, focus)


def describe_candidates(
    question: str,
    sentences: Sequence[Sentence],
    subjects: Mapping[str, Subject],
    statistics: TermStatistics,
    encode: Encode | None,
) -> list[AnswerCandidate]:
    """The sentences with their features, those best by words first, ties in the given order.

    `subjects` by paper id. Only the best by words are compared by meaning; the others keep the mean similarity of none, 0.
    """
    named = frozenset(t for s in subjects.values() if s.probability > 0.2 for t in s.terms)
    asked = question_terms(question, named)
    tokens = [set(analyse(sentence.text)) for sentence in sentences]
    around = [set(analyse(f"{_heading(sentence)} {sentence.before}")) for sentence in sentences]
    idf = _pool_idf(asked.focus, tokens)
    unknown_terms, unknown_name = _unknown(asked, statistics)
    rows = []
    for sentence, own, near in zip(sentences, tokens, around, strict=True):
        subject = subjects.get(sentence.chunk.paper_id)
        probability, name = (subject.probability, subject.named) if subject else (0.0, 0.0)
        coverage, wide, rarest = _coverage(asked.focus, own, near, idf)
        kind = has_answer_type(asked.kind, sentence.text, question)
        words = sentence.text.split()
        rows.append(
            [
                coverage, wide, rarest, 0.0, 0.0, 0.0, kind, _near(asked, sentence.text) if kind else 0.0, probability, name,
                1 / (1 + sentence.rank), float(bool(_CAPTION.match(sentence.text))),
                min(1.0, 0.5 * len(_CITATION.findall(sentence.text))), min(1.0, len(words) / 60),
                sum(bool(_NUMBER.search(word)) for word in words) / max(len(words), 1), unknown_terms, unknown_name, 0.0,
                0.0, 0.0, 0.0, float(bool(_OWN.search(sentence.text))), probability * wide,
            ]
        )  # fmt: skip
    matrix = np.array(rows, np.float64).reshape(-1, len(NAMES))
    _add_neighbours(sentences, matrix)
    order = sorted(range(len(sentences)), key=lambda i: (-_by_words(matrix[i]), i))
    if encode and order:
        _compare_by_meaning(question, sentences, matrix, order[:_ENCODED], encode)
        _add_near_similarity(sentences, matrix)
    if order:
        matrix[:, NAMES.index("lexical_top")] = _by_words(matrix[order[0]])
    return [AnswerCandidate(sentences[i], matrix[i]) for i in order]


def _neighbours(sentences: Sequence[Sentence], place: int) -> list[int]:
    """Places of the sentences right before and after in the same passage."""
    same = [i for i in (place - 1, place + 1) if 0 <= i < len(sentences)]
    return [i for i in same if sentences[i].chunk.id == sentences[place].chunk.id]


def _add_neighbours(sentences: Sequence[Sentence], matrix: npt.NDArray[np.float64]) -> None:
    coverage = matrix[:, NAMES.index("coverage")]
    best: dict[str, float] = {}
    for sentence, value in zip(sentences, coverage.tolist(), strict=True):
        best[sentence.chunk.id] = max(best.get(sentence.chunk.id, 0.0), value)
    for place, sentence in enumerate(sentences):
        near = [coverage[i] for i in _neighbours(sentences, place)]
        matrix[place, NAMES.index("near_coverage")] = max(near, default=0.0)
        matrix[place, NAMES.index("passage_coverage")] = best[sentence.chunk.id]


def _add_near_similarity(sentences: Sequence[Sentence], matrix: npt.NDArray[np.float64]) -> None:
    similarity = matrix[:, NAMES.index("similarity")]
    for place in range(len(sentences)):
        near = [similarity[i] for i in _neighbours(sentences, place)]
        matrix[place, NAMES.index("near_similarity")] = max(near, default=0.0)


def _by_words(row: Row) -> float:
    """A first order of the sentences, to choose those that are worth encoding."""
    value = dict(zip(NAMES, row.tolist(), strict=True))
    score: float = 0.5 * value["coverage"] + 0.3 * value["coverage_context"] + 0.15 * value["type"]
    score += 0.1 * value["rank"] + 0.35 * value["subject"] * (0.3 + value["named"])
    return score


def _compare_by_meaning(
    question: str,
    sentences: Sequence[Sentence],
    matrix: npt.NDArray[np.float64],
    chosen: Sequence[int],
    encode: Encode,
) -> None:
    plain = [sentences[i].text for i in chosen]
    leaning = [i for i in chosen if sentences[i].before and _LEANS.match(sentences[i].text)]
    context = [f"{_heading(sentences[i])}. {sentences[i].before} {sentences[i].text}" for i in leaning]
    vectors = encode([question, *plain, *context]).astype(np.float64)
    similar = vectors[1 : len(plain) + 1] @ vectors[0]
    wide = dict(zip(leaning, (vectors[len(plain) + 1 :] @ vectors[0]).tolist(), strict=True))
    mean, deviation = float(similar.mean()), float(similar.std()) or 1.0
    for i, value in zip(chosen, similar.tolist(), strict=True):
        matrix[i, NAMES.index("similarity")] = value
        matrix[i, NAMES.index("similarity_context")] = max(value, wide.get(i, value))
        matrix[i, NAMES.index("similarity_z")] = (value - mean) / deviation / 4


def _pool_idf(terms: Sequence[str], tokens: Sequence[set[str]]) -> dict[str, float]:
    """Rarity of each term among the sentences that are compared, related words counting as the term."""
    idf = {}
    for term in terms:
        related = related_terms(term)
        count = sum(term in own for own in tokens) + 0.5 * sum(
            bool(related & own) and term not in own for own in tokens
        )
        idf[term] = inverse_frequency(count, len(tokens))
    return idf


def _coverage(
    focus: Sequence[str], own: set[str], near: set[str], idf: Mapping[str, float]
) -> tuple[float, float, float]:
    """Share of the focus in the sentence; the same with its surroundings; and the degree to which it has the rarest term."""
    total = sum(idf.values()) or 1.0
    degree = {t: 1.0 if t in own else _RELATED if related_terms(t) & own else 0.0 for t in focus}
    beside = {t: 1.0 if t in near else _RELATED if related_terms(t) & near else 0.0 for t in focus}
    coverage = sum(idf[t] * degree[t] for t in focus) / total
    wide = sum(idf[t] * max(degree[t], _NEAR_BEFORE * beside[t]) for t in focus) / total
    rarest = max(focus, key=lambda t: (idf[t], t), default=None)
    return coverage, wide, max(degree[rarest], _NEAR_BEFORE * beside[rarest]) if rarest else 0.0


def _near(asked: QuestionTerms, text: str) -> float:
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
    marks = [i for i, word in enumerate(words) if wanted & set(analyse(word))]
    if not numbers or not marks:
        return 0.0
    nearest: int = min(abs(i - j) for i in numbers for j in marks)
    return float(max(0.0, 1.0 - nearest / 10))


def _unknown(asked: QuestionTerms, statistics: TermStatistics) -> tuple[float, float]:
    """The share of the question's terms that no paper has, and 1 where one that looks like a name is among them."""
    missing = [term for term in asked.terms if not statistics.occurrences(term)]
    names = {term for word in re.findall(r"[\w-]*[A-Z0-9][\w-]*", asked.text[1:]) for term in analyse(word)}
    return len(missing) / max(len(asked.terms), 1), float(any(term in names for term in missing))


def _heading(sentence: Sentence) -> str:
    return sentence.chunk.section.rsplit(" > ", 1)[-1]
