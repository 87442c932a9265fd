"""Terms and wordings of a question: without what names its paper, and without what no answer says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...indexes.text.analysis import analyze
from .question_type import AnswerKind, answer_type
from .subject import Subject
from .text_features import word_terms

# Words that steer a question and are not what it is about.
GENERIC = frozenset(
    analyze(
        "paper papers authors author work article study studies report reports reported according please exactly many much number value "
        "values kind type use used uses using does give gives given get gets got tell know say says said find found name called "
        "one two part main first how what which that question answer take takes took taken choose chosen chose set text "
        "approach method model system people researchers they own"
    )
)
_LIKELY = 0.2  # probability of a subject from which its terms name a paper


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """A question as the gate sees it: `focus` are its terms without those that name the paper and without generic words."""

    text: str
    kind: AnswerKind
    terms: tuple[str, ...]
    focus: tuple[str, ...]


def question_terms(question: str, subject_terms: frozenset[str]) -> QuestionTerms:
    """The terms of `question`; where nothing but the subject is left, the subject is the focus."""
    terms = tuple(dict.fromkeys(analyze(question)))
    focus = tuple(term for term in terms if term not in GENERIC and term not in subject_terms)
    if not focus:
        focus = tuple(term for term in terms if term not in GENERIC) or terms
    return QuestionTerms(question, answer_type(question), terms, focus)


def naming_terms(subjects: Iterable[Subject]) -> frozenset[str]:
    """The terms by which a question names the likely ones of `subjects`."""
    return frozenset(t for s in subjects if s.probability > _LIKELY for t in s.terms)


def focus_text(question: str, named: frozenset[str]) -> str:
    """The question without the words that name its paper; all of it where nothing else is left."""
    words = [word for word in question.split() if not word_terms(word) or not word_terms(word) <= named]
    return " ".join(words) or question
