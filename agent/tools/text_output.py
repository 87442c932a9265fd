"""Adapter for the agent loop: make the calls that a model writes, and convert the results to text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...errors import CitehopError
from ...indexes.page_passages import page_passage
from ...indexes.types import Chunk
from ...retrieval.types import RankedPaper
from ..llm.prompting import fence
from ..llm.structured import first_object
from ..llm.types import Image, ToolCall
from ..statements.types import Statement
from .functions import READING_TOOLS
from .types import (
    ListedSections,
    PassageHits,
    ReadPage,
    ReadSection,
    ReadTable,
    ShownPicture,
    Statements,
    ToolContext,
    ToolResult,
)

_PAGE_CHARACTERS = 6000  # most characters of a page, which is a dense page with two columns
_REASONS = 2  # most reasons of a ranked paper
_TOOLS = {tool.name: tool for tool in READING_TOOLS}


@dataclass(slots=True)
class ToolState:
    """The state of one agent loop; every tool call adds to it."""

    context: ToolContext
    passages: list[Chunk] = field(default_factory=list)
    pictures: list[Image] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    ranking: tuple[RankedPaper, ...] = ()

    @property
    def titles(self) -> dict[str, str]:
        return {paper.id: paper.title for paper in self.context.session.cluster.summaries}

    def show(self, chunks: Sequence[Chunk]) -> str:
        """Return the passages as text, each fenced together with the title of its paper and its section, and keep the
        passages."""
        self.passages += [chunk for chunk in chunks if chunk not in self.passages]
        titles = self.titles
        shown = (f"{titles[chunk.paper_id]}\n{chunk.section}\n\n{chunk.text}" for chunk in chunks)
        return "\n\n".join(map(fence, shown))


def call_tool(state: ToolState, call: ToolCall) -> str:
    """Make a tool call and return its result as text.

    For a wrong call, the text is a line that starts with "error:" and tells the model how to correct the call.
    """
    tool = _TOOLS.get(call.name)
    if tool is None:
        return f"error: no such tool; there are {', '.join(_TOOLS)}"
    try:
        return _describe(state, tool.call(state.context, first_object(call.arguments)))
    except CitehopError as error:
        return fence(f"error: {error}")  # the message may contain titles of papers and labels of figures


def _describe(state: ToolState, result: ToolResult) -> str:
    """Return the result of a tool as text, and add its statements, passages or pictures to `state`."""
    match result:
        case Statements(_, statements, ranking):
            state.statements += statements
            state.ranking = ranking or state.ranking
            said = [statement.text for statement in statements]
            return fence("\n".join([*said, *_describe_ranking(state, ranking)]) or "nothing found")
        case ReadTable(rows=rows):
            state.statements += [row.statement for row in rows]
            return fence("\n".join(row.statement.text for row in rows) or "no cells")
        case ListedSections(headings=headings):
            return fence("\n".join(f"{each.text} (page {each.page})" for each in headings) or "no headings")
        case PassageHits(hits=hits):
            return state.show([found.chunk for found in hits]) or "nothing found"
        case ReadPage():
            return state.show([_as_passage(result)])
        case ReadSection():
            return state.show([page_passage(result.paper_id, result.page, result.text[:_PAGE_CHARACTERS])])
        case ShownPicture(image=image):
            state.pictures.append(image)
            return "the picture follows"
        case _:
            raise TypeError(f"the agent loop has no tool that returns {type(result).__name__}")


def _describe_ranking(state: ToolState, ranking: Sequence[RankedPaper]) -> list[str]:
    titles = state.titles
    return [
        f"{ranked.paper_id}: {titles[ranked.paper_id]} ({'; '.join(ranked.reasons[:_REASONS])})"
        for ranked in ranking
    ]


def _as_passage(page: ReadPage) -> Chunk:
    return page_passage(page.paper_id, page.page, page.text[:_PAGE_CHARACTERS])
