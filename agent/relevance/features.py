"""Describe each sentence as a possible answer to a question: one row of features per sentence, nearly all in 0..1."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...indexes.text.term_statistics import TermStatistics
from ..verification.sentences import Sentence
from .question_terms import focus_text, naming_terms, question_terms
from .question_type import has_answer_type
from .similarity_features import Encode, add_similarity, neighbors
from .subject import Subject, elsewhere_degrees
from .term_features import coverage_of, lacking, nearness, pool_idf, unknown_share
from .text_features import (
    effect_share,
    focus_words,
    heading_share,
    is_cause,
    phrase_share,
    share_of,
    spelling_similarity,
    window_shares,
    word_terms,
)

Row = npt.NDArray[np.float64]

NAMES = (
    "coverage", "coverage_context", "rarest", "similarity", "similarity_context", "similarity_z", "type", "type_near", "subject",
    "named", "rank", "caption", "cites_others", "length", "digits", "unknown_terms", "lexical_top",
    "near_coverage", "near_similarity", "passage_coverage", "own_work", "subject_x_coverage", "window_before", "window_after",
    "passage_similarity", "similarity_gap", "fragment", "paper_lacks", "paper_lacks_name", "elsewhere",
    "focus_similarity", "focus_z",
    "spelling", "window_coverage", "wide_coverage", "heading_coverage", "abstract", "cause",
    "phrase", "rare_coverage", "asks_number", "asks_reason", "cause_beside", "caused",
)  # fmt: skip

# Features that need an embedding model; without one they are 0.
MEANING = (
    "similarity", "similarity_context", "similarity_z", "near_similarity", "window_before", "window_after", "passage_similarity",
    "similarity_gap", "focus_similarity", "focus_z",
)  # fmt: skip

_CITATION = re.compile(r"\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\[\d[\d,;\s–-]*\]|et al")
_CAPTION = re.compile(
    r"(?:tab(?:le|\.)|fig(?:ure|\.))\s*(?:[A-Z]?[.-]?\d[\d.]*|[IVX]+)\s*[:.|]", re.IGNORECASE
)
_NUMBER = re.compile(r"\d")
_BEGINNING = re.compile(r"[\"“‘'(\[•–-]*\s*(?:[A-Z0-9À-Þ]|[a-z]+[A-Z0-9])")
_END = re.compile(r"[.!?:;][\"”’')\]]*[\d¹²³⁴-⁹]*$")
_OWN = re.compile(r"\b(?:we|our|us|this paper|this work)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AnswerCandidate:
    """A sentence and its features; `row` has them in the order of `NAMES`."""

    sentence: Sentence
    row: Row


def describe_candidates(
    question: str,
    sentences: Sequence[Sentence],
    subjects: Mapping[str, Subject],
    statistics: TermStatistics,
    encode: Encode | None,
) -> list[AnswerCandidate]:
    """Return the sentences with their features, the sentences first that share most words and meaning with the
    question.

    Ties keep the given order. `subjects` maps paper ids to subjects. `encode` maps texts to unit vectors; without it,
    the features of meaning are 0.
    """
    if not sentences:
        return []
    context = _SentenceContext(question, sentences, subjects, statistics)
    described = (dict.fromkeys(NAMES, 0.0) | context.describe(sentence) for sentence in sentences)
    matrix = np.array([[value[name] for name in NAMES] for value in described], np.float64)
    _add_neighbors(sentences, matrix)
    if encode:
        focus = focus_text(question, frozenset(t for s in subjects.values() if s.is_clear for t in s.terms))
        columns = {name: matrix[:, place] for place, name in enumerate(NAMES)}
        add_similarity((question, focus), sentences, columns, encode)
    order = order_first(matrix)
    return [AnswerCandidate(sentences[i], matrix[i]) for i in order]


class _SentenceContext:
    """Values of the question and its papers that are computed once and used for every sentence."""

    def __init__(
        self,
        question: str,
        sentences: Sequence[Sentence],
        subjects: Mapping[str, Subject],
        statistics: TermStatistics,
    ) -> None:
        named = naming_terms(subjects.values())
        self.subjects = subjects
        self.asked = question_terms(question, named)
        self.idf = pool_idf(self.asked.focus, [word_terms(sentence.text) for sentence in sentences])
        self.rarity = {term: statistics.idf(term) for term in self.asked.focus}
        self.unknown_terms = unknown_share(self.asked, statistics)
        self.words = focus_words(question, self.asked.focus)
        papers = dict.fromkeys(sentence.chunk.paper_id for sentence in sentences)
        self.lacks = {paper_id: lacking(self.asked, statistics, paper_id, named) for paper_id in papers}
        self.elsewhere = elsewhere_degrees(subjects.values(), papers)

    def describe(self, sentence: Sentence) -> dict[str, float]:
        """Return the features of a sentence, except the features of meaning and of its neighbors."""
        return {
            **self._describe_paper(sentence.chunk.paper_id),
            **self._describe_terms(sentence),
            **self._describe_form(sentence),
            **self._describe_answer(sentence),
        }

    def _describe_paper(self, paper_id: str) -> dict[str, float]:
        subject = self.subjects.get(paper_id)
        return {
            "subject": subject.probability if subject else 0.0,
            "named": subject.named if subject else 0.0,
            "elsewhere": self.elsewhere[paper_id],
            "paper_lacks": self.lacks[paper_id][0],
            "paper_lacks_name": self.lacks[paper_id][1],
        }

    def _describe_terms(self, sentence: Sentence) -> dict[str, float]:
        """Return the shares of the question's terms in the sentence and around it, by name of the feature."""
        subject = self.subjects.get(sentence.chunk.paper_id)
        own, text = word_terms(sentence.text), sentence.text
        around = word_terms(sentence.chunk.heading) | word_terms(sentence.before)
        coverage, wide, rarest = coverage_of(self.asked.focus, own, around, self.idf)
        one, two = window_shares(self.idf, sentence)
        return {
            "coverage": coverage,
            "coverage_context": wide,
            "rarest": rarest,
            "unknown_terms": self.unknown_terms,
            "subject_x_coverage": (subject.probability if subject else 0.0) * wide,
            "phrase": phrase_share(self.words, text),
            "rare_coverage": share_of(self.rarity, own),
            "spelling": spelling_similarity(self.words, text),
            "window_coverage": one,
            "wide_coverage": two,
            "heading_coverage": heading_share(self.idf, sentence.chunk.section),
        }

    def _describe_form(self, sentence: Sentence) -> dict[str, float]:
        """Return the features that depend on the sentence alone, by name."""
        text, words = sentence.text, sentence.text.split()
        return {
            "rank": 1 / (1 + sentence.rank),
            "caption": float(bool(_CAPTION.match(text))),
            "cites_others": min(1.0, 0.5 * len(_CITATION.findall(text))),
            "length": min(1.0, len(words) / 60),
            "digits": sum(bool(_NUMBER.search(word)) for word in words) / max(len(words), 1),
            "own_work": float(bool(_OWN.search(text))),
            "fragment": float(is_fragment(text)),
            "abstract": float("abstract" in sentence.chunk.section.casefold()),
        }

    def _describe_answer(self, sentence: Sentence) -> dict[str, float]:
        """Return the features that show the kind of answer that the question asks for, by name."""
        asked, text, own = self.asked, sentence.text, word_terms(sentence.text)
        kind = has_answer_type(asked.kind, text, asked.text)
        is_number, is_reason = asked.kind == "number", asked.kind == "reason"
        cause = float(is_reason and is_cause(text))
        return {
            "type": kind,
            "type_near": nearness(asked, text) if kind else 0.0,
            "asks_number": float(is_number),
            "asks_reason": float(is_reason),
            "cause": cause,
            "cause_beside": cause * share_of(self.idf, own | word_terms(sentence.before)),
            "caused": effect_share(self.idf, text) if is_reason else 0.0,
        }


def is_fragment(text: str) -> bool:
    """True if `text` lacks the beginning or the end of a sentence, as happens at the end of a column or next to a
    figure."""
    return not _END.search(text) or not _BEGINNING.match(text)


def _add_neighbors(sentences: Sequence[Sentence], matrix: npt.NDArray[np.float64]) -> None:
    coverage = matrix[:, NAMES.index("coverage")]
    best: dict[str, float] = {}
    for sentence, value in zip(sentences, coverage.tolist(), strict=True):
        best[sentence.chunk.id] = max(best.get(sentence.chunk.id, 0.0), value)
    for place, sentence in enumerate(sentences):
        near = [coverage[i] for i in neighbors(sentences, place)]
        matrix[place, NAMES.index("near_coverage")] = max(near, default=0.0)
        matrix[place, NAMES.index("passage_coverage")] = best[sentence.chunk.id]


def order_first(matrix: npt.NDArray[np.float64]) -> list[int]:
    """Return the indices of the sentences in a first order, best first, ties in the given order.

    The ranker considers only the first sentences of this order. The score of the best sentence is written to the column
    `lexical_top`.
    """
    value = {name: matrix[:, place] for place, name in enumerate(NAMES)}
    score = 0.5 * value["coverage"] + 0.3 * value["coverage_context"] + 0.15 * value["type"]
    score = score + 0.1 * value["rank"] + 0.35 * value["subject"] * (0.3 + value["named"])
    score = score + value["similarity"] + 0.3 * value["passage_similarity"]
    order = sorted(range(len(matrix)), key=lambda i: (-score[i], i))
    value["lexical_top"][:] = score[order[0]]
    return order
