"""The agent's tools. All of them only read, and only from the cluster that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...errors import CitehopError, UsageError
from ...figures.image import load_image
from ...indexes.types import Query
from ...papers.parsing.pdf.pages import page_text, render_page
from ...papers.types import Figure
from ...retrieval.figure_selection import named_figure
from ...retrieval.search import search_chunks
from ..first_hop import first_hop
from ..llm.prompting import fence
from ..llm.structured import first_object, strings
from ..llm.types import Tool, ToolCall
from ..vision.read_figure import encoded
from .state import ToolState, page_passage

PASSAGES = 5  # of one search: every later step carries them again
_RANKED = 6
_PAGE_CHARACTERS = 6000  # of a page; a dense one in two columns
_PAGE_DPI = 110

Arguments = Mapping[str, Any]


def read_figure(desk: ToolState, arguments: Arguments) -> str:
    """The rules' reading of a figure, with its caption."""
    paper, label = _text(arguments, "paper"), _text(arguments, "figure")
    hop = first_hop(desk.session, _text(arguments, "question"), anchor=paper, figure=label)
    desk.hop = replace(hop, ranking=desk.hop.ranking)
    names = hop.reading.entities[:5] if hop.reading else ()
    said = "\n".join(f"{entity.text} ({entity.probability:.2f})" for entity in names) or "no names found"
    unsure = (
        "\nno rule fits the question: these are only the names in it"
        if hop.reading and hop.reading.abstained
        else ""
    )
    return fence(f"{hop.figure.caption if hop.figure else ''}\n{said}{unsure}")


def rank_papers(desk: ToolState, arguments: Arguments) -> str:
    """The cited papers that the figure's answer may stand for."""
    figure = arguments.get("figure")
    label = figure if isinstance(figure, str) and figure.strip() else None
    hop = first_hop(desk.session, _text(arguments, "question"), anchor=desk.anchor, figure=label)
    desk.hop = hop
    titles = desk.titles
    lines = (
        f"{r.paper_id}: {titles[r.paper_id]} ({'; '.join(r.reasons[:2])})" for r in hop.ranking[:_RANKED]
    )
    return fence("\n".join(lines))


def search(desk: ToolState, arguments: Arguments) -> str:
    """Passages for a query, of some papers or all."""
    ids = tuple(desk.session.paper_id(text) for text in strings(arguments.get("papers"), 20))
    hits = search_chunks(desk.session.index, Query(_text(arguments, "query"), ids), PASSAGES)
    return desk.show([desk.session.index.chunk(hit.id) for hit in hits]) or "nothing found"


def read_page(desk: ToolState, arguments: Arguments) -> str:
    """The text of one page."""
    paper_id, page, source = _page(desk, arguments)
    return desk.show([page_passage(paper_id, page, page_text(source, page)[:_PAGE_CHARACTERS])])


def look(desk: ToolState, arguments: Arguments) -> str:
    """A figure or a page as a picture, which follows in a message of its own."""
    if strings([arguments.get("figure")], 1):
        paper = desk.session.cluster.paper(desk.session.paper_id(_text(arguments, "paper")))
        figure: Figure = named_figure(paper.figures, _text(arguments, "figure"))
        if not figure.image:
            raise UsageError(f"{figure.label} has no picture; look at page {figure.page}")
        picture = load_image(desk.session.cluster.path / figure.image)
    else:
        _, page, source = _page(desk, arguments)
        picture = render_page(source, page, _PAGE_DPI)
    desk.pictures.append(encoded(picture))
    return "the picture follows"


_STRING = {"type": "string"}
_TOOLS: tuple[tuple[Callable[[ToolState, Arguments], str], str, dict[str, Any], tuple[str, ...]], ...] = (
    (
        read_figure,
        "Reads a figure or table by rules: which name in it answers the question.",
        {"paper": _STRING, "figure": _STRING, "question": _STRING},
        ("paper", "figure", "question"),
    ),
    (
        rank_papers,
        "Reads a figure of the main paper and ranks the cited papers that its answer stands for.",
        {"question": _STRING, "figure": _STRING},
        ("question",),
    ),
    (
        search,
        "Finds passages by words and meaning, in the given papers (ids) or in all.",
        {"query": _STRING, "papers": {"type": "array", "items": _STRING}},
        ("query",),
    ),
    (
        read_page,
        "Gives the text of a page of a paper; pages count from 1.",
        {"paper": _STRING, "page": {"type": "integer"}},
        ("paper", "page"),
    ),
    (
        look,
        "Shows a figure of a paper, or a whole page of it, as a picture.",
        {"paper": _STRING, "figure": _STRING, "page": {"type": "integer"}},
        ("paper",),
    ),
)  # fmt: skip
_FUNCTIONS = {function.__name__: function for function, *_ in _TOOLS}
TOOLS = tuple(
    Tool(
        function.__name__,
        description,
        {
            "type": "object",
            "properties": properties,
            "required": list(required),
            "additionalProperties": False,
        },
    )
    for function, description, properties, required in _TOOLS
)


def use(desk: ToolState, call: ToolCall) -> str:
    """What the tool says; a wrong call gives a line that starts with "error:", for the model to do better."""
    function = _FUNCTIONS.get(call.name)
    if function is None:
        return f"error: no such tool; there are {', '.join(_FUNCTIONS)}"
    try:
        return function(desk, first_object(call.arguments))
    except CitehopError as error:
        return fence(f"error: {error}")  # it may name titles and labels of papers


def _text(arguments: Arguments, name: str) -> str:
    found = strings([arguments.get(name)], 1)
    if not found:
        raise UsageError(f"the argument {name!r} is missing or no text")
    return found[0]


def _page(desk: ToolState, arguments: Arguments) -> tuple[str, int, Any]:
    """Paper id, page and file. Raises UsageError for a paper or page that is not there."""
    paper_id, page = desk.session.paper_id(_text(arguments, "paper")), arguments.get("page")
    pages = desk.session.cluster.paper(paper_id).pages
    source = desk.session.cluster.source_path(paper_id)
    if source is None or not isinstance(page, int) or not 1 <= page <= pages:
        raise UsageError(f"{paper_id} has {pages} pages to read, not page {page!r}")
    return paper_id, page, source
