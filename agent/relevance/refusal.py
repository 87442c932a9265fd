"""Refuse a question by its words: for names that no paper has, names and words that its paper lacks, or the wrong
paper."""

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

# A question names a paper from this degree on. Of 30 questions with a foreign name, the 10 below it are off topic, and
# 16 of the 20 above it have an answer.
_NAMES_A_PAPER = 0.3
# Least probability at which a question counts as answered if it names no paper and has a word that no paper has. This
# was measured on 193 such questions on papers that the gate is not fitted on. The answer is among the first two
# sentences for 116 questions, and 71 of these reach the threshold. So do 20 other questions, and 4 of 13 that no paper
# answers. None of 38 off-topic questions does (at most .25).
_ANSWERS_UNKNOWN = 0.3
# The same threshold for a question that points to no paper at all, such as "What is the capital of France?". None of 13
# such questions has an answer, and an example in a paper gave one question a probability of 0.55.
_POINTS_TO_PAPER, _LIKELY, _ANSWERS_ANYWHERE = 0.05, 0.3, 0.7
# The same threshold for a question whose paper lacks at least half of the question's focus. Questions for reasons are
# exempt, because papers give reasons in other words. Of 36 such questions that no paper answers, 12 were answered, 5 of
# them below the threshold. Of 3 facts answered rightly, 1 is below the threshold.
_ANSWERS_LACKING, _LACKING = 0.2, 0.5


def is_about_nothing_here(question: str, statistics: TermStatistics, subjects: Sequence[Subject]) -> bool:
    """True if the question names no paper and contains a name that occurs in no paper: "HotpotQA", "Mongolia"."""
    named, terms = (subjects[0].named, subjects[0].terms) if subjects else (0.0, frozenset[str]())
    if named >= _NAMES_A_PAPER:
        return False
    if not FIGURE_LABEL.search(question) and find_unknown_names(question, statistics, terms):
        return True
    return bool(find_foreign_names(question, statistics))


def least_probability(question: str, statistics: TermStatistics, subjects: Sequence[Subject]) -> float | None:
    """Return the least probability at which the question counts as answered, or None if no special threshold applies.

    A special threshold applies if the question points to no paper, if it has a word or name that no paper has, or if
    its paper lacks at least half of the question's focus.
    """
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
    """True if an answer from `paper_ids` would be about something else than the question.

    Either the question surely is about another paper than the first of `paper_ids`, or each of the papers lacks a name
    that the question asks about and is not itself called by that name.
    """
    terms = {subject.paper_id: subject.terms for subject in subjects}
    return is_elsewhere(subjects, paper_ids[0]) or all(
        lacks_subject(question, statistics, paper_id, terms.get(paper_id, frozenset()))
        for paper_id in paper_ids
    )
