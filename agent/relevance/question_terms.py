"""Reduce a question to its focus: the terms that neither name its paper nor are too generic to occur in an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...indexes.text.analysis import analyze
from .question_type import AnswerKind, answer_type
from .subject import Subject
from .text_features import word_terms

# Generic words, such as "paper" and "report", which are not the topic of a question.
GENERIC = frozenset(
    analyze(
        "paper papers authors author work article study studies report reports reported according please exactly many much number value "
        "values kind type use used uses using does give gives given get gets got tell know say says said find found name called "
        "one two part main first how what which that question answer take takes took taken choose chosen chose set text "
        "approach method model system people researchers they own"
    )
)
_LIKELY = 0.2  # the terms of a subject with a higher probability name a paper


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """The terms of a question.

    `terms` are all its terms. `focus` leaves out generic words and the terms that name the paper. `kind` is the kind of
    answer that the question asks for.
    """

    text: str
    kind: AnswerKind
    terms: tuple[str, ...]
    focus: tuple[str, ...]


def question_terms(question: str, subject_terms: frozenset[str]) -> QuestionTerms:
    """Return the terms of `question`; `subject_terms`, which name the paper, are no part of the focus.

    If the focus would be empty, the terms of the subject are the focus.
    """
    terms = tuple(dict.fromkeys(analyze(question)))
    focus = tuple(term for term in terms if term not in GENERIC and term not in subject_terms)
    if not focus:
        focus = tuple(term for term in terms if term not in GENERIC) or terms
    return QuestionTerms(question, answer_type(question), terms, focus)


def naming_terms(subjects: Iterable[Subject]) -> frozenset[str]:
    """Return the terms by which a question names the likely papers among `subjects`."""
    return frozenset(t for s in subjects if s.probability > _LIKELY for t in s.terms)


def focus_text(question: str, named: frozenset[str]) -> str:
    """Return the question without the words that name its paper, or the whole question if no other words are left.

    `named` are the terms that name the paper.
    """
    words = [word for word in question.split() if not word_terms(word) or not word_terms(word) <= named]
    return " ".join(words) or question
