"""The question forms: an answer as a redirect to its thread or, for the page's script, its steps as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import partial

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ..agent.figures.paper_figures import region_label
from ..agent.session import Session
from ..errors import CitehopError
from ..papers.parsing.pdf.pages import page_size
from ..papers.types import BBox
from . import views
from .app import Site
from .browse import cluster_name, named_paper, page_source
from .forms import Form, read_form
from .threads import AskedQuestion

MAX_QUESTION = 2000  # characters
_STREAM = "text/event-stream"
Event = tuple[str, str]  # name and data
Answering = Callable[..., str]  # (on_text, on_step) -> address


def ask_routes(site: Site) -> list[Route]:
    """The routes that questions are sent to."""
    return [
        answer_route(site, "/clusters/{cluster}/ask", _ask),
        answer_route(site, "/clusters/{cluster}/papers/{paper}/pages/{page:int}/ask", _ask_region),
    ]


def _ask(site: Site, request: Request, form: Form) -> Answering:
    fields = {name: form.text(name) for name in ("question", "thread", "anchor", "figure")}
    request.state.asked = {**fields, "url": views.cluster_url(cluster_name(request))}
    text = form.required("question", MAX_QUESTION)
    question = AskedQuestion(text, fields["thread"], fields["anchor"], fields["figure"])
    return partial(_answer, site, cluster_name(request), question)


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
    """A route for a form that is answered; `prepare` returns the call that answers, saves and returns an address."""

    async def endpoint(request: Request) -> Response:
        form = await read_form(site, request)
        answer = await anyio.to_thread.run_sync(prepare, site, request, form)
        if request.headers.get("accept") == _STREAM:
            return StreamingResponse(_stream(site, answer), media_type=_STREAM)
        url = await anyio.to_thread.run_sync(answer, limiter=site.questions)
        return RedirectResponse(url, 303)

    return Route(path, endpoint, methods=["POST"])


def last_answer_url(site: Site, session: Session, thread: str) -> str:
    """The address of the last answer of a thread."""
    name = session.cluster.name
    number = len(site.threads.load(name, thread).turns)
    return f"{views.cluster_url(name, 'threads', thread)}#turn-{number}"


def _answer(
    site: Site,
    cluster: str,
    question: AskedQuestion,
    on_text: Callable[[str], None] | None = None,
    on_step: Callable[[str], None] | None = None,
) -> str:
    """Answer and save `question`; return the address of its answer."""
    session = site.sessions(cluster)
    thread = site.threads.ask(session, question, site.models, on_text, on_step)
    return last_answer_url(site, session, thread)


async def _stream(site: Site, answer: Answering) -> AsyncIterator[str]:
    """Events "step" and "text" while the answer is made, then "done" with its address, or "error".

    The question is answered and saved even if the browser leaves.
    """
    loop, events = asyncio.get_running_loop(), asyncio.Queue[Event]()

    def emit(name: str, data: str) -> None:
        loop.call_soon_threadsafe(events.put_nowait, (name, data))

    async def run() -> None:
        work = partial(answer, partial(emit, "text"), partial(emit, "step"))
        try:
            emit("done", await anyio.to_thread.run_sync(work, limiter=site.questions))
        except CitehopError as error:
            emit("error", str(error))
        except Exception:
            emit("error", "this is a bug; the terminal of citehop web shows its cause")
            raise

    task = asyncio.create_task(run())
    site.running.add(task)
    task.add_done_callback(site.running.discard)
    name = ""
    while name not in ("done", "error"):
        name, data = await events.get()
        yield f"event: {name}\ndata: {json.dumps(data)}\n\n"
