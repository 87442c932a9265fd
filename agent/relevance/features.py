"""Features of a sentence as the answer to a question: one row of numbers per sentence, all about 0..1."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from ...indexes.text.term_statistics import TermStatistics
from ..verification.sentences import Sentence
from .asked_for import (
    asked_noun_terms,
    attribute_share,
    attribute_terms,
    name_degree,
    phrase_share,
    unit_degree,
)
from .question_terms import QuestionTerms, focus_text, naming_terms, question_terms, statement_text
from .question_type import has_answer_type
from .similarity_features import Encode, add_similarity, neighbours
from .subject import Subject, elsewhere_degrees
from .term_features import coverage_of, lacking, nearness, pool_idf, unknown_share
from .text_features import (
    asks_for_list,
    count_degree,
    counted_terms,
    effect_share,
    focus_words,
    has_list,
    heading_share,
    is_cause,
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
    "focus_similarity", "statement_similarity", "focus_z",
    "spelling", "window_coverage", "wide_coverage", "heading_coverage", "counted", "abstract", "list", "cause",
    "noun_name", "unit", "phrase", "rare_coverage", "asks_number", "asks_reason", "attribute", "cause_beside", "caused",
)  # fmt: skip

# Features that need an embedding model; without one they are 0.
MEANING = (
    "similarity", "similarity_context", "similarity_z", "near_similarity", "window_before", "window_after", "passage_similarity",
    "similarity_gap", "focus_similarity", "statement_similarity", "focus_z",
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
    """A sentence with its features, a row in the order of `NAMES`."""

    sentence: Sentence
    row: Row


def describe_candidates(
    question: str,
    sentences: Sequence[Sentence],
    subjects: Mapping[str, Subject],
    statistics: TermStatistics,
    encode: Encode | None,
) -> list[AnswerCandidate]:
    """The sentences with their features, those first that share most words and meaning with the question, ties in the
    given order.

    `subjects` by paper id. Without `encode`, which maps texts to unit vectors, the features of meaning are 0.
    """
    if not sentences:
        return []
    named = naming_terms(subjects.values())
    asked = question_terms(question, named)
    tokens = [word_terms(sentence.text) for sentence in sentences]
    around = [word_terms(_heading(sentence)) | word_terms(sentence.before) for sentence in sentences]
    idf = pool_idf(asked.focus, tokens)
    unknown_terms = unknown_share(asked, statistics)
    papers = dict.fromkeys(sentence.chunk.paper_id for sentence in sentences)
    lacks = {paper_id: lacking(asked, statistics, paper_id, named) for paper_id in papers}
    elsewhere = elsewhere_degrees(subjects.values(), papers)
    describe = partial(
        _describe_text, asked, idf, counted_terms(question), focus_words(question, asked.focus)
    )
    noun, words_asked = asked_noun_terms(question) - named, focus_words(question, asked.focus)
    attribute = attribute_terms(question) - named
    rarity = {term: statistics.idf(term) for term in asked.focus}
    rows = []
    for sentence, own, near in zip(sentences, tokens, around, strict=True):
        subject = subjects.get(sentence.chunk.paper_id)
        probability, name = (subject.probability, subject.named) if subject else (0.0, 0.0)
        coverage, wide, rarest = coverage_of(asked.focus, own, near, idf)
        kind = has_answer_type(asked.kind, sentence.text, question)
        words = sentence.text.split()
        value = dict.fromkeys(NAMES, 0.0) | {
            "coverage": coverage,
            "coverage_context": wide,
            "rarest": rarest,
            "type": kind,
            "type_near": nearness(asked, sentence.text) if kind else 0.0,
            "subject": probability,
            "named": name,
            "rank": 1 / (1 + sentence.rank),
            "caption": float(bool(_CAPTION.match(sentence.text))),
            "cites_others": min(1.0, 0.5 * len(_CITATION.findall(sentence.text))),
            "length": min(1.0, len(words) / 60),
            "digits": sum(bool(_NUMBER.search(word)) for word in words) / max(len(words), 1),
            "unknown_terms": unknown_terms,
            "own_work": float(bool(_OWN.search(sentence.text))),
            "subject_x_coverage": probability * wide,
            "fragment": float(is_fragment(sentence.text)),
            "elsewhere": elsewhere[sentence.chunk.paper_id],
            "paper_lacks": lacks[sentence.chunk.paper_id][0],
            "paper_lacks_name": lacks[sentence.chunk.paper_id][1],
            "noun_name": name_degree(question, noun, sentence.text)
            if asked.kind in ("name", "text", "person")
            else 0.0,
            "unit": unit_degree(question, sentence.text),
            "phrase": phrase_share(words_asked, sentence.text),
            "rare_coverage": share_of(rarity, own),
            "asks_number": float(asked.kind == "number"),
            "asks_reason": float(asked.kind == "reason"),
            "attribute": attribute_share(attribute, own),
            **describe(sentence),
        }
        rows.append([value[name] for name in NAMES])
    matrix = np.array(rows, np.float64)
    _add_neighbours(sentences, matrix)
    if encode:
        focus = focus_text(question, frozenset(t for s in subjects.values() if s.is_clear for t in s.terms))
        columns = {name: matrix[:, place] for place, name in enumerate(NAMES)}
        add_similarity((question, focus, statement_text(focus)), sentences, columns, encode)
    order = order_first(matrix)
    return [AnswerCandidate(sentences[i], matrix[i]) for i in order]


def _describe_text(
    asked: QuestionTerms,
    idf: Mapping[str, float],
    counted: frozenset[str],
    words: Sequence[str],
    sentence: Sentence,
) -> dict[str, float]:
    window, wide = window_shares(idf, sentence)
    cause = float(asked.kind == "reason" and is_cause(sentence.text))
    return {
        "spelling": spelling_similarity(words, sentence.text),
        "window_coverage": window,
        "wide_coverage": wide,
        "heading_coverage": heading_share(idf, sentence.chunk.section),
        "counted": count_degree(asked.text, counted, sentence.text) if asked.kind == "number" else 0.0,
        "abstract": float("abstract" in sentence.chunk.section.casefold()),
        "list": float(asks_for_list(asked.text) and has_list(sentence.text)),
        "cause": cause,
        "cause_beside": cause * share_of(idf, word_terms(sentence.text) | word_terms(sentence.before)),
        "caused": effect_share(idf, sentence.text) if asked.kind == "reason" else 0.0,
    }


def is_fragment(text: str) -> bool:
    """True if `text` lacks the beginning or the end of a sentence, as at the border of a column or beside a figure."""
    return not _END.search(text) or not _BEGINNING.match(text)


def _add_neighbours(sentences: Sequence[Sentence], matrix: npt.NDArray[np.float64]) -> None:
    coverage = matrix[:, NAMES.index("coverage")]
    best: dict[str, float] = {}
    for sentence, value in zip(sentences, coverage.tolist(), strict=True):
        best[sentence.chunk.id] = max(best.get(sentence.chunk.id, 0.0), value)
    for place, sentence in enumerate(sentences):
        near = [coverage[i] for i in neighbours(sentences, place)]
        matrix[place, NAMES.index("near_coverage")] = max(near, default=0.0)
        matrix[place, NAMES.index("passage_coverage")] = best[sentence.chunk.id]


def order_first(matrix: npt.NDArray[np.float64]) -> list[int]:
    """A first order of the sentences, best first, ties in the given order, to choose those that the ranker considers; the
    score of the best is put into the column `lexical_top`."""
    value = {name: matrix[:, place] for place, name in enumerate(NAMES)}
    score = 0.5 * value["coverage"] + 0.3 * value["coverage_context"] + 0.15 * value["type"]
    score = score + 0.1 * value["rank"] + 0.35 * value["subject"] * (0.3 + value["named"])
    score = score + value["similarity"] + 0.3 * value["passage_similarity"]
    order = sorted(range(len(matrix)), key=lambda i: (-score[i], i))
    value["lexical_top"][:] = score[order[0]]
    return order


def _heading(sentence: Sentence) -> str:
    return sentence.chunk.section.rsplit(" > ", 1)[-1]
