"""Pages of threads: answers with quotes, marked pages, outlined figures, and a thread as one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..agent.conversation.types import ConversationRecord, Turn
from ..agent.figures.paper_figures import open_paper_figure
from ..agent.session import Session
from ..agent.types import Citation
from ..errors import UsageError
from ..integrations.evidence.marked_images import cropped_quote, outlined_figure
from ..integrations.evidence.write import figure_of, render_conversation
from . import views
from .browse import cluster_name, png, render_sheet, view_history
from .images import encode_png
from .query_views import INTENTS
from .sheets import answer_figure_sheet, quote_sheet
from .site import Site, page_route
from .turn_views import view_turns


def thread_routes(site: Site) -> list[Route]:
    """Return the routes of the pages of threads."""
    thread = "/clusters/{cluster}/threads/{thread}"
    return [
        page_route(site, thread, _thread_page),
        page_route(site, f"{thread}/export", _export),
        page_route(site, f"{thread}/{{turn:int}}/figure.png", _figure_image),
        page_route(site, f"{thread}/{{turn:int}}/{{quote}}", _quote_page),
        page_route(site, f"{thread}/{{turn:int}}/{{quote}}/crop.png", _quote_crop),
    ]


def _thread_page(site: Site, request: Request) -> Response:
    session, thread, record = load_thread(site, request)
    cluster = session.cluster
    selected = cluster.summary(record.anchor).title if cluster.has_paper(record.anchor) else ""
    return site.render(
        "thread.html",
        cluster=cluster,
        url=views.cluster_url(cluster.name),
        thread=thread,
        record=record,
        papers=session.cluster.summaries,
        intents=INTENTS,
        selected=selected,
        **view_history(site, session.cluster.name, request),
        turns=list(view_turns(session, thread, record.turns)),
    )


def _export(site: Site, request: Request) -> Response:
    session, thread, record = load_thread(site, request)
    turns = record.turns
    _check_papers(session, turns)
    with TemporaryDirectory() as folder:
        page = render_conversation(turns, session, Path(folder))
    disposition = f'attachment; filename="citehop-{thread}.html"'
    return Response(page, media_type="text/html", headers={"Content-Disposition": disposition})


def _quote_page(site: Site, request: Request) -> Response:
    """Render the page of a quote, or the page of the figure that was read."""
    session, thread, record = load_thread(site, request)
    turn = named_turn(request, record.turns)
    if request.path_params["quote"] == "figure":
        sheet = answer_figure_sheet(session.cluster, turn.answer)
    else:
        citation = _named_citation(request, turn)
        sheet = quote_sheet(session, citation.paper_id, citation.page, citation.quote)
    url = views.cluster_url(session.cluster.name, "threads", thread)
    return render_sheet(
        site, session.cluster, sheet, f"{url}#turn-{request.path_params['turn']}", turn.question
    )


def _quote_crop(site: Site, request: Request) -> Response:
    """Send an image of the part of a page around a quote."""
    session, _, record = load_thread(site, request)
    citation = _named_citation(request, named_turn(request, record.turns))
    source = session.cluster.source_path(citation.paper_id)

    def build() -> bytes:
        crop = cropped_quote(session, citation.paper_id, citation.page, citation.quote)
        if crop is None:
            raise UsageError("this quote is on no page that can be shown")
        return encode_png(crop)

    return png(site.images.get(("crop", source, citation.page, citation.quote), build))


def _figure_image(site: Site, request: Request) -> Response:
    session, _, record = load_thread(site, request)
    answer = named_turn(request, record.turns).answer
    figure = figure_of(answer, session)
    image = open_paper_figure(session.cluster, answer.anchor, figure)
    if figure is None or image is None or answer.reading is None:
        raise UsageError("no figure was read for this answer")
    boxes = () if "plain" in request.query_params else answer.reading.evidence
    key = session.cluster.path, answer.anchor, figure
    return png(
        site.images.get(("outlined", key, boxes), lambda: encode_png(outlined_figure(image.pixels, boxes)))
    )


def load_thread(site: Site, request: Request) -> tuple[Session, str, ConversationRecord]:
    """Return the session, the id of the thread in the address, and its record. Raises UsageError if there is no such
    thread.
    """
    session = site.sessions(cluster_name(request))
    thread = request.path_params["thread"]
    return session, thread, site.threads.load(session.cluster.name, thread)


def named_turn(request: Request, turns: Sequence[Turn]) -> Turn:
    """Return the turn in the address, which is counted from 1. Raises UsageError if there is no such turn."""
    number: int = request.path_params["turn"]
    if not 1 <= number <= len(turns):
        raise UsageError(f"this thread has {len(turns)} questions, no number {number}")
    return turns[number - 1]


def _named_citation(request: Request, turn: Turn) -> Citation:
    """Return the citation in the address, a number from 1 or "closest". Raises UsageError if there is no such
    citation.
    """
    name = request.path_params["quote"]
    citations = {str(n): citation for n, citation in enumerate(turn.answer.citations, 1)}
    if turn.answer.closest:
        citations["closest"] = turn.answer.closest
    if name not in citations:
        raise UsageError("this answer has no such quote")
    return citations[name]


def _check_papers(session: Session, turns: Sequence[Turn]) -> None:
    """Raise UsageError if a paper of an answer has left the cluster, because its evidence cannot be shown then."""
    for answer in (turn.answer for turn in turns):
        named = {citation.paper_id for citation in answer.citations} | {r.paper_id for r in answer.ranking}
        missing = sorted(
            paper for paper in named | {answer.anchor} - {""} if not session.cluster.has_paper(paper)
        )
        if missing:
            raise UsageError(
                f"{missing[0]} is no longer in this cluster; ask again, then save the new thread"
            )
