"""Adapter for the agent loop: calls as a model writes them, results as text with numbered passages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...errors import CitehopError
from ...indexes.page_passages import page_passage
from ...indexes.types import Chunk
from ..answerers.numbered_passages import numbered
from ..first_hop import FirstHop
from ..llm.prompting import fence
from ..llm.structured import first_object
from ..llm.types import Image, ToolCall
from .functions import READING_TOOLS
from .types import FigureReading, PassageHits, ReadPage, ShownPicture, ToolContext, ToolResult

_PAGE_CHARACTERS = 6000  # of a page; a dense one in two columns
_NAMES = 5  # of a reading
_REASONS = 2  # of a ranked paper
_TOOLS = {tool.name: tool for tool in READING_TOOLS}


@dataclass(slots=True)
class ToolState:
    """State of one agent loop, which grows with every tool call. Passages keep the number under which they were first shown."""

    context: ToolContext
    passages: list[Chunk] = field(default_factory=list)
    pictures: list[Image] = field(default_factory=list)
    hop: FirstHop = field(default_factory=FirstHop)

    @property
    def titles(self) -> dict[str, str]:
        return {paper.id: paper.title for paper in self.context.session.cluster.summaries}

    def number(self, chunks: list[Chunk]) -> str:
        """The passages as text with their numbers, fenced."""
        for chunk in chunks:
            if chunk not in self.passages:
                self.passages.append(chunk)
        return numbered([(self.passages.index(chunk) + 1, chunk) for chunk in chunks], self.titles)


def call_tool(state: ToolState, call: ToolCall) -> str:
    """The result of a call; for a wrong call a line that starts with "error:", from which the model can correct it."""
    tool = _TOOLS.get(call.name)
    if tool is None:
        return f"error: no such tool; there are {', '.join(_TOOLS)}"
    try:
        return _describe(state, tool.call(state.context, first_object(call.arguments)))
    except CitehopError as error:
        return fence(f"error: {error}")  # it may contain titles and labels of papers


def _describe(state: ToolState, result: ToolResult) -> str:
    """The result as text; what it adds to the answer or to the next turn is kept in `state`."""
    match result:
        case FirstHop():
            state.hop = result
            return _describe_ranking(state, result)
        case FigureReading(hop):
            state.hop = replace(hop, ranking=state.hop.ranking)
            return _describe_reading(hop)
        case PassageHits(hits=hits):
            return state.number([found.chunk for found in hits]) or "nothing found"
        case ReadPage():
            return state.number([_as_passage(result)])
        case ShownPicture(image=image):
            state.pictures.append(image)
            return "the picture follows"
        case _:
            raise TypeError(f"the agent loop has no tool that returns {type(result).__name__}")


def _describe_ranking(state: ToolState, hop: FirstHop) -> str:
    titles = state.titles
    return fence(
        "\n".join(
            f"{ranked.paper_id}: {titles[ranked.paper_id]} ({'; '.join(ranked.reasons[:_REASONS])})"
            for ranked in hop.ranking
        )
    )


def _describe_reading(hop: FirstHop) -> str:
    entities = hop.reading.entities[:_NAMES] if hop.reading else ()
    names = "\n".join(f"{entity.text} ({entity.probability:.2f})" for entity in entities) or "no names found"
    abstained = hop.reading is not None and hop.reading.abstained
    unsure = "\nno rule fits the question: these are only the names in it" if abstained else ""
    return fence(f"{hop.figure.caption if hop.figure else ''}\n{names}{unsure}")


def _as_passage(page: ReadPage) -> Chunk:
    return page_passage(page.paper_id, page.page, page.text[:_PAGE_CHARACTERS])
