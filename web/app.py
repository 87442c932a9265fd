"""The application: its routes, and the values that they share."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from secrets import token_urlsafe

import anyio
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from ..agent.llm.roles import Models
from ..errors import CitehopError, UsageError
from ..integrations.html import render_page
from ..integrations.sessions import Sessions
from ..settings import Settings
from .access import AccessControl
from .images import ImageCache
from .jobs import Jobs
from .saved_jobs import resume_jobs
from .threads import Threads

_STATIC = {
    "style.css": "text/css",
    "ask.js": "text/javascript",
    "progress.js": "text/javascript",
    "review.js": "text/javascript",
    "region.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
# Questions answered at once; further ones wait, and pages are served meanwhile. With a model a question mostly waits for its
# server; without one it computes, and more threads than processors make all of them slower.
WITH_MODEL = 8
WITHOUT_MODEL = max(2, os.cpu_count() or 1)


@dataclass(frozen=True)
class Site:
    """Everything that the pages share. `form_token` is part of every form (against forms of other pages); `reviews` are folders
    with generated questions to review."""

    settings: Settings
    models: Models | None
    sessions: Sessions
    threads: Threads
    images: ImageCache = field(default_factory=ImageCache)
    jobs: Jobs = field(default_factory=Jobs)
    reviews: tuple[Path, ...] = ()
    form_token: str = field(default_factory=token_urlsafe)
    running: set[asyncio.Task[None]] = field(
        default_factory=set
    )  # a task that nothing refers to may be dropped
    questions: anyio.CapacityLimiter = field(init=False)

    def __post_init__(self) -> None:
        limit = WITH_MODEL if self.models else WITHOUT_MODEL
        object.__setattr__(self, "questions", anyio.CapacityLimiter(limit))

    def hide_folder(self, message: str) -> str:
        """`message` without the path of the home folder, which is nobody's business on another machine."""
        home = self.settings.home_path
        for path in (home.resolve(), home):
            message = message.replace(f"{path}{os.sep}", "")
        return message

    def render(self, template: str, status: int = 200, **values: object) -> HTMLResponse:
        """The page of `template`, a file name in templates/."""
        reviews = [folder.name for folder in self.reviews]
        page = render_page("citehop.web", template, form_token=self.form_token, reviews=reviews, **values)
        return HTMLResponse(page, status)


def create_app(
    settings: Settings,
    models: Models | None = None,
    hosts: Iterable[str] = ("localhost", "127.0.0.1", "[::1]"),
    token: str = "",
    *,
    any_address: bool = False,
    reviews: Iterable[Path] = (),
) -> Starlette:
    """The web application over the clusters of `settings.home`; `hosts`, `token` and `any_address` as in `AccessControl`,
    `reviews` as in `Site`. Jobs that a killed server left are taken up again."""
    from .ask import ask_routes
    from .browse import browse_routes
    from .compare import compare_routes
    from .correct import correction_routes
    from .create import create_routes
    from .review import review_routes
    from .runs import run_routes
    from .thread_pages import thread_routes

    site = Site(settings, models, Sessions(settings), Threads(settings), reviews=tuple(reviews))
    resume_jobs(site.jobs, settings)
    routes: list[BaseRoute] = [
        *browse_routes(site),
        *create_routes(site),
        *compare_routes(site),
        *run_routes(site),
        *review_routes(site),
        *correction_routes(site),
        *thread_routes(site),
        *ask_routes(site),
        Route("/static/{name}", _serve_static),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(AccessControl, hosts=hosts, token=token, any_address=any_address)],
        exception_handlers={
            CitehopError: lambda request, error: _error_page(site, request, error),
            HTTPException: lambda request, error: _http_error_page(site, request, error),
        },
    )


def page_route(site: Site, path: str, function: Callable[[Site, Request], Response]) -> Route:
    """A route for a page or an image, which `function` makes in a worker thread."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(function, site, request)

    return Route(path, endpoint, methods=["GET"])


def _error_page(site: Site, request: Request, error: Exception) -> Response:
    return _render_error(
        site, request, 404 if isinstance(error, UsageError) else 503, site.hide_folder(str(error))
    )


def _http_error_page(site: Site, request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = "There is no such page." if error.status_code == 404 else error.detail
    return _render_error(site, request, error.status_code, message)


def _render_error(site: Site, request: Request, status: int, message: str) -> Response:
    """The page of an error; after a question, with its form as it was filled in."""
    return site.render("error.html", status, message=message, asked=getattr(request.state, "asked", None))


def _serve_static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        raise HTTPException(404)
    data = files("citehop.web").joinpath("static", name).read_bytes()
    return Response(data, media_type=_STATIC[name], headers={"Cache-Control": "max-age=600"})
