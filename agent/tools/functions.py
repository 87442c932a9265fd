"""Tools that read an opened cluster and write nothing. Their docstrings are the descriptions that a model gets.

They raise CitehopError, whose one-line message tells a model how to correct its call.
"""

from __future__ import annotations

from pathlib import Path

from ...errors import UsageError
from ...figures.image import load_image
from ...figures.types import Entity, Reading
from ...indexes.text.analysis import analyze
from ...papers.parsing.equations import find_equation, find_explanations, list_equations
from ...papers.parsing.pdf.pages import page_text, render_page
from ...papers.plural import list_some
from ...papers.types import Figure
from ...retrieval.figure_selection import named_figure
from ...retrieval.linking.rank import rank_candidates
from .. import search as passages
from ..query.restrict import restrict
from ..session import Session
from ..statements.citations import state_cited_works
from ..statements.record import RECORD_FIELDS, state_fields
from ..vision.read_figure import encoded
from .definition import define_tool
from .figure_tools import read_figure, read_table
from .types import (
    ListedFigures,
    ListedPapers,
    ListedSections,
    PassageHits,
    ReadPage,
    ReadSection,
    ShownPicture,
    Statements,
    ToolContext,
)

_MOST = 50  # most results of one call; more would fill a model's context
_MAIN_FIELDS = ("title", "authors", "year", "venue")
_PAGE_DPI = 110  # a page of two columns is legible, and costs a vision model about as much as a figure


def cite(context: ToolContext, about: str, paper: str = "", k: int = 5) -> Statements:
    """Find the works that a paper cites for a name or a purpose, with the sentences that cite them, and rank the papers.

    `about` is a name printed in a figure or the text ("RillNet"), or what a work is cited for ("pretrained embeddings");
    `paper` is the id or title of the citing paper (default: the anchor). The ids that are ranked can be searched.
    """
    most, session = _within_limit(k), context.session
    paper_id = _paper_or_anchor(context, paper)
    reading = Reading((Entity(about, 1.0),), "name", abstained=False)
    ranked = rank_candidates(
        about, reading, session.candidate_index(paper_id), anchor=session.cluster.paper(paper_id)
    )
    return Statements(paper_id, state_cited_works(session, paper_id, purpose=about), tuple(ranked[:most]))


def record(context: ToolContext, paper: str = "", fields: list[str] | None = None) -> Statements:
    """Return facts of a paper's record, as printed: title, authors, affiliations, emails, year, dates, venue, doi, arxiv,
    keywords, funding, acknowledgments, links, abstract, page_count, figure_count, table_count, reference_count.

    `paper` is an id or title (default: the anchor), `fields` are some of these names (default: title, authors, year, venue).
    """
    paper_id = _paper_or_anchor(context, paper)
    chosen = [field for name in fields or _MAIN_FIELDS for field in RECORD_FIELDS if field == name]
    if len(chosen) < len(fields or ()):
        raise UsageError(f"a field of the record is one of {', '.join(RECORD_FIELDS)}")
    stated = state_fields(context.session, paper_id, chosen)
    return Statements(paper_id, tuple(dict.fromkeys(each for found in stated.values() for each in found)))


def list_sections(context: ToolContext, paper: str = "") -> ListedSections:
    """List the headings of a paper with their pages; `paper` is an id or title (default: the anchor)."""
    paper_id = _paper_or_anchor(context, paper)
    blocks = context.session.cluster.paper(paper_id).blocks
    return ListedSections(paper_id, tuple(block for block in blocks if block.kind == "heading"))


def search(
    context: ToolContext,
    query: str,
    k: int = 5,
    papers: list[str] | None = None,
    year: str = "",
    author: str = "",
    venue: str = "",
    section: str = "",
) -> PassageHits:
    """Find the `k` passages that match a query best, in all papers or in `papers` (ids or titles), with page and box.

    `year` ("2019", "2015-2020", "2018-"), `author` and `venue` restrict the papers, `section` the headings above a passage
    ("methods").
    """
    session = restrict_session(context, papers, year, author, venue, section)
    return PassageHits(query, passages.search(session, query, _within_limit(k)))


def restrict_session(
    context: ToolContext, papers: list[str] | None, year: str, author: str, venue: str, section: str
) -> Session:
    """Return the session restricted to the given papers, years, author, venue and section; an empty argument restricts
    nothing."""
    return restrict(
        context.session,
        papers=papers or (),
        years=year,
        authors=[author] if author else (),
        venues=[venue] if venue else (),
        section=section,
    )


def read_section(context: ToolContext, heading: str, paper: str = "") -> ReadSection:
    """Return the text below a heading of a paper, with that of its subsections; list_sections lists the headings.

    `heading` are words of it, `paper` is an id or title (default: the anchor).
    """
    paper_id = _paper_or_anchor(context, paper)
    blocks = context.session.cluster.paper(paper_id).blocks
    words = set(analyze(heading))
    first = next((b for b in blocks if b.kind == "heading" and words and words <= set(analyze(b.text))), None)
    if first is None:
        raise UsageError(f"{paper_id} has no heading {heading!r}; list_sections lists the headings")
    within = [
        b
        for b in blocks
        if b is first or b.section == first.section or b.section.startswith(f"{first.section} > ")
    ]
    return ReadSection(paper_id, first.text, first.page, "\n\n".join(block.text for block in within))


def read_equation(context: ToolContext, number: str, paper: str = "") -> ReadSection:
    """Return an equation of a paper by its number ("7", "3.2"), as LaTeX where its sources are at hand, and the paragraphs that
    explain it. `paper` is an id or title (default: the anchor).
    """
    paper_id = _paper_or_anchor(context, paper)
    whole = context.session.cluster.paper(paper_id)
    equation = find_equation(whole, number)
    if equation is None:
        known = list_some([each.number for each in list_equations(whole)]) or "none"
        raise UsageError(f"no equation {number} was found in {paper_id}; there are: {known}")
    texts = [
        equation.latex or equation.block.text,
        *(block.text for block in find_explanations(whole, equation)),
    ]
    return ReadSection(paper_id, f"Equation {equation.number}", equation.block.page, "\n\n".join(texts))


def read_page(context: ToolContext, paper: str, page: int) -> ReadPage:
    """Return the text of a page of a paper (id or title); pages count from 1."""
    paper_id, source = _page_source(context, paper, page)
    title = context.session.cluster.paper(paper_id).title
    return ReadPage(paper_id, title, page, page_text(source, page))


def look(context: ToolContext, paper: str, figure: str = "", page: int = 0) -> ShownPicture:
    """Show a figure or table of a paper (its label), or a whole page (a number from 1), as an image."""
    if not figure:
        paper_id, source = _page_source(context, paper, page)
        image = encoded(render_page(source, page, _PAGE_DPI))
        return ShownPicture(paper_id, context.session.cluster.paper(paper_id).title, page, image)
    cluster = context.session.cluster
    shown = cluster.paper(context.session.paper_id(paper))
    chosen: Figure = named_figure(shown.figures, figure)
    if not chosen.image:
        raise UsageError(f"{chosen.label} has no image; look at page {chosen.page}")
    return ShownPicture(
        shown.id, shown.title, chosen.page, encoded(load_image(cluster.path / chosen.image)), chosen
    )


def list_papers(context: ToolContext, offset: int = 0, limit: int = 20) -> ListedPapers:
    """List `limit` papers of a cluster from number `offset`: id, title, first authors and year."""
    papers = context.session.cluster.summaries
    return ListedPapers(papers[part_of_list(offset, limit)], offset, len(papers))


def list_figures(context: ToolContext, paper: str = "", offset: int = 0, limit: int = 20) -> ListedFigures:
    """List `limit` figures and tables of a paper from number `offset`: label, kind, page and the start of the caption.

    `paper` is an id or title (default: the anchor).
    """
    paper_id = _paper_or_anchor(context, paper)
    figures = context.session.cluster.paper(paper_id).figures
    return ListedFigures(paper_id, figures[part_of_list(offset, limit)], offset, len(figures))


LISTING_TOOLS = tuple(define_tool(function) for function in (list_papers, list_figures))
READING_TOOLS = tuple(
    define_tool(function)
    for function in (
        read_figure,
        read_table,
        cite,
        record,
        search,
        list_sections,
        read_section,
        read_equation,
        read_page,
        look,
    )
)


def _paper_or_anchor(context: ToolContext, paper: str) -> str:
    paper_id = context.session.anchor_id(paper or context.anchor)
    if paper_id is None:
        raise UsageError("this cluster has no anchor: name a paper; list_papers lists them")
    return paper_id


def _page_source(context: ToolContext, paper: str, page: int) -> tuple[str, Path]:
    """Return the id of a paper and the path of its PDF.

    Raises UsageError if the paper, its PDF or the page does not exist.
    """
    paper_id = context.session.paper_id(paper)
    source = context.session.cluster.source_path(paper_id)
    if source is None or source.suffix.lower() != ".pdf":
        raise UsageError(f"{paper_id} has no pages: only its text is known; search finds its passages")
    pages = context.session.cluster.paper(paper_id).pages
    if not 1 <= page <= pages:
        raise UsageError(f"{paper_id} has {pages} pages to read, not page {page!r}")
    return paper_id, source


def part_of_list(offset: int, limit: int) -> slice:
    """Return a slice of `limit` items that begins at index `offset`.

    Raises UsageError for a negative offset, or for a limit below 1 or above 50.
    """
    if offset < 0:
        raise UsageError(f"offset must not be negative, got {offset}")
    return slice(offset, offset + _within_limit(limit, "limit"))


def _within_limit(k: int, name: str = "k") -> int:
    if not 1 <= k <= _MOST:
        raise UsageError(f"{name} must be 1 to {_MOST}, got {k}")
    return k
