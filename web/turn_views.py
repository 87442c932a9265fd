"""Values of the templates that show threads: answers in pieces, quotes with their pages, paths and rankings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from ..agent.conversation.types import Turn, part_notes
from ..agent.figures.likely_names import likely_names
from ..agent.figures.paper_figures import is_region
from ..agent.session import Session
from ..agent.types import Answer, Citation
from ..figures.types import Entity
from ..integrations.evidence.origin import describe_origin
from ..integrations.evidence.path import EvidencePath, trace_path
from ..integrations.evidence.write import figure_of, name_place
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.ids import describe_location
from ..papers.types import Paper
from .views import cluster_url

_CITED = re.compile(r"\[(\d{1,3})\]")
_SHOWN_PAPERS = 10


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
    quote that it refers to, or 0; `completed` are notes above the answer, `notes` those below it."""

    number: int
    turn: Turn
    completed: Sequence[str]
    notes: Sequence[str]
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
    origin: str


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
        *part_notes(answer.notes),
        _split_text(answer),
        tuple(
            _view_quote(cluster, citation, (*base, str(n))) for n, citation in enumerate(answer.citations, 1)
        ),
        _view_quote(cluster, answer.closest, (*base, "closest")) if answer.closest else None,
        name_place(answer, session, None) if figure else "",
        likely_names(answer.reading),
        cluster_url(cluster.name, *base, "figure.png") if has_image else "",
        cluster_url(cluster.name, *base, "correct") if has_image and not turn.follows else "",
        path,
        cluster_url(cluster.name, "papers", path.paper.id) if path else "",
        ranking,
        max(0, len(known) - _SHOWN_PAPERS),
        describe_origin(answer),
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
