"""Features of a sentence as the answer to a question: one row of numbers per sentence, all about 0..1."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from ...figures.question.finders.answer_type import AnswerType
from ...indexes.text.analysis import analyse
from ...indexes.text.term_statistics import TermStatistics, inverse_frequency
from ..verification.sentences import Sentence
from .concepts import related_terms
from .names import missing_names
from .question_type import answer_type, has_answer_type
from .subject import Subject
from .text_features import (
    asks_for_list,
    count_degree,
    counted_terms,
    focus_words,
    has_list,
    heading_share,
    is_cause,
    spelling_similarity,
    window_shares,
    word_terms,
)

Row = npt.NDArray[np.float64]
Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]

NAMES = (
    "coverage", "coverage_context", "rarest", "similarity", "similarity_context", "similarity_z", "type", "type_near", "subject",
    "named", "rank", "caption", "cites_others", "length", "digits", "unknown_terms", "lexical_top",
    "near_coverage", "near_similarity", "passage_coverage", "own_work", "subject_x_coverage", "window_before", "window_after",
    "passage_similarity", "similarity_gap", "fragment", "paper_lacks", "paper_lacks_name", "elsewhere",
    "focus_similarity", "statement_similarity", "focus_z",
    "spelling", "window_coverage", "wide_coverage", "heading_coverage", "counted", "abstract", "list", "cause",
)  # fmt: skip

# Features that need an embedding model; without one they are 0.
MEANING = (
    "similarity", "similarity_context", "similarity_z", "near_similarity", "window_before", "window_after", "passage_similarity",
    "similarity_gap", "focus_similarity", "statement_similarity", "focus_z",
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
_LIKELY = 0.2  # probability of a subject from which its terms name a paper
_RELATED = 0.6  # what a related word counts for, of the word itself
_NEAR_BEFORE = 0.5  # what a word of the heading or of the sentence before counts for
_LEANS = re.compile(
    r"(?:it|its|they|their|this|these|that|those|such|he|she|here|both|we|our)\b", re.IGNORECASE
)
_CITATION = re.compile(r"\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\[\d[\d,;\s–-]*\]|et al")
_CAPTION = re.compile(
    r"(?:tab(?:le|\.)|fig(?:ure|\.))\s*(?:[A-Z]?[.-]?\d[\d.]*|[IVX]+)\s*[:.|]", re.IGNORECASE
)
_NUMBER = re.compile(r"\d")
_OPENING = re.compile(
    r"^\W*(?:in|on|for|of|at|to|with|from|by)?\s*\b(?:how (?:many|much|large|long)|how|what|which|why|who|when|where|is|are|was|were|"
    r"do|does|did|can)\b",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|be|been|the|a|an|exactly|please|authors?|paper|they|their)\b",
    re.IGNORECASE,
)
_BEGINNING = re.compile(r"[\"“‘'(\[•–-]*\s*(?:[A-Z0-9À-Þ]|[a-z]+[A-Z0-9])")
_END = re.compile(r"[.!?:;][\"”’')\]]*[\d¹²³⁴-⁹]*$")
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


def naming_terms(subjects: Iterable[Subject]) -> frozenset[str]:
    """The terms by which a question names the likely ones of `subjects`."""
    return frozenset(t for s in subjects if s.probability > _LIKELY for t in s.terms)


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
    tokens = [set(analyse(sentence.text)) for sentence in sentences]
    around = [set(analyse(f"{_heading(sentence)} {sentence.before}")) for sentence in sentences]
    idf = _pool_idf(asked.focus, tokens)
    unknown_terms = _unknown(asked, statistics)
    clear = max((s.probability * s.named for s in subjects.values()), default=0.0)
    lacking = {
        paper_id: _lacking(asked, statistics, paper_id, named)
        for paper_id in dict.fromkeys(sentence.chunk.paper_id for sentence in sentences)
    }
    describe = partial(
        _describe_text, asked, idf, counted_terms(question), focus_words(question, asked.focus)
    )
    rows = []
    for sentence, own, near in zip(sentences, tokens, around, strict=True):
        subject = subjects.get(sentence.chunk.paper_id)
        probability, name = (subject.probability, subject.named) if subject else (0.0, 0.0)
        coverage, wide, rarest = _coverage(asked.focus, own, near, idf)
        kind = has_answer_type(asked.kind, sentence.text, question)
        words = sentence.text.split()
        value = dict.fromkeys(NAMES, 0.0) | {
            "coverage": coverage,
            "coverage_context": wide,
            "rarest": rarest,
            "type": kind,
            "type_near": _near(asked, sentence.text) if kind else 0.0,
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
            "elsewhere": clear * (1.0 - probability),
            "paper_lacks": lacking[sentence.chunk.paper_id][0],
            "paper_lacks_name": lacking[sentence.chunk.paper_id][1],
            **describe(sentence),
        }
        rows.append([value[name] for name in NAMES])
    matrix = np.array(rows, np.float64)
    _add_neighbours(sentences, matrix)
    if encode:
        focus = focus_text(question, frozenset(t for s in subjects.values() if s.is_clear for t in s.terms))
        _add_similarity((question, focus, statement_text(focus)), sentences, matrix, encode)
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
    return {
        "spelling": spelling_similarity(words, sentence.text),
        "window_coverage": window,
        "wide_coverage": wide,
        "heading_coverage": heading_share(idf, sentence.chunk.section),
        "counted": count_degree(asked.text, counted, sentence.text) if asked.kind == "number" else 0.0,
        "abstract": float("abstract" in sentence.chunk.section.casefold()),
        "list": float(asks_for_list(asked.text) and has_list(sentence.text)),
        "cause": float(asked.kind == "reason" and is_cause(sentence.text)),
    }


def is_fragment(text: str) -> bool:
    """True if `text` lacks the beginning or the end of a sentence, as at the border of a column or beside a figure."""
    return not _END.search(text) or not _BEGINNING.match(text)


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


def focus_text(question: str, named: frozenset[str]) -> str:
    """The question without the words that name its paper; all of it where nothing else is left."""
    words = [word for word in question.split() if not word_terms(word) or not word_terms(word) <= named]
    return " ".join(words) or question


def statement_text(question: str) -> str:
    """The question without question words, auxiliaries and articles, which no statement that answers it has."""
    return " ".join(_AUXILIARY.sub(" ", _OPENING.sub(" ", question)).split()) or question


def _add_similarity(
    wordings: tuple[str, str, str],
    sentences: Sequence[Sentence],
    matrix: npt.NDArray[np.float64],
    encode: Encode,
) -> None:
    """Fill in the cosines of the question, its focus and its statement (`wordings`) with each sentence, and of the question
    with the sentence and its neighbours, and with the best of its passage."""
    encoded = encode([*wordings, *(sentence.text for sentence in sentences)]).astype(np.float64)
    asked, focus, statement = encoded[: len(wordings)]
    vectors = encoded[len(wordings) :]
    similarity, focused = vectors @ asked, vectors @ focus
    column = {name: matrix[:, place] for place, name in enumerate(NAMES)}
    best: dict[str, float] = {}
    for sentence, cosine in zip(sentences, similarity.tolist(), strict=True):
        best[sentence.chunk.id] = max(best.get(sentence.chunk.id, -1.0), cosine)
    for place, sentence in enumerate(sentences):
        near = _neighbours(sentences, place)
        before = [float(_cosine(vectors[i] + vectors[place], asked)) for i in near if i < place]
        after = [float(_cosine(vectors[i] + vectors[place], asked)) for i in near if i > place]
        own = float(similarity[place])
        column["window_before"][place] = max(before, default=own)
        column["window_after"][place] = max(after, default=own)
        leans = before and _LEANS.match(sentence.text)
        column["similarity_context"][place] = max(own, before[0]) if leans else own
        column["near_similarity"][place] = max((float(similarity[i]) for i in near), default=0.0)
        column["passage_similarity"][place] = best[sentence.chunk.id]
    column["similarity"][:], column["focus_similarity"][:] = similarity, focused
    column["statement_similarity"][:] = vectors @ statement
    column["similarity_z"][:], column["focus_z"][:] = _standardized(similarity), _standardized(focused)
    column["similarity_gap"][:] = similarity - similarity.max()


def _standardized(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Distance to the mean in units of four standard deviations."""
    return np.asarray((values - values.mean()) / (float(values.std()) or 1.0) / 4)


def _cosine(vector: npt.NDArray[np.float64], unit: npt.NDArray[np.float64]) -> float:
    return float(vector @ unit / max(float(np.linalg.norm(vector)), 1e-9))


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
    marks = [i for i, word in enumerate(words) if not wanted.isdisjoint(word_terms(word))]
    if not numbers or not marks:
        return 0.0
    nearest: int = min(abs(i - j) for i in numbers for j in marks)
    return float(max(0.0, 1.0 - nearest / 10))


def _unknown(asked: QuestionTerms, statistics: TermStatistics) -> float:
    """The share of the question's terms that no paper has."""
    missing = [term for term in asked.terms if not statistics.occurrences(term)]
    return len(missing) / max(len(asked.terms), 1)


def _lacking(
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


def _heading(sentence: Sentence) -> str:
    return sentence.chunk.section.rsplit(" > ", 1)[-1]
