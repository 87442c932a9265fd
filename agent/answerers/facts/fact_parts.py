"""The parts that an answer from the record is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....papers.types import Paper
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...types import Citation
from ...verification.sentences import Prover

CLEARLY_NAMED = 0.3  # how clearly a question must name the paper whose record it asks for
# A sentence, and the place on the page that states it.
Part = tuple[str, Citation | None]
Maker = Callable[[RequestContext, tuple[Subject, ...]], Part | None]


def asked_paper(context: RequestContext, subjects: tuple[Subject, ...]) -> Paper:
    """The paper that the question is about."""
    return context.session.cluster.paper(subjects[0].paper_id)


def quote_title(paper: Paper) -> str:
    """The title in quotation marks."""
    return f'"{paper.title}"'


def locate(context: RequestContext, paper: Paper, page: int, text: str) -> Citation | None:
    """`text` on that page of the paper; None where it is empty or not printed there."""
    return (
        Prover(context.session.cluster, context.session.settings).find(paper.id, page, text) if text else None
    )


def locate_first(context: RequestContext, paper: Paper, page: int, texts: Sequence[str]) -> Citation | None:
    """The first of `texts` that is printed on that page of the paper; None where none is."""
    found = (locate(context, paper, page, text) for text in texts)
    return next((citation for citation in found if citation), None)
