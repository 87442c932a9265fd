"""Values that all pages share, and the routes of pages."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ..agent.llm.roles import Models
from ..integrations.html import render_page
from ..integrations.sessions import Sessions
from ..papers.shared_results import SharedResults
from ..settings import Settings
from .images import ImageCache
from .jobs import Jobs
from .threads import Threads

# Questions answered at the same time. Further questions wait, but pages are served. With a model, a question mostly
# waits for a server. Without a model it computes, and more threads than processors slow down all questions.
WITH_MODEL = 8
WITHOUT_MODEL = max(2, os.cpu_count() or 1)
_KEPT_EXAMPLES = 500  # papers and clusters whose example questions are kept


@dataclass(frozen=True, slots=True)
class Sample:
    """Papers to try citehop with: a `folder` of PDFs, and the file name of the `anchor` among them."""

    folder: Path
    anchor: str
    name: str = "sample"


@dataclass(frozen=True)
class Site:
    """Everything that the pages share.

    `form_token` is part of every form, so that forms of other pages are refused. `reviews` are folders with generated
    questions to review.
    """

    settings: Settings
    models: Models | None
    sessions: Sessions
    threads: Threads
    images: ImageCache = field(default_factory=ImageCache)
    jobs: Jobs = field(default_factory=Jobs)
    reviews: tuple[Path, ...] = ()
    sample: Sample | None = None
    form_token: str = field(default_factory=token_urlsafe)
    running: set[asyncio.Task[None]] = field(
        default_factory=set
    )  # asyncio may drop a task without a reference
    stops: dict[str, threading.Event] = field(
        default_factory=dict
    )  # events that stop the model of an answer, by the answer's number
    examples: SharedResults[tuple[str, ...]] = field(default_factory=lambda: SharedResults(_KEPT_EXAMPLES))
    questions: anyio.CapacityLimiter = field(init=False)

    def __post_init__(self) -> None:
        limit = WITH_MODEL if self.models else WITHOUT_MODEL
        object.__setattr__(self, "questions", anyio.CapacityLimiter(limit))

    def hide_folder(self, message: str) -> str:
        """Return `message` without the path of the home folder, which visitors on other machines should not see."""
        home = self.settings.home_path
        for path in (home.resolve(), home):
            message = message.replace(f"{path}{os.sep}", "")
        return message

    def render(self, template: str, status: int = 200, **values: object) -> HTMLResponse:
        """Render `template`, a file name in templates/."""
        reviews = [folder.name for folder in self.reviews]
        page = render_page("citehop.web", template, form_token=self.form_token, reviews=reviews, **values)
        return HTMLResponse(page, status)


def page_route(site: Site, path: str, function: Callable[[Site, Request], Response]) -> Route:
    """Return a route for a page or an image. `function` makes it in a worker thread."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(function, site, request)

    return Route(path, endpoint, methods=["GET"])
