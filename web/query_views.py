"""The Query of a question as chips, and the form that edits it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from textwrap import shorten
from typing import get_args

from ..agent.figures.cell_names import name_cells
from ..agent.query.json_form import query_of
from ..agent.query.types import Intent, Query
from ..agent.session import Session
from ..agent.types import Answer
from ..figures.numbers import Number
from ..figures.operations import Operation
from ..papers.types import Paper
from .forms import Form

INTENTS = dict(
    zip(
        get_args(Intent),
        (
            "a fact", "a reason", "the paper's record", "a cell of a table", "a figure", "a comparison of papers",
            "papers for which it holds", "a cited work", "a summary", "small talk",
        ),
        strict=True,
    )
)  # fmt: skip
_LONGEST_TITLE = 45  # characters of a chip
_UNSAID = ("span", "about", "sure", "inclusive", "placed", "approximate")


@dataclass(frozen=True, slots=True)
class QueryView:
    """`chips` are pairs of a field's name and its value in words; `row` and `column` those of the cell that answered."""

    query: Query
    chips: tuple[tuple[str, str], ...]
    papers: tuple[Paper, ...]
    row: str
    column: str


def view_query(session: Session, answer: Answer) -> QueryView | None:
    """The query of an answer; None for one that was kept without it, and for small talk."""
    query = answer.query
    if query is None or query.intent == "small_talk":
        return None
    cluster = session.cluster
    papers = tuple(cluster.summary(paper) for paper in query.papers if cluster.has_paper(paper))
    row, column = name_cells(session, answer)
    return QueryView(query, tuple(_list_chips(query, papers, row, column)), papers, row, column)


def _list_chips(query: Query, papers: tuple[Paper, ...], row: str, column: str) -> Iterator[tuple[str, str]]:
    yield "looks for", INTENTS[query.intent]
    yield from (("paper", shorten(paper.title, _LONGEST_TITLE, placeholder=" …")) for paper in papers)
    values = (
        ("figure", query.figure.label if query.figure else ""),
        ("row", row),
        ("column", column),
        ("asks for", query.attribute),
        ("of the record", ", ".join(query.fields).replace("_", " ")),
        ("joined by", query.compare),
    )
    yield from ((name, value) for name, value in values if value)
    for operation in query.operation.operations if query.operation else ():
        yield "operation", _describe_operation(operation)
    if query.then:
        yield "then", query.then.text


def _describe_operation(operation: Operation) -> str:
    """An operation in words: "extreme max", "equals 0.713"."""
    words = [type(operation).__name__.lower()]
    for field in fields(operation):
        value = getattr(operation, field.name)
        if field.name not in _UNSAID and value and value != field.default and value != 1:
            number = value.text if isinstance(value, Number) else value
            words.append(" ".join(number) if isinstance(number, tuple) else f"{number}")
    return " ".join(words)


def read_query(session: Session, form: Form) -> Query:
    """The query of an edited form. Raises UsageError for a field that cannot be used."""
    text = form.required("text")
    for name in ("row", "column"):
        text = _replace_name(text, form.text(f"old_{name}"), form.text(name))
    added = form.text("add_paper")
    added = session.paper_id(added) if added else ""
    papers = [*form.all("paper"), *filter(None, [added])]
    fields = {
        "text": text,
        "intent": form.text("intent") or "fact",
        "answer_type": form.text("answer_type") or "text",
        "papers": list(dict.fromkeys(session.paper_id(paper) for paper in papers)),
        "figure": form.text("figure"),
        "figure_paper": added or form.text("figure_paper"),
        "attribute": form.text("attribute"),
        "fields": list(form.all("field")),
        "compare": form.text("compare"),
    }
    if then := form.text("then"):
        fields |= {"then": then, "follows": form.text("follows") or "cited"}
    return query_of(fields)


def _replace_name(text: str, old: str, new: str) -> str:
    """The question about the row or column `new` in place of `old`."""
    if new in (old, ""):
        return text
    place = text.casefold().find(old.casefold()) if old else -1
    if place < 0:
        return f"{text.rstrip(' ?')} ({new})?"
    return f"{text[:place]}{new}{text[place + len(old) :]}"
