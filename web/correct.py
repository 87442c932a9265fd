"""Correct the reading of a figure: choose the right cell, label or cited paper. The question is then asked again."""

from __future__ import annotations

from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..agent.conversation.types import Turn
from ..agent.figures.corrections import (
    FigureChoice,
    correct_paper,
    correct_reading,
    list_choices,
    list_used_corrections,
    undo_correction,
)
from ..agent.figures.paper_figures import figure_by_id, open_paper_figure
from ..agent.session import Session
from ..errors import UsageError
from ..papers.types import Figure
from . import views
from .ask import Answering, answer_route, last_answer_url
from .forms import Form
from .site import Site, page_route
from .thread_pages import load_thread, named_turn
from .threads import Listeners

_LONGEST = 300  # characters of a label or value


def correction_routes(site: Site) -> list[Route]:
    """Return the routes of the pages and forms for corrections."""
    turn = "/clusters/{cluster}/threads/{thread}/{turn:int}"
    return [
        page_route(site, f"{turn}/correct", _correct_page),
        answer_route(site, f"{turn}/correct", _correct),
        answer_route(site, f"{turn}/correct-paper", _correct_reference),
        answer_route(site, f"{turn}/correct-undo", _undo),
    ]


def _correct_page(site: Site, request: Request) -> Response:
    session, thread, turn, figure = _corrected_turn(site, request)
    url = views.cluster_url(session.cluster.name, "threads", thread)
    number = request.path_params["turn"]
    choices = list_choices(session, turn.answer.anchor, figure)
    chosen = _chosen(choices, request.query_params.get("choice", ""))
    image = open_paper_figure(session.cluster, turn.answer.anchor, figure)
    return site.render(
        "correct.html",
        cluster=session.cluster,
        cluster_url=views.cluster_url(session.cluster.name),
        url=url,
        number=number,
        turn=turn,
        figure=figure,
        width=image.pixels.width if image else 0,
        height=image.pixels.height if image else 0,
        choices=choices,
        chosen=chosen,
        chosen_number=choices.index(chosen) if chosen else -1,
        wants_value=bool(turn.answer.reading and turn.answer.reading.value),
    )


def _correct(site: Site, request: Request, form: Form) -> Answering:
    session, thread, turn, figure = _corrected_turn(site, request)
    name = form.text("other", _LONGEST) or form.required("name", _LONGEST)
    choices = list_choices(session, turn.answer.anchor, figure)
    chosen = _chosen(choices, form.text("choice"))
    value = form.text("value", _LONGEST)
    correct_reading(
        session, turn.answer.anchor, figure, turn.question, name, value, chosen.box if chosen else None
    )
    return partial(_ask_again, site, session, thread, request.path_params["turn"])


def _correct_reference(site: Site, request: Request, form: Form) -> Answering:
    session, thread, turn, figure = _corrected_turn(site, request)
    entities = turn.answer.reading.entities if turn.answer.reading else ()
    paper = form.required("paper")
    if not entities or not session.cluster.has_paper(paper):
        raise UsageError("choose a paper of this cluster, for a name that was read")
    correct_paper(session, turn.answer.anchor, figure, entities[0].text, paper)
    return partial(_ask_again, site, session, thread, request.path_params["turn"])


def _undo(site: Site, request: Request, _: Form) -> Answering:
    """Delete the corrections that the answer used, and ask again."""
    session, thread, turn, figure = _corrected_turn(site, request)
    cluster, anchor = session.cluster, turn.answer.anchor
    for correction in list_used_corrections(cluster, anchor, figure, turn.question, turn.answer):
        undo_correction(cluster, anchor, figure, correction)
    return partial(_ask_again, site, session, thread, request.path_params["turn"])


def _corrected_turn(site: Site, request: Request) -> tuple[Session, str, Turn, Figure]:
    """Return the session, thread id and turn in the address, and the figure that its answer read.

    Raises UsageError if no figure was read.
    """
    session, thread, record = load_thread(site, request)
    turn = named_turn(request, record.turns)
    figure = figure_by_id(session.cluster, turn.answer.anchor, turn.answer.figure)
    if figure is None or turn.answer.reading is None or turn.follows:
        raise UsageError("no figure was read for this question")
    return session, thread, turn, figure


def _chosen(choices: tuple[FigureChoice, ...], number: str) -> FigureChoice | None:
    """Return the choice with this number, counted from 0; None without a number. Raises HTTPException for an invalid
    number.
    """
    if not number:
        return None
    digits = number.isascii() and number.isdecimal() and len(number) <= 6
    if not digits or int(number) >= len(choices):
        raise HTTPException(404, "this figure has no such cell")
    return choices[int(number)]


def _ask_again(
    site: Site, session: Session, thread: str, number: int, listeners: Listeners | None = None
) -> str:
    site.threads.ask_again(session, thread, number, site.models, listeners)
    return last_answer_url(site, session, thread)
