"""The whole set of tools: `ask`, tools that list, and tools that an agent loop uses to compose its own answer."""

from __future__ import annotations

from dataclasses import replace

from ..ask import ask as ask_cluster
from ..types import Answer
from .definition import define_tool
from .functions import LISTING_TOOLS, READING_TOOLS, restrict_session
from .types import ToolContext

_RANKED = 10  # most papers in the ranking of an answer


def ask(
    context: ToolContext,
    question: str,
    figure: str = "",
    anchor: str = "",
    papers: list[str] | None = None,
    year: str = "",
    author: str = "",
    venue: str = "",
    section: str = "",
) -> Answer:
    """Answer a question over a cluster with verbatim quotes.

    It may have two hops: a name shown in a figure or table of the anchor, and a fact from the paper that the name refers
    to, as in "Which method in Table 2 is best on SQuAD, and how was it trained?". `figure` ("Table 2") and `anchor`
    (paper id or title) may be given if the question leaves them open. `papers`, `year`, `author`, `venue` and `section`
    restrict what is searched, as in `search`.
    """
    session = restrict_session(context, papers, year, author, venue, section)
    answer = ask_cluster(
        session,
        question,
        anchor=anchor or context.anchor,
        figure=figure or None,
        models=context.models,
        on_step=context.on_step,
    )
    return replace(answer, ranking=answer.ranking[:_RANKED])


TOOLS = (define_tool(ask), *LISTING_TOOLS, *READING_TOOLS)
