"""What another program may do with a cluster, as plain values: the tools of the MCP server and of LlamaIndex agents.

All of them only read. They raise CitehopError, whose one line tells a model what to do instead.
"""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, get_type_hints

from ..agent.ask import ask as ask_cluster
from ..agent.first_hop import first_hop
from ..agent.llm.roles import Models
from ..agent.search import search as search_passages
from ..agent.session import Session
from ..errors import UsageError
from ..papers.parsing.pdf.pages import page_text, render_page
from . import json_output as fields

T = TypeVar("T")
PAGE_DPI = 110  # a page of two columns is legible, and costs a vision model about as much as a figure
MOST = 50  # results of one call: more would fill a model's context


def ask(
    session: Session,
    question: str,
    figure: str = "",
    anchor: str = "",
    models: Models | None = None,
    on_step: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Answer a question over a cluster with verbatim quotes.

    It may have two hops: what a figure or table of the anchor shows, and what the paper behind that says, as in "Which method
    in Table 2 is best on SQuAD, and how was it trained?". `figure` ("Table 2") and `anchor` (paper id or title) may be given
    where the question leaves them open.
    """
    answer = ask_cluster(
        session, question, anchor=anchor or None, figure=figure or None, models=models, on_step=on_step
    )
    shown = replace(answer, ranking=answer.ranking[:10])
    return fields.answer_fields(shown, session.cluster)


def rank_papers(
    session: Session, question: str, figure: str = "", anchor: str = "", k: int = 10
) -> dict[str, Any]:
    """Read a figure or table of the anchor and rank the cited papers that its answer leads to, best first, with reasons."""
    hop = first_hop(session, question, anchor=anchor or None, figure=figure or None, seek=True)
    return fields.first_hop_fields(replace(hop, ranking=hop.ranking[: _within(k)]), session.cluster)


def search(session: Session, query: str, k: int = 5, papers: list[str] | None = None) -> dict[str, Any]:
    """Passages that match a query best, of all papers or of `papers` (ids or titles), with page and box."""
    found = search_passages(session, query, _within(k), papers=papers or ())
    return {"query": query, "hits": [fields.found_fields(each) for each in found]}


def read_figure(session: Session, question: str, figure: str, anchor: str = "") -> dict[str, Any]:
    """Answer a question about one figure or table ("Table 2") from it alone: names with probabilities."""
    hop = first_hop(session, question, anchor=anchor or None, figure=figure)
    told = fields.first_hop_fields(hop, session.cluster)
    return {"figure": told["figure"], "reading": told["reading"]}


def get_page(session: Session, paper: str, page: int) -> tuple[dict[str, Any], bytes]:
    """A page of a paper (id or title; pages count from 1), as text and as an image."""
    paper_id = session.paper_id(paper)
    source = session.cluster.source_path(paper_id)
    if source is None or source.suffix.lower() != ".pdf":
        raise UsageError(f"{paper_id} has no pages: it is known by its text alone; search finds its passages")
    picture = io.BytesIO()
    render_page(source, page, PAGE_DPI).save(picture, "PNG", optimize=True)
    told = {
        "paper_id": paper_id,
        "title": session.cluster.paper(paper_id).title,
        "page": page,
        "text": page_text(source, page),
    }
    return told, picture.getvalue()


def with_signature(
    function: Callable[..., Any], first: str = "", omit: Sequence[str] = ()
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Give a wrapper of a tool the tool's own name, description and parameters.

    The session is replaced by a text parameter named `first`, or left out; `omit` are parameters that a caller cannot give.
    """

    def decorate(wrapper: Callable[..., T]) -> Callable[..., T]:
        hints = get_type_hints(function)
        parameters = [
            parameter.replace(annotation=hints[name])
            for name, parameter in inspect.signature(function).parameters.items()
            if name not in {"session", *omit}
        ]
        if first:
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            parameters.insert(0, inspect.Parameter(first, kind, annotation=str))
        wrapper.__name__, wrapper.__doc__ = function.__name__, inspect.getdoc(function)
        returns = get_type_hints(wrapper)["return"]
        wrapper.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {
            "return": returns
        }
        wrapper.__signature__ = inspect.Signature(parameters, return_annotation=returns)  # type: ignore[attr-defined]
        return wrapper

    return decorate


def _within(k: int) -> int:
    if not 1 <= k <= MOST:
        raise UsageError(f"k must be 1 to {MOST}, got {k}")
    return k
