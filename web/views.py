"""Values of the page's templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from ..agent.conversation.types import Turn
from ..agent.figures.paper_figures import is_region
from ..agent.session import Session
from ..agent.types import Answer, Citation
from ..errors import CitehopError
from ..figures.types import Entity
from ..integrations.evidence.path import EvidencePath, trace_path
from ..integrations.evidence.write import figure_of, likely_names, name_place
from ..papers.bibliography.resolve import Coverage, classify_reference, count_references
from ..papers.clusters.cluster import Cluster, list_clusters
from ..papers.clusters.ids import describe_location
from ..papers.clusters.library import library_folder, list_libraries, read_views
from ..papers.types import Figure, Paper
from ..settings import Settings

_CITED = re.compile(r"\[(\d{1,3})\]")
_SHOWN_PAPERS = 10
_SHOWN_AUTHORS = 3


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """A cluster in the list: `title` of the anchor, "" without one."""

    name: str
    url: str
    papers: int
    title: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A paper in a list. `cites` counts the papers of the cluster that it cites; `resolved` of its `references` are these."""

    paper: Paper
    url: str
    authors: str
    cites: int
    references: int
    resolved: int
    is_anchor: bool


@dataclass(frozen=True, slots=True)
class FigureTile:
    """A figure in a gallery; `ask_url` opens the question form with it, `thumbnail` and `image` are "" without an image."""

    figure: Figure
    place: str
    ask_url: str
    page_url: str
    thumbnail: str = ""
    image: str = ""


@dataclass(frozen=True, slots=True)
class QuoteView:
    """A quote with its place; `page_url` and `image` show the marked page, "" for a paper without pages."""

    text: str
    place: str
    paper_url: str
    page_url: str
    image: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """A question with its answer, as the page shows them. `parts` are pieces of the answer's text, each with the number of the
    quote that it refers to, or 0."""

    number: int
    turn: Turn
    parts: tuple[tuple[str, int], ...]
    quotes: tuple[QuoteView, ...]
    closest: QuoteView | None
    place: str
    names: Sequence[Entity]
    figure_image: str
    correct_url: str
    path: EvidencePath | None
    path_url: str
    ranking: tuple[tuple[Paper, str, tuple[str, ...]], ...]
    more_papers: int


def cluster_url(name: str, *parts: str) -> str:
    """The path of a page of cluster `name`; "~" separates a library from its view."""
    return "/".join(("/clusters", *(quote(part, safe="~") for part in (name.replace("/", "~"), *parts))))


def list_rows(settings: Settings) -> tuple[list[ClusterRow], list[tuple[ClusterRow, list[ClusterRow]]]]:
    """The clusters of the home, and its libraries with their views."""
    clusters = [_cluster_row(cluster) for cluster in list_clusters(settings)]
    libraries = []
    for name in list_libraries(settings):
        views = read_views(library_folder(name, settings)).views
        rows = [
            ClusterRow(v.name, cluster_url(f"{name}/{v.name}"), len(v.papers), v.anchor or "") for v in views
        ]
        papers = {paper for view in views for paper in view.papers}
        libraries.append((ClusterRow(name, cluster_url(name), len(papers), ""), rows))
    return clusters, libraries


def _cluster_row(cluster: Cluster) -> ClusterRow:
    try:
        title = cluster.summary(cluster.anchor).title if cluster.anchor else ""
    except CitehopError:
        title = ""  # opening the damaged cluster explains it; the others stay listed
    return ClusterRow(cluster.name, cluster_url(cluster.name), len(cluster.paper_ids), title)


def paper_rows(cluster: Cluster) -> list[PaperRow]:
    """The papers of a cluster, the anchor first."""
    rows = [
        PaperRow(
            paper,
            cluster_url(cluster.name, "papers", paper.id),
            format_authors(paper),
            len(cluster.cited_papers.get(paper.id, ())),
            *cluster.reference_counts.get(paper.id, (0, 0)),
            paper.id == cluster.anchor,
        )
        for paper in cluster.summaries
    ]
    return sorted(rows, key=lambda row: not row.is_anchor)


def format_authors(paper: Paper) -> str:
    """The first authors."""
    more = " et al." if len(paper.authors) > _SHOWN_AUTHORS else ""
    return ", ".join(paper.authors[:_SHOWN_AUTHORS]) + more


def figure_tiles(cluster: Cluster, paper: Paper) -> list[FigureTile]:
    """The figures and tables of a paper."""
    return [_figure_tile(cluster, paper, figure) for figure in paper.figures]


def _figure_tile(cluster: Cluster, paper: Paper, figure: Figure) -> FigureTile:
    fields = urlencode({"anchor": paper.id, "figure": figure.label})
    base = cluster_url(cluster.name, "papers", paper.id, "figures", figure.id)
    page = cluster_url(cluster.name, "papers", paper.id, "pages", str(figure.page)) if figure.page else ""
    images = (f"{base}/thumbnail.jpg", f"{base}/image.png") if figure.image else ("", "")
    place = describe_location(paper, figure.page)
    return FigureTile(figure, place, f"{cluster_url(cluster.name)}?{fields}#ask", page, *images)


def coverage(paper: Paper) -> tuple[Coverage, int]:
    """The states of a paper's references, and their number."""
    return count_references(paper), len(paper.references)


def reference_rows(cluster: Cluster, paper: Paper) -> list[tuple[str, str, str, str]]:
    """Key, text, state and URL ("" unless it is a paper of the cluster) of each reference."""
    return [
        (
            reference.key,
            reference.title or reference.raw,
            classify_reference(reference),
            cluster_url(cluster.name, "papers", reference.paper_id) if reference.paper_id else "",
        )
        for reference in paper.references
    ]


def view_turns(session: Session, thread: str, turns: Sequence[Turn]) -> Iterator[TurnView]:
    """The turns of a thread whose papers are still in the cluster, each with its number from 1."""
    for number, turn in enumerate(turns, 1):
        yield _view_turn(session, thread, number, turn)


def _view_turn(session: Session, thread: str, number: int, turn: Turn) -> TurnView:
    cluster, answer = session.cluster, turn.answer
    base = ("threads", thread, str(number))
    figure = figure_of(answer, session)
    has_image = (
        figure is not None and bool(figure.image or is_region(figure.label)) and answer.reading is not None
    )
    path = trace_path(answer, cluster)
    known = [ranked for ranked in answer.ranking if cluster.has_paper(ranked.paper_id)]
    ranking = tuple(
        (cluster.summary(r.paper_id), cluster_url(cluster.name, "papers", r.paper_id), r.reasons)
        for r in known[:_SHOWN_PAPERS]
    )
    return TurnView(
        number,
        turn,
        _split_text(answer),
        tuple(
            _view_quote(cluster, citation, (*base, str(n))) for n, citation in enumerate(answer.citations, 1)
        ),
        _view_quote(cluster, answer.closest, (*base, "closest")) if answer.closest else None,
        name_place(answer, session, None) if figure else "",
        likely_names(answer),
        cluster_url(cluster.name, *base, "figure.png") if has_image else "",
        cluster_url(cluster.name, *base, "correct") if has_image and not turn.follows else "",
        path,
        cluster_url(cluster.name, "papers", path.paper.id) if path else "",
        ranking,
        max(0, len(known) - _SHOWN_PAPERS),
    )


def _view_quote(cluster: Cluster, citation: Citation, address: tuple[str, ...]) -> QuoteView:
    if not cluster.has_paper(citation.paper_id):
        return QuoteView(citation.quote, f"{citation.paper_id}, no longer in this cluster", "", "", "")
    paper = cluster.summary(citation.paper_id)
    place = f"{paper.title}, {describe_location(paper, citation.page)}"
    shown = bool(citation.page) and cluster.source_path(paper.id) is not None
    urls = (cluster_url(cluster.name, *address), cluster_url(cluster.name, *address, "page.png"))
    return QuoteView(
        citation.quote,
        place,
        cluster_url(cluster.name, "papers", paper.id),
        *(urls if shown else ("", "")),
    )


def linked_quote(cluster: Cluster, citation: Citation) -> QuoteView:
    """A quote outside of a thread; its page is addressed by the text of the quote."""
    view = _view_quote(cluster, citation, ())
    if not view.page_url:
        return view
    page = cluster_url(cluster.name, "papers", citation.paper_id, "pages", str(citation.page))
    query = urlencode({"quote": citation.quote})
    return replace(view, page_url=f"{page}?{query}", image=f"{page}/image.png?{query}")


def _split_text(answer: Answer) -> tuple[tuple[str, int], ...]:
    """The text in pieces: (text, 0), and ("[1]", 1) for each reference to a quote."""
    pieces: list[tuple[str, int]] = []
    end = 0
    for match in _CITED.finditer(answer.text):
        if 1 <= int(match[1]) <= len(answer.citations):
            pieces += [(answer.text[end : match.start()], 0), (match[0], int(match[1]))]
            end = match.end()
    return (*pieces, (answer.text[end:], 0))
