"""The parts that an answer from the record is made of."""

from __future__ import annotations

from ....papers.types import Paper
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...types import Citation

CLEARLY_NAMED = 0.3  # how clearly a question must name the paper whose record it asks for
# A sentence, and the place on the page that states it.
Part = tuple[str, Citation | None]


def asked_paper(context: RequestContext, subjects: tuple[Subject, ...]) -> Paper:
    """The paper that the question is about."""
    return context.session.cluster.paper(subjects[0].paper_id)
