"""The agent's tools. All of them only read, and only from the cluster that is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ...errors import CitehopError, UsageError
from ...figures.image import load_image
from ...indexes.types import Query
from ...papers.parsing.pdf.pages import page_text, render_page
from ...papers.types import Figure
from ...retrieval.figure_selection import named_figure
from ...retrieval.search import search_chunks
from ..first_hop import first_hop
from ..llm.prompting import fence
from ..llm.structured import first_object
from ..llm.types import ToolCall
from ..vision.read_figure import encoded
from .definition import bind_arguments, describe_tool
from .state import ToolState, page_passage

PASSAGES = 5  # of one search: every later step carries them again
_RANKED = 6
_PAGE_CHARACTERS = 6000  # of a page; a dense one in two columns
_PAGE_DPI = 110


def read_figure(state: ToolState, paper: str, figure: str, question: str) -> str:
    """Reads a figure or table by rules: which name in it answers the question."""
    hop = first_hop(state.session, question, anchor=paper, figure=figure)
    state.hop = replace(hop, ranking=state.hop.ranking)
    entities = hop.reading.entities[:5] if hop.reading else ()
    names = "\n".join(f"{entity.text} ({entity.probability:.2f})" for entity in entities) or "no names found"
    unsure = (
        "\nno rule fits the question: these are only the names in it"
        if hop.reading and hop.reading.abstained
        else ""
    )
    return fence(f"{hop.figure.caption if hop.figure else ''}\n{names}{unsure}")


def rank_papers(state: ToolState, question: str, figure: str = "") -> str:
    """Reads a figure of the main paper and ranks the cited papers that its answer stands for."""
    state.hop = first_hop(state.session, question, anchor=state.anchor, figure=figure or None)
    titles = state.titles
    lines = (
        f"{ranked.paper_id}: {titles[ranked.paper_id]} ({'; '.join(ranked.reasons[:2])})"
        for ranked in state.hop.ranking[:_RANKED]
    )
    return fence("\n".join(lines))


def search(state: ToolState, query: str, papers: list[str] | None = None) -> str:
    """Finds passages by words and meaning, in the given papers (ids) or in all."""
    ids = tuple(state.session.paper_id(text) for text in papers or ())
    hits = search_chunks(state.session.index, Query(query, ids), PASSAGES)
    return state.show([state.session.index.chunk(hit.id) for hit in hits]) or "nothing found"


def read_page(state: ToolState, paper: str, page: int) -> str:
    """Gives the text of a page of a paper; pages count from 1."""
    paper_id, source = _page_source(state, paper, page)
    return state.show([page_passage(paper_id, page, page_text(source, page)[:_PAGE_CHARACTERS])])


def look(state: ToolState, paper: str, figure: str = "", page: int = 0) -> str:
    """Shows a figure of a paper, or a whole page of it, as a picture."""
    if figure:
        figures = state.session.cluster.paper(state.session.paper_id(paper)).figures
        chosen: Figure = named_figure(figures, figure)
        if not chosen.image:
            raise UsageError(f"{chosen.label} has no picture; look at page {chosen.page}")
        picture = load_image(state.session.cluster.path / chosen.image)
    else:
        _, source = _page_source(state, paper, page)
        picture = render_page(source, page, _PAGE_DPI)
    state.pictures.append(encoded(picture))
    return "the picture follows"


_FUNCTIONS: dict[str, Callable[..., str]] = {
    function.__name__: function for function in (read_figure, rank_papers, search, read_page, look)
}
TOOLS = tuple(describe_tool(function) for function in _FUNCTIONS.values())
_DEFINITIONS = {tool.name: tool for tool in TOOLS}


def call_tool(state: ToolState, call: ToolCall) -> str:
    """The result of a tool; for a wrong call a line that starts with "error:", from which the model can correct it."""
    tool = _DEFINITIONS.get(call.name)
    if tool is None:
        return f"error: no such tool; there are {', '.join(_FUNCTIONS)}"
    try:
        return _FUNCTIONS[call.name](state, **bind_arguments(tool, first_object(call.arguments)))
    except CitehopError as error:
        return fence(f"error: {error}")  # it may name titles and labels of papers


def _page_source(state: ToolState, paper: str, page: int) -> tuple[str, Path]:
    """Paper id and file. Raises UsageError for a paper or page that does not exist."""
    paper_id = state.session.paper_id(paper)
    pages = state.session.cluster.paper(paper_id).pages
    source = state.session.cluster.source_path(paper_id)
    if source is None or not 1 <= page <= pages:
        raise UsageError(f"{paper_id} has {pages} pages to read, not page {page!r}")
    return paper_id, source
