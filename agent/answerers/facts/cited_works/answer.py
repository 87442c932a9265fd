"""Answers about the works in the bibliography of a paper, each with its place there."""

from __future__ import annotations

import re

from ....relevance.subject import Subject, find_subjects
from ....request_context import RequestContext
from ....statements.citations import state_cited_works
from ....statements.work_filter import choose_works
from ...types import ComposedAnswer
from ..count_questions import asks_how_many
from ..fact_parts import CLEARLY_NAMED, compose
from .wordings import Sought, find_sought

_YES_OR_NO = re.compile(r"^\W*(?:does|do|did|is|are)\b", re.I)


def answer_cited_works(context: RequestContext, subjects: tuple[Subject, ...] = ()) -> ComposedAnswer | None:
    """The works of the author, the years or the place of publication that the question names in the bibliography of a paper; None
    if it asks for no such works, or the bibliography has none. `subjects` are the papers that are surely meant, if any."""
    session, question = context.session, context.question.text
    for sought in find_sought(question):
        subject = next(iter(subjects or find_subjects(sought.paper, session.subjects, 1)), None)
        if subject is None or subject.named < CLEARLY_NAMED:
            continue
        paper = session.cluster.paper(subject.paper_id)
        works = choose_works(sought.filter, paper)
        if works or (paper.references and _is_answered_by_none(question, sought)):
            verdict = ("Yes: " if works else "No: ") if _YES_OR_NO.search(question) else ""
            with context.trace.step("record") as detail:
                detail.append(paper.id)
                return compose(state_cited_works(session, paper.id, sought.filter), verdict)
    return None


def _is_answered_by_none(question: str, sought: Sought) -> bool:
    """True if "none" answers the question: of an author who is surely meant, else how many works, or whether any."""
    if sought.name:
        return sought.is_sure
    return asks_how_many(question) or bool(_YES_OR_NO.search(question))
