"""The context of a request: a question with everything needed to answer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from .first_hop import FirstHop
from .llm.roles import Models
from .plan import Plan
from .query.by_model import needs_model, parse_with_model
from .query.grammar.parser import Question, parse_question
from .query.parse import hops_of, parse
from .query.types import UNDERSTOOD_AS, Query
from .session import Session
from .trace import Trace
from .types import Citation

OnText = Callable[[str], None]
OnFound = Callable[[str, tuple[Citation, ...]], None]
"""Called with the answer in the papers' own words and its quotes, while a model still reads them."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The subject of the first hop, as the caller gives it.

    It is an anchor, the label of a figure, an image, or a `known` first hop, such as the first hop of an earlier
    question. `papers` restricts the papers that may answer; empty means no restriction.
    """

    anchor: str | None = None
    figure: str | None = None
    image: Path | None = None
    known: FirstHop | None = None
    papers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestContext:
    """The question, parsed once, with its session, limits and models.

    `models` is None if the question is answered without models. `on_text` receives a draft while it is written.
    `fitted` is the query as parsed without a model, if a model understood the question in another way.
    """

    session: Session
    query: Query
    question: Question
    focus: Focus
    plan: Plan
    trace: Trace
    models: Models | None = None
    on_text: OnText | None = None
    fitted: Query | None = None
    on_found: OnFound | None = None


def narrow(context: RequestContext, text: str) -> RequestContext:
    """Return the context for `text` in place of the question.

    `text` is one part of the question, or the question without the names of papers.
    """
    query = parse(text, context.session.subjects, one_hop=True)
    return replace(context, query=query, question=parse_question(text))


def parse_request(
    session: Session, question: str | Query, *, one_hop: bool = False
) -> tuple[Query, Question]:
    """Return the query of a question, which may be parsed already, and its first part parsed as a question about a
    figure."""
    if isinstance(question, Query):
        return question, parse_question(question.text, hops_of(question, question.text))
    query = parse(question, session.subjects, one_hop=one_hop)
    return query, parse_question(question, hops_of(query, question))


def parse_request_with_model(
    session: Session, question: str, models: Models, trace: Trace, *, one_hop: bool = False
) -> tuple[Query, Question]:
    """Parse a question as `parse_request` does, but with a model if necessary.

    A model is necessary if the question is in another language or its intent is uncertain. The trace gets a note that
    says how the question was understood.
    """
    leads = models.trust == "lead"
    if not needs_model(question, leads=leads):
        return parse_request(session, question, one_hop=one_hop)
    with trace.step("understand the question"):
        llm, text = trace.watch(models.text), " ".join(question.split())
        query, english, note = parse_with_model(
            text, session.subjects, llm, session.paper_id, leads=leads, one_hop=one_hop
        )
    trace.notes += [note] if note else []
    trace.notes += [f"{UNDERSTOOD_AS}{english}"] if english != text else []
    return query, parse_question(english, hops_of(query, english))
