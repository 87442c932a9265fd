"""Receive the question forms.

The reply is a redirect to the thread of the answer or, for the page's script, the steps as server-sent events.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from secrets import token_urlsafe

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ..agent.figures.paper_figures import region_label
from ..agent.session import Session
from ..agent.types import Citation
from ..errors import CitehopError
from ..papers.clusters.cluster import Cluster
from ..papers.parsing.pdf.pages import page_size
from ..papers.types import BBox
from . import views
from .browse import cluster_name, named_paper, page_source
from .forms import Form, read_form
from .query_views import read_query
from .site import Site
from .threads import AskedQuestion, Listeners
from .turn_views import describe_quote

MAX_QUESTION = 2000  # characters of a question
_STREAM = "text/event-stream"
Event = tuple[str, object]  # (name, data)
Answering = Callable[..., str]  # takes `listeners` and returns the address of the answer


def ask_routes(site: Site) -> list[Route]:
    """Return the routes that receive questions."""
    return [
        answer_route(site, "/clusters/{cluster}/ask", _ask),
        answer_route(site, "/clusters/{cluster}/threads/{thread}/query", _ask_query),
        answer_route(site, "/clusters/{cluster}/papers/{paper}/pages/{page:int}/ask", _ask_region),
        Route("/stop/{answer}", partial(_stop, site), methods=["POST"]),
    ]


def _ask(site: Site, request: Request, form: Form) -> Answering:
    fields = {name: form.text(name) for name in ("question", "thread", "anchor", "figure")}
    request.state.asked = {**fields, "url": views.cluster_url(cluster_name(request))}
    text = form.required("question", MAX_QUESTION)
    papers = tuple(dict.fromkeys(form.all("only")))
    question = AskedQuestion(text, fields["thread"], fields["anchor"], fields["figure"], papers)
    return partial(_answer, site, cluster_name(request), question)


def _ask_query(site: Site, request: Request, form: Form) -> Answering:
    """Ask an edited query in the thread of the address."""
    name = cluster_name(request)
    query = read_query(site.sessions(name), form)
    question = AskedQuestion(query.text, request.path_params["thread"], query=query)
    return partial(_answer, site, name, question)


def _ask_region(site: Site, request: Request, form: Form) -> Answering:
    cluster, paper = named_paper(site, request)
    number = request.path_params["page"]
    source = page_source(cluster, paper, number)
    width, height = page_size(source, number)
    names = ("left", "top", "right", "bottom")
    fields = {"question": form.text("question"), "sides": {name: form.text(name) for name in names}}
    request.state.asked = {**fields, "url": request.url.path}
    sides = [form.number(name, 0, 100) / 100 for name in names]
    box = BBox(sides[0] * width, sides[1] * height, sides[2] * width, sides[3] * height)
    text = form.required("question", MAX_QUESTION)
    question = AskedQuestion(text, "", paper.id, region_label(number, box))
    return partial(_answer, site, cluster_name(request), question)


def answer_route(site: Site, path: str, prepare: Callable[[Site, Request, Form], Answering]) -> Route:
    """Return a route for a form that asks a question.

    `prepare` reads the form and returns a function. That function answers, saves the answer and returns its address.
    """

    async def endpoint(request: Request) -> Response:
        form = await read_form(site, request)
        answer = await anyio.to_thread.run_sync(prepare, site, request, form)
        if request.headers.get("accept") == _STREAM:
            cluster = site.sessions.cluster(cluster_name(request))
            return StreamingResponse(_stream(site, cluster, answer), media_type=_STREAM)
        url = await anyio.to_thread.run_sync(answer, limiter=site.questions)
        return RedirectResponse(url, 303)

    return Route(path, endpoint, methods=["POST"])


def last_answer_url(site: Site, session: Session, thread: str) -> str:
    """Return the address of the last answer of a thread."""
    name = session.cluster.name
    number = len(site.threads.load(name, thread).turns)
    return f"{views.cluster_url(name, 'threads', thread)}#turn-{number}"


def _answer(site: Site, cluster: str, question: AskedQuestion, listeners: Listeners | None = None) -> str:
    """Answer `question`, save the answer and return its address."""
    session = site.sessions(cluster)
    thread = site.threads.ask(session, question, site.models, listeners)
    return last_answer_url(site, session, thread)


async def _stop(site: Site, request: Request) -> Response:
    """Stop the model that works on an answer."""
    await read_form(site, request)
    if stop := site.stops.get(request.path_params["answer"]):
        stop.set()
    return Response(status_code=204)


async def _stream(site: Site, cluster: Cluster, answer: Answering) -> AsyncIterator[str]:
    """Yield server-sent events while the answer is made, then "done" with its address, or "error".

    "model" has the address that stops the model. "step" and "text" are what `agent.ask.ask` reports. "found" has the
    text and sources of the answer without the model. The question is answered and saved even if the browser
    disconnects.
    """
    loop, events = asyncio.get_running_loop(), asyncio.Queue[Event]()

    def emit(name: str, data: object) -> None:
        loop.call_soon_threadsafe(events.put_nowait, (name, data))

    def emit_found(text: str, citations: tuple[Citation, ...]) -> None:
        emit("found", [text, *(describe_quote(cluster, citation) for citation in citations)])

    listeners = Listeners(partial(emit, "text"), partial(emit, "step"), emit_found)
    number = token_urlsafe()

    async def run() -> None:
        try:
            emit("done", await anyio.to_thread.run_sync(answer, listeners, limiter=site.questions))
        except CitehopError as error:
            emit("error", str(error))
        except Exception:
            emit("error", "this is a bug; the terminal of citehop web shows its cause")
            raise
        finally:
            site.stops.pop(number, None)

    if site.models:
        site.stops[number] = listeners.stop
        emit("model", f"/stop/{number}")
    task = asyncio.create_task(run())
    site.running.add(task)
    task.add_done_callback(site.running.discard)
    name = ""
    while name not in ("done", "error"):
        name, data = await events.get()
        yield f"event: {name}\ndata: {json.dumps(data)}\n\n"
