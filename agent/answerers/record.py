"""Answers from the record (title, authors, year, ...) of the paper that a question names."""

from __future__ import annotations

from collections.abc import Sequence

from ..query.named_papers import NAMED
from ..query.types import RecordField
from ..relevance.subject import Subject
from ..request_context import RequestContext
from ..statements.record import describe_unknown, state_fields
from ..statements.types import Statement
from ..types import Citation
from .citations import state_citations
from .types import ComposedAnswer, markers

OF_CITATIONS: frozenset[RecordField] = frozenset({"cites", "cited_works", "cited_by", "cited_entry"})


def answer_record(
    context: RequestContext, fields: Sequence[RecordField], subjects: tuple[Subject, ...]
) -> ComposedAnswer | None:
    """State the facts `fields` of the first paper of `subjects`; None if the question does not clearly name a paper.

    The text says which fields are unknown. Fields about citations are stated from the bibliographies.
    """
    if OF_CITATIONS.intersection(fields):
        statements = state_citations(
            context, fields, subjects if subjects and subjects[0].named >= NAMED else ()
        )
        return compose_statements(statements) if statements else None
    if not subjects or subjects[0].named < NAMED:
        return None
    session, paper_id = context.session, subjects[0].paper_id
    stated = state_fields(session, paper_id, fields, context.query.text)
    unknown = [
        describe_unknown(session, paper_id, field) for field, statements in stated.items() if not statements
    ]
    if not any(stated.values()):
        return ComposedAnswer(probability=0.0, refusal=" ".join(unknown))
    known = dict.fromkeys(statement for statements in stated.values() for statement in statements)
    composed = compose_statements(list(known))
    return ComposedAnswer(" ".join([composed.text, *unknown]), composed.citations)


def compose_statements(statements: Sequence[Statement]) -> ComposedAnswer:
    """Compose an answer of the statements in their order, each followed by the markers of its citations."""
    citations = tuple(dict.fromkeys(c for statement in statements for c in statement.citations))
    return ComposedAnswer(" ".join(_with_markers(each, citations) for each in statements), citations)


def _with_markers(statement: Statement, citations: Sequence[Citation]) -> str:
    marks = "".join(markers(1, citations.index(citation)) for citation in statement.citations)
    return f"{statement.text} {marks}".rstrip()
