"""Facts about who cites whom, between the papers that a question names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....indexes.text.analysis import STOP_WORDS, analyse
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...statements.citations import state_cited_works, state_cites
from ...statements.types import Statement
from .fact_parts import CLEARLY_NAMED

_PASSIVE = re.compile(r"\bcited (?:by|in)\b", re.I)
# The words of a question for what a paper cites that say nothing of what it is cited for.
_ASKING = frozenset(
    analyse(
        "cite cites cited citing reference references bibliography list lists listed reference entries library cluster "
        "collection folder here contained included held hold papers works other"
    )
)


def state_cited(context: RequestContext, subject: Subject) -> tuple[Statement, ...]:
    """The works that the paper cites for what the question says, else the papers of the cluster that it cites."""
    question = context.question.text
    telling = set(analyse(question)) - STOP_WORDS - GENERIC - _ASKING - subject.terms
    return state_cited_works(context.session, subject.paper_id, purpose=question if telling else "")


def state_citing(context: RequestContext, subjects: tuple[Subject, ...]) -> tuple[Statement, ...]:
    """The fact that the first paper cites the second, or does not; () unless two are named."""
    if not are_two_named(subjects):
        return ()
    return (state_cites(context.session, subjects[0].paper_id, subjects[1].paper_id),)


def are_two_named(subjects: Sequence[Subject]) -> bool:
    """True if the second of `subjects`, and so the first, is named clearly enough to be one of two papers."""
    return len(subjects) > 1 and subjects[1].named >= CLEARLY_NAMED


def order_by_citing(question: str, subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """`subjects` with the first two so that the one whose citing `question` asks for is the first: "Does A cite B?"."""
    named = subjects[:2]
    shared = named[0].terms & named[1].terms
    first, second = sorted(named, key=lambda subject: _position(question, subject.terms - shared))
    return (*((second, first) if _PASSIVE.search(question) else (first, second)), *subjects[2:])


def _position(question: str, terms: frozenset[str]) -> int:
    """Index of the first word of `question` with one of `terms`; the number of words where none has."""
    words = question.split()
    return next((i for i, word in enumerate(words) if not terms.isdisjoint(analyse(word))), len(words))
