"""Pages for browsing: clusters, papers, figures and pages of papers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..agent.example_questions import suggest_questions
from ..errors import UsageError
from ..evaluation.runs.run_folder import list_runs
from ..figures.image import load_image
from ..integrations.evidence.marked_images import DPI
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.trash import list_deleted
from ..papers.parsing.pdf.pages import render_page
from ..papers.types import Figure, Paper
from . import views
from .images import encode_png, encode_thumbnail
from .sheets import Sheet, figure_sheet, note_sheet, page_sheet, quote_sheet
from .site import Site, page_route

_THUMBNAIL_DPI = 40
_MAX_QUOTE = 4000  # characters of a quote
_NOTE_DIGITS = 6  # longest number of a note
_MAX_AGE = {"Cache-Control": "private, max-age=300"}


def browse_routes(site: Site) -> list[Route]:
    """Return the routes of the pages for browsing."""
    paper = "/clusters/{cluster}/papers/{paper}"
    return [
        page_route(site, "/", _home),
        page_route(site, "/clusters/{cluster}", _cluster_page),
        page_route(site, "/clusters/{cluster}/examples", _examples),
        page_route(site, paper, _paper_page),
        page_route(site, f"{paper}/examples", _examples),
        page_route(site, f"{paper}/pages/{{page:int}}", _page),
        page_route(site, f"{paper}/pages/{{page:int}}/image.png", _page_png),
        page_route(site, f"{paper}/pages/{{page:int}}/thumbnail.jpg", _page_jpg),
        page_route(site, f"{paper}/figures/{{figure}}", _figure_page),
        page_route(site, f"{paper}/figures/{{figure}}/image.png", _figure_png),
        page_route(site, f"{paper}/figures/{{figure}}/thumbnail.jpg", _figure_jpg),
    ]


def _home(site: Site, request: Request) -> Response:
    clusters, libraries = views.list_rows(site.settings)
    deleted = list_deleted(site.settings)
    undo = next((one for one in deleted if one.id == request.query_params.get("deleted")), None)
    has_sample = site.sample is None or any(row.name == site.sample.name for row in clusters)
    return site.render(
        "home.html",
        clusters=clusters,
        libraries=libraries,
        deleted=deleted,
        undo=undo,
        sample="" if has_sample else "/new/sample",
        runs=bool(list_runs(site.settings)),
    )


def _cluster_page(site: Site, request: Request) -> Response:
    cluster = named_cluster(site, request)
    chosen = request.query_params.get("anchor", "") or cluster.anchor or ""
    anchor = cluster.paper(chosen) if chosen else None
    deleted = request.query_params.get("deleted", "")
    return site.render(
        "cluster.html",
        cluster=cluster,
        url=views.cluster_url(cluster.name),
        anchor=anchor,
        figure=request.query_params.get("figure", ""),
        coverage=views.coverage(anchor) if anchor else None,
        papers=views.paper_rows(cluster),
        tiles=views.figure_tiles(cluster, anchor) if anchor else [],
        **view_history(site, cluster.name, request),
        undo=deleted if site.threads.is_deleted(cluster.name, deleted) else "",
    )


def _examples(site: Site, request: Request) -> Response:
    """Render example questions as a part of a page."""
    session, paper = site.sessions(cluster_name(request)), request.path_params.get("paper", "")
    if paper and not session.cluster.has_paper(paper):
        raise UsageError(f"no paper {paper} in this cluster")
    key = session.cluster.path, session.cluster.name, session.cluster.manifest, paper
    questions = site.examples.get(key, lambda: suggest_questions(session, paper))
    url = views.cluster_url(session.cluster.name)
    return site.render("examples.html", url=url, questions=questions, paper=paper)


def _figure_page(site: Site, request: Request) -> Response:
    """Render a figure on its page, next to the form that asks about it."""
    cluster, paper = named_paper(site, request)
    figure = find_figure(paper, request.path_params["figure"])
    url = views.cluster_url(cluster.name, "papers", paper.id)
    return site.render(
        "figure.html",
        cluster=cluster,
        cluster_url=views.cluster_url(cluster.name),
        paper=paper,
        paper_url=url,
        figure=figure,
        image=views.cluster_url(cluster.name, "papers", paper.id, "figures", figure.id, "image.png"),
        sheet=figure_sheet(cluster, paper.id, figure),
    )


def view_history(site: Site, cluster: str, request: Request) -> dict[str, Any]:
    """Return the template values of the sidebar: the threads of a cluster that contain the words of the search."""
    search = request.query_params.get("search", "")[:200]
    return {"threads": site.threads.list(cluster, search), "search": search}


def _paper_page(site: Site, request: Request) -> Response:
    cluster, paper = named_paper(site, request)
    url = views.cluster_url(cluster.name, "papers", paper.id)
    return site.render(
        "paper.html",
        cluster=cluster,
        cluster_url=views.cluster_url(cluster.name),
        paper=paper,
        authors=views.format_authors(paper),
        coverage=views.coverage(paper),
        tiles=views.figure_tiles(cluster, paper),
        references=views.reference_rows(cluster, paper),
        pages=[f"{url}/pages/{n}" for n in range(1, paper.pages + 1)] if _has_pages(cluster, paper) else [],
    )


def _page(site: Site, request: Request) -> Response:
    cluster, paper = named_paper(site, request)
    number, quote = request.path_params["page"], _quote(request)
    note = request.query_params.get("note", "")
    if note.isdecimal():
        sheet = note_sheet(cluster, paper.id, number, int(note[:_NOTE_DIGITS]))
    elif quote:
        sheet = quote_sheet(site.sessions(cluster_name(request)), paper.id, number, quote)
    else:
        sheet = page_sheet(cluster, paper.id, number)
    url = views.cluster_url(cluster.name, "papers", paper.id)
    return render_sheet(site, cluster, sheet, url, "The paper", f"{url}/pages/{number}/ask")


def render_sheet(
    site: Site, cluster: Cluster, sheet: Sheet, back: str, text: str, ask_url: str = ""
) -> Response:
    """Render the page of a sheet, with a link to `back` labeled `text`.

    If `ask_url` is given, the page has a form there for questions about a region.
    """
    pages = views.cluster_url(cluster.name, "papers", sheet.paper.id, "pages")
    return site.render(
        "page.html",
        cluster=cluster,
        cluster_url=views.cluster_url(cluster.name),
        sheet=sheet,
        back=back,
        back_text=text,
        previous=f"{pages}/{sheet.page - 1}" if sheet.page > 1 else "",
        following=f"{pages}/{sheet.page + 1}" if 0 < sheet.page < sheet.paper.pages else "",
        ask_url=ask_url,
    )


def _page_png(site: Site, request: Request) -> Response:
    cluster, paper = named_paper(site, request)
    return _page_image(site, cluster, paper, request.path_params["page"], thumbnail=False)


def _page_jpg(site: Site, request: Request) -> Response:
    cluster, paper = named_paper(site, request)
    return _page_image(site, cluster, paper, request.path_params["page"], thumbnail=True)


def _figure_png(site: Site, request: Request) -> Response:
    cluster, figure = _named_figure(site, request)
    return png((cluster.path / figure.image).read_bytes())


def _figure_jpg(site: Site, request: Request) -> Response:
    cluster, figure = _named_figure(site, request)
    path = cluster.path / figure.image
    return jpeg(site.images.get(("figure", path), lambda: encode_thumbnail(load_image(path))))


def cluster_name(request: Request) -> str:
    """Return the name of the cluster in the address, where "~" separates a library from its view."""
    name: str = request.path_params["cluster"]
    return name.replace("~", "/", 1)


def named_cluster(site: Site, request: Request) -> Cluster:
    """Return the cluster in the address. Raises UsageError for an unknown cluster."""
    return site.sessions.cluster(cluster_name(request))


def png(data: bytes) -> Response:
    """Return a response with a PNG that browsers may cache for five minutes."""
    return Response(data, media_type="image/png", headers=_MAX_AGE)


def jpeg(data: bytes) -> Response:
    """Return a response with a JPEG that browsers may cache for five minutes."""
    return Response(data, media_type="image/jpeg", headers=_MAX_AGE)


def named_paper(site: Site, request: Request) -> tuple[Cluster, Paper]:
    """Return the cluster and the paper in the address. Raises UsageError if there is no such cluster or paper."""
    cluster = named_cluster(site, request)
    return cluster, cluster.paper(request.path_params["paper"])


def _quote(request: Request) -> str:
    """Return the quote to highlight; "" if there is none. Raises HTTPException if the quote is too long."""
    quote = request.query_params.get("quote", "")
    if len(quote) > _MAX_QUOTE:
        raise HTTPException(413, "too large")
    return quote


def _named_figure(site: Site, request: Request) -> tuple[Cluster, Figure]:
    """Return the cluster and the figure in the address. Raises UsageError if the figure is unknown or has no image."""
    cluster, paper = named_paper(site, request)
    figure = find_figure(paper, request.path_params["figure"])
    if not figure.image:
        raise UsageError(f"{figure.label} of {paper.id} has no image")
    return cluster, figure


def find_figure(paper: Paper, figure_id: str) -> Figure:
    """Return the figure with the id `figure_id`. Raises UsageError if there is no such figure."""
    figure = next((figure for figure in paper.figures if figure.id == figure_id), None)
    if figure is None:
        raise UsageError(f"no such figure in {paper.id}")
    return figure


def _has_pages(cluster: Cluster, paper: Paper) -> bool:
    return paper.pages > 0 and cluster.source_path(paper.id) is not None


def page_source(cluster: Cluster, paper: Paper, number: int) -> Path:
    """Return the PDF with page `number` of a paper. Raises UsageError if there is no such page."""
    source = cluster.source_path(paper.id)
    if source is None or not 1 <= number <= paper.pages:
        raise UsageError(f"{paper.id} has no page {number}")
    return source


def _page_image(site: Site, cluster: Cluster, paper: Paper, number: int, *, thumbnail: bool) -> Response:
    source = page_source(cluster, paper, number)
    if thumbnail:
        build = lambda: encode_thumbnail(render_page(source, number, _THUMBNAIL_DPI))  # noqa: E731
        return jpeg(site.images.get(("thumbnail", source, number), build))
    return png(
        site.images.get(
            ("page", source, number), lambda: encode_png(render_page(source, number, DPI, annotations=False))
        )
    )
