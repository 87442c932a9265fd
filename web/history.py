"""Change threads (rename, delete with undo, add notes), and send an answer with its sources as text."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from ..agent.conversation.types import ConversationRecord
from ..integrations.sources.cite import cite
from . import views
from .browse import cluster_name
from .forms import Form, form_route
from .site import Site, page_route
from .thread_pages import load_thread, named_turn
from .turn_views import describe_quote

_LONGEST_NAME, _LONGEST_NOTE = 200, 4000  # characters of a thread's name and of a note
_FORMATS = {"bibtex": "bib", "ris": "ris", "csl": "json"}


def history_routes(site: Site) -> list[Route]:
    """Return the routes of the forms and files for threads."""
    thread = "/clusters/{cluster}/threads/{thread}"
    return [
        form_route(site, f"{thread}/rename", _rename),
        form_route(site, f"{thread}/delete", _delete),
        form_route(site, f"{thread}/restore", _restore),
        form_route(site, f"{thread}/{{turn:int}}/note", _keep_note),
        page_route(site, f"{thread}/{{turn:int}}/answer.txt", _answer_text),
        page_route(site, f"{thread}/{{turn:int}}/sources.{{form}}", _sources),
    ]


def _rename(site: Site, request: Request, form: Form) -> Response:
    name, thread = cluster_name(request), request.path_params["thread"]
    given = form.text("name", _LONGEST_NAME)
    site.threads.change(name, thread, lambda record: replace(record, name=given))
    return RedirectResponse(views.cluster_url(name, "threads", thread), 303)


def _delete(site: Site, request: Request, _: Form) -> Response:
    name, thread = cluster_name(request), request.path_params["thread"]
    site.threads.delete(name, thread)
    return RedirectResponse(f"{views.cluster_url(name)}?deleted={thread}", 303)


def _restore(site: Site, request: Request, _: Form) -> Response:
    name, thread = cluster_name(request), request.path_params["thread"]
    site.threads.restore(name, thread)
    return RedirectResponse(views.cluster_url(name, "threads", thread), 303)


def _keep_note(site: Site, request: Request, form: Form) -> Response:
    session, thread, record = load_thread(site, request)
    named_turn(request, record.turns)
    number, note = request.path_params["turn"], form.lines("note", _LONGEST_NOTE)

    def change(record: ConversationRecord) -> ConversationRecord:
        turns = [replace(turn, note=note) if n == number else turn for n, turn in enumerate(record.turns, 1)]
        return replace(record, turns=tuple(turns))

    site.threads.change(session.cluster.name, thread, change)
    url = views.cluster_url(session.cluster.name, "threads", thread)
    return RedirectResponse(f"{url}#turn-{number}", 303)


def _answer_text(site: Site, request: Request) -> Response:
    """Send the question, answer, quotes with their places, and note of a turn as text."""
    session, _, record = load_thread(site, request)
    turn = named_turn(request, record.turns)
    quotes = [
        f"[{number}] {describe_quote(session.cluster, citation)}"
        for number, citation in enumerate(turn.answer.citations, 1)
    ]
    parts = (turn.question, turn.answer.text, "\n".join(quotes), turn.note and f"Note: {turn.note}")
    return PlainTextResponse("\n\n".join(filter(None, parts)) + "\n")


def _sources(site: Site, request: Request) -> Response:
    """Send the papers that an answer quotes as a file for a reference manager."""
    session, thread, record = load_thread(site, request)
    form, number = request.path_params["form"], request.path_params["turn"]
    text = cite(session, named_turn(request, record.turns).answer, form)
    name = f"citehop-{thread}-{number}.{_FORMATS.get(form, 'txt')}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)
