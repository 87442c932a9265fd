"""What another program may do with a cluster, as plain values: the tools of the MCP server and of LlamaIndex agents.

All of them only read. They raise CitehopError, whose one line tells a model what to do instead.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..agent.ask import ask as ask_cluster
from ..agent.first_hop import first_hop
from ..agent.llm.roles import Models
from ..agent.search import search as search_passages
from ..agent.session import Session
from ..errors import UsageError
from ..papers.parsing.pdf.pages import page_text, render_page
from . import json_output as fields

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
    """The answer with its quotes, reading and ranking; see `fields.answer_fields`."""
    answer = ask_cluster(
        session, question, anchor=anchor or None, figure=figure or None, models=models, on_step=on_step
    )
    shown = replace(answer, ranking=answer.ranking[:10])
    return fields.answer_fields(shown, session.cluster)


def rank_papers(
    session: Session, question: str, figure: str = "", anchor: str = "", k: int = 10
) -> dict[str, Any]:
    """The figure looked at, its reading, and the best `k` cited papers with the reasons for their places."""
    hop = first_hop(session, question, anchor=anchor or None, figure=figure or None, seek=True)
    return fields.first_hop_fields(replace(hop, ranking=hop.ranking[: _within(k)]), session.cluster)


def search(session: Session, query: str, k: int = 5, papers: Sequence[str] = ()) -> dict[str, Any]:
    """The best `k` passages, of `papers` or of all."""
    found = search_passages(session, query, _within(k), papers=papers)
    return {"query": query, "hits": [fields.found_fields(each) for each in found]}


def read_figure(session: Session, question: str, figure: str, anchor: str = "") -> dict[str, Any]:
    """What one figure says in answer to a question about it alone."""
    hop = first_hop(session, question, anchor=anchor or None, figure=figure)
    told = fields.first_hop_fields(hop, session.cluster)
    return {"figure": told["figure"], "reading": told["reading"]}


def get_page(session: Session, paper: str, page: int) -> tuple[dict[str, Any], bytes]:
    """The text of a page, and the page as a PNG. `paper` is an id, a title or a unique start of either."""
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


def _within(k: int) -> int:
    if not 1 <= k <= MOST:
        raise UsageError(f"k must be 1 to {MOST}, got {k}")
    return k
