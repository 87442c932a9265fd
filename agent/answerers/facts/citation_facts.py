"""Facts about who cites whom, between the papers that a question names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....indexes.text.analysis import analyse
from ....papers.plural import count_noun
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...statements.record_request import quote_title
from .count_questions import asks_how_many
from .fact_parts import CLEARLY_NAMED, Part, asked_paper

_PASSIVE = re.compile(r"\bcited (?:by|in)\b", re.I)
_MANY = 12


def describe_cited(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The papers of the cluster that the paper cites."""
    paper = asked_paper(context, subjects)
    cited = sorted({reference.paper_id for reference in paper.references if reference.paper_id})
    if not cited:
        return f"{quote_title(paper)} cites no other paper of this cluster.", None
    titles = "; ".join(context.session.cluster.summary(paper_id).title for paper_id in cited[:_MANY])
    more = f"; and {len(cited) - _MANY} more" if len(cited) > _MANY else ""
    if asks_how_many(context.question.text):
        total = count_noun(len(paper.references), "reference")
        return (
            f"{quote_title(paper)} lists {total}, {len(cited)} of them to papers of this cluster: {titles}{more}.",
            None,
        )
    return (
        f"{quote_title(paper)} cites {count_noun(len(cited), 'paper')} of this cluster: {titles}{more}.",
        None,
    )


def describe_citing(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The fact that the first paper cites the second, or does not; None unless two are named."""
    if not are_two_named(subjects):
        return None
    cluster = context.session.cluster
    verb = "cites" if subjects[0].paper_id in cluster.citing(subjects[1].paper_id) else "does not cite"
    one, other = (cluster.paper(subject.paper_id) for subject in subjects[:2])
    return f"{quote_title(one)} {verb} {quote_title(other)}.", None


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
