"""Send the values of tables and charts as files, for one figure or for all figures of a paper."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import UsageError
from ..integrations.figure_values.files import format_csv, format_workbook
from ..integrations.figure_values.read import list_values, read_values
from .browse import cluster_name, find_figure
from .site import Site, page_route

MEDIA = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def value_routes(site: Site) -> list[Route]:
    """Return the routes of the files of values."""
    paper = "/clusters/{cluster}/papers/{paper}"
    return [
        page_route(site, f"{paper}/figures/{{figure}}/values.{{suffix}}", _send_figure),
        page_route(site, f"{paper}/values.xlsx", _send_paper),
    ]


def _send_figure(site: Site, request: Request) -> Response:
    session, paper_id = site.sessions(cluster_name(request)), request.path_params["paper"]
    suffix = request.path_params["suffix"]
    if suffix not in MEDIA:
        raise HTTPException(404)
    figure = find_figure(session.cluster.paper(paper_id), request.path_params["figure"])
    values = read_values(session, paper_id, figure)
    if values is None:
        raise UsageError(f"no values could be read from {figure.label}")
    name = f"{paper_id}-{figure.label}".replace(" ", "-").lower()
    return _send(format_csv(values).encode() if suffix == "csv" else format_workbook([values]), name, suffix)


def _send_paper(site: Site, request: Request) -> Response:
    session, paper_id = site.sessions(cluster_name(request)), request.path_params["paper"]
    return _send(format_workbook(list_values(session, session.cluster.paper(paper_id).id)), paper_id, "xlsx")


def _send(content: bytes, name: str, suffix: str) -> Response:
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "-" for sign in name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}.{suffix}"'}
    return Response(content, media_type=MEDIA[suffix], headers=headers)
