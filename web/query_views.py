"""Show the query of a question as chips, and read the form that edits it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten
from typing import get_args

from ..agent.figures.cell_names import name_cells
from ..agent.query.json_form import query_of
from ..agent.query.types import Intent, Query
from ..agent.session import Session
from ..agent.types import Answer
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


@dataclass(frozen=True, slots=True)
class QueryView:
    """A query as the page shows it.

    `chips` are (field name, value in words) pairs. `names` are (field, words) pairs of what can be edited in the
    question: the row and column of the cell that answered, and the words of the operations.
    """

    query: Query
    chips: tuple[tuple[str, str], ...]
    papers: tuple[Paper, ...]
    names: tuple[tuple[str, str], ...]


def view_query(session: Session, answer: Answer) -> QueryView | None:
    """Return the query of an answer; None for small talk and for an answer that was saved without its query."""
    query = answer.query
    if query is None or query.intent == "small_talk":
        return None
    cluster = session.cluster
    papers = tuple(cluster.summary(paper) for paper in query.papers if cluster.has_paper(paper))
    row, column = name_cells(session, answer)
    names = (("row", row), ("column", column), *(("operation", words) for words in _list_operations(query)))
    chips = tuple(_list_chips(query, papers, row, column))
    return QueryView(query, chips, papers, tuple(pair for pair in names if pair[1]))


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
    yield from (("operation", words) for words in _list_operations(query))
    if query.then:
        yield "then", query.then.text


def _list_operations(query: Query) -> Iterator[str]:
    """Yield the words of the question that say what is computed over a figure."""
    request = query.operation
    for operation in request.operations if request else ():
        start, end = operation.span
        if request and request.wording[start:end] in query.text:
            yield request.wording[start:end]


def read_query(session: Session, form: Form) -> Query:
    """Return the query that an edited form describes. Raises UsageError for an invalid field."""
    text = form.required("text")
    for old, new in zip(form.all("old_name"), form.all("name"), strict=False):
        text = _replace_name(text, " ".join(old.split()), " ".join(new.split()))
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
    """Return the question with the row, column or operation `old` replaced by `new`.

    If the question does not contain `old`, `new` is added in parentheses.
    """
    if new in (old, ""):
        return text
    place = text.casefold().find(old.casefold()) if old else -1
    if place < 0:
        return f"{text.rstrip(' ?')} ({new})?"
    return f"{text[:place]}{new}{text[place + len(old) :]}"
