"""The web application: its routes and its error pages."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..agent.llm.roles import Models
from ..errors import CitehopError, UsageError
from ..integrations.sessions import Sessions
from ..settings import Settings
from .access import AccessControl
from .ask import ask_routes
from .browse import browse_routes
from .correct import correction_routes
from .create import create_routes
from .figure_values import value_routes
from .history import history_routes
from .review import review_routes
from .runs import run_routes
from .saved_jobs import resume_jobs
from .site import Sample, Site
from .table import table_routes
from .thread_pages import thread_routes
from .threads import Threads

_STATIC = {
    "style.css": "text/css",
    "ask.js": "text/javascript",
    "progress.js": "text/javascript",
    "review.js": "text/javascript",
    "reader.js": "text/javascript",
    "region.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


def create_app(
    settings: Settings,
    models: Models | None = None,
    hosts: Iterable[str] = ("localhost", "127.0.0.1", "[::1]"),
    token: str = "",
    *,
    any_address: bool = False,
    reviews: Iterable[Path] = (),
    sample: Sample | None = None,
) -> Starlette:
    """Create the web application over the clusters of `settings.home`.

    `hosts`, `token` and `any_address` are as in `AccessControl`, `reviews` and `sample` as in `Site`. Jobs that a
    killed server left are resumed.
    """
    site = Site(
        settings, models, Sessions(settings), Threads(settings), reviews=tuple(reviews), sample=sample
    )
    resume_jobs(site.jobs, settings)
    routes: list[BaseRoute] = [
        *browse_routes(site),
        *create_routes(site),
        *table_routes(site),
        *value_routes(site),
        *run_routes(site),
        *review_routes(site),
        *correction_routes(site),
        *history_routes(site),
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


def _error_page(site: Site, request: Request, error: Exception) -> Response:
    return _render_error(
        site, request, 404 if isinstance(error, UsageError) else 503, site.hide_folder(str(error))
    )


def _http_error_page(site: Site, request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = "There is no such page." if error.status_code == 404 else error.detail
    return _render_error(site, request, error.status_code, message)


def _render_error(site: Site, request: Request, status: int, message: str) -> Response:
    """Render an error page. After a question, it has the question form as it was filled in."""
    return site.render("error.html", status, message=message, asked=getattr(request.state, "asked", None))


def _serve_static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        raise HTTPException(404)
    data = files("citehop.web").joinpath("static", name).read_bytes()
    return Response(data, media_type=_STATIC[name], headers={"Cache-Control": "max-age=600"})
