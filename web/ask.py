"""The question form: an answer as a redirect to its thread or, for the page's script, its steps as server-sent events."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from functools import partial
from urllib.parse import parse_qsl

import anyio.to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ..errors import CitehopError
from . import views
from .access import MAX_BODY
from .app import Site
from .browse import cluster_name
from .threads import AskedQuestion

MAX_QUESTION = 2000  # characters
_STREAM = "text/event-stream"
Event = tuple[str, str]  # name and data


def ask_routes(site: Site) -> list[Route]:
    """The route that questions are sent to."""

    async def ask(request: Request) -> Response:
        question = _read_question(site, await _read_body(request))
        answer = partial(_answer, site, cluster_name(request), question)
        if request.headers.get("accept") == _STREAM:
            return StreamingResponse(_stream(site, answer), media_type=_STREAM)
        url = await anyio.to_thread.run_sync(answer, limiter=site.questions)
        return RedirectResponse(url, 303)

    return [Route("/clusters/{cluster}/ask", ask, methods=["POST"])]


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
    number = len(site.threads.load(session.cluster.name, thread).turns)
    return f"{views.cluster_url(session.cluster.name, 'threads', thread)}#turn-{number}"


async def _stream(site: Site, answer: Callable[..., str]) -> AsyncIterator[str]:
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


async def _read_body(request: Request) -> bytes:
    """The body. Raises HTTPException for one over `MAX_BODY`."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            raise HTTPException(413, "too large")
    return body


def _read_question(site: Site, body: bytes) -> AskedQuestion:
    """The question of a form. Raises HTTPException for a form of another page, and for an empty or too long question."""
    fields = dict(parse_qsl(body.decode("utf-8", "replace"), max_num_fields=20))
    if not secrets.compare_digest(fields.get("form_token", "").encode(), site.form_token.encode()):
        raise HTTPException(403, "this form is older than the server; go back, reload the page and ask again")
    text = " ".join(fields.get("question", "").split())
    if not text:
        raise HTTPException(400, "the question is empty; write one")
    if len(text) > MAX_QUESTION:
        raise HTTPException(413, f"the question is too long: at most {MAX_QUESTION} characters")
    return AskedQuestion(
        text,
        fields.get("thread", ""),
        fields.get("anchor", "").strip(),
        " ".join(fields.get("figure", "").split()),
    )
