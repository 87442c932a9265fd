"""Refusals by the words of a question: names that no paper has, names and words that its paper lacks, another paper than its own."""

from __future__ import annotations

from collections.abc import Sequence

from ...indexes.text.term_statistics import TermStatistics
from ...papers.captions import FIGURE_LABEL
from .names import (
    find_foreign_names,
    find_unknown_names,
    find_unknown_words,
    lacks_subject,
    share_lacking,
)
from .question_type import answer_type
from .subject import Subject, is_elsewhere

_NAMES_A_PAPER = 0.3  # of 30 questions with a foreign name, the 10 below are off topic, and 16 of the 20 above have an answer
# The probability from which a question counts as answered that names no paper and has a word that no paper has. Of 193 such
# questions on papers that the gate is not fitted on, whose answer is among the first two sentences for 116, 71 of these are above,
# 20 others, and 4 of 13 that no paper answers; of 38 off topic none is (at most .25).
_ANSWERS_UNKNOWN = 0.3
# The same where it points to no paper at all, as "What is the capital of France?" does: none of 13 such questions has an answer, and an
# example in a paper gave one of them 0.55.
_POINTS_TO_PAPER, _LIKELY, _ANSWERS_ANYWHERE = 0.05, 0.3, 0.7
# The same where the paper that is asked about lacks half of what is asked for, but for reasons, which are given in other words.
# Of 36 such questions that no paper answers, 12 were answered, 5 below this; of 3 facts answered rightly, 1 is below.
_ANSWERS_LACKING, _LACKING = 0.2, 0.5


def is_about_nothing_here(question: str, statistics: TermStatistics, subjects: Sequence[Subject]) -> bool:
    """True if the question names no paper, and has a name or a place that no paper has: "HotpotQA", "Mongolia"."""
    named, terms = (subjects[0].named, subjects[0].terms) if subjects else (0.0, frozenset[str]())
    if named >= _NAMES_A_PAPER:
        return False
    if not FIGURE_LABEL.search(question) and find_unknown_names(question, statistics, terms):
        return True
    return bool(find_foreign_names(question, statistics))


def least_probability(question: str, statistics: TermStatistics, subjects: Sequence[Subject]) -> float | None:
    """The probability from which the question counts as answered, where it points to no paper, names none and has a word that no
    paper has, or where its paper lacks most of what it asks for; None for any other."""
    subject = next(iter(subjects), None)
    if subject is None or subject.named < _NAMES_A_PAPER:
        if subject and subject.named < _POINTS_TO_PAPER and subject.probability < _LIKELY:
            return _ANSWERS_ANYWHERE
        return _ANSWERS_UNKNOWN if find_unknown_words(question, statistics) else None
    if find_unknown_names(question, statistics, subject.terms):
        return _ANSWERS_UNKNOWN
    if not subject.is_clear or answer_type(question) == "reason":
        return None
    lacking = share_lacking(question, statistics, subject.paper_id, subject.terms)
    return _ANSWERS_LACKING if lacking >= _LACKING else None


def is_off_subject(
    question: str, statistics: TermStatistics, subjects: Sequence[Subject], paper_ids: Sequence[str]
) -> bool:
    """True if the first of the papers that answer surely is not the one asked about, or none mentions the name of which something
    is asked and is known by it."""
    terms = {subject.paper_id: subject.terms for subject in subjects}
    return is_elsewhere(subjects, paper_ids[0]) or all(
        lacks_subject(question, statistics, paper_id, terms.get(paper_id, frozenset()))
        for paper_id in paper_ids
    )
