"""Extraction sheets: a job asks every paper the same questions. Each cell is shown next to the page of its quote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..agent.session import Session
from ..evaluation.types import EvaluationProgress
from ..indexes.build.report import BuildProgress, Listener
from ..integrations.extraction.columns import build_columns, parse_questions
from ..integrations.extraction.fill import extract, read_sheet
from ..integrations.extraction.formats import format_sheet
from ..integrations.extraction.types import LEAST, Sheet, SheetCell, SheetRow
from ..papers.clusters.cluster import Cluster
from . import views
from .browse import cluster_name
from .forms import Form, form_route
from .saved_sheets import SavedSheet, list_sheets, load_sheet, save_sheet
from .site import Site, page_route
from .turn_views import QuoteView, linked_quote

_MOST_QUESTIONS = 40
_MAX_QUESTION, _MAX_TEXT = 500, 20_000  # characters of one question, and of all questions
_MEDIA = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "md": "text/markdown",
    "json": "application/json",
}


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell with its quotes.

    `state` is "filled", "blank" or, while the sheet is made, "missing". The quotes of a blank cell are those of its
    likeliest answer.
    """

    state: str
    cell: SheetCell
    quotes: tuple[QuoteView, ...] = ()


def table_routes(site: Site) -> list[Route]:
    """Return the routes of the form, the sheets and their files."""
    path = "/clusters/{cluster}/table"
    return [
        page_route(site, path, _form_page),
        form_route(site, path, _make),
        page_route(site, f"{path}/{{sheet}}", _sheet_page),
        form_route(site, f"{path}/{{sheet}}", _continue),
        page_route(site, f"{path}/{{sheet}}/sheet.{{suffix}}", _export),
    ]


def _form_page(site: Site, request: Request) -> Response:
    return _render(site, site.sessions.cluster(cluster_name(request)))


def _make(site: Site, request: Request, form: Form) -> Response:
    """Save the sheet that the form describes, and start to fill it."""
    name = cluster_name(request)
    cluster, papers = site.sessions.cluster(name), tuple(dict.fromkeys(form.all("paper")))
    questions = parse_questions(form.lines("questions", _MAX_TEXT))
    if not questions or len(questions) > _MOST_QUESTIONS or max(map(_length, questions)) > _MAX_QUESTION:
        raise HTTPException(400, f"write one to {_MOST_QUESTIONS} questions, one per line")
    if not all(map(cluster.has_paper, papers)):
        raise HTTPException(400, "choose papers of this cluster")
    least = form.number("least", 0, 1) if form.text("least") else LEAST
    saved = SavedSheet(build_columns(questions), papers, least)
    key = save_sheet(cluster.name, saved, site.settings)
    return _start(site, name, key, saved)


def _continue(site: Site, request: Request, _: Form) -> Response:
    """Continue a sheet that was left unfinished when a server ended."""
    name, key = cluster_name(request), request.path_params["sheet"]
    cluster = site.sessions.cluster(name)
    return _start(site, name, key, load_sheet(cluster.name, key, site.settings))


def _start(site: Site, name: str, key: str, saved: SavedSheet) -> Response:
    def work(listen: Listener) -> None:
        def report(progress: EvaluationProgress) -> None:
            listen(BuildProgress("questions", progress.done, progress.total))

        extract(site.sessions(name), saved.questions, saved.papers, models=site.models, on_progress=report)

    if _find_job(site, key) is None:
        site.jobs.start(name, work, note=key)
    return RedirectResponse(views.cluster_url(name, "table", key), 303)


def _find_job(site: Site, key: str) -> str | None:
    """Return the progress of the job that fills a sheet; None if there is no such job."""
    job = next((job for job in site.jobs.unfinished() if job.note == key), None)
    if job is None:
        return None
    return f"{job.done} of {job.total} questions asked" if job.total else "waiting"


def _sheet_page(site: Site, request: Request) -> Response:
    session, saved, sheet = _read(site, request)
    key = request.path_params["sheet"]
    return _render(site, session.cluster, key, saved, sheet, _find_job(site, key))


def _export(site: Site, request: Request) -> Response:
    """Send the sheet as a file, the same file that the command line writes."""
    suffix = request.path_params["suffix"]
    if suffix not in _MEDIA:
        raise HTTPException(404)
    session, _, sheet = _read(site, request)
    name = f"citehop-table-{request.path_params['sheet']}.{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(format_sheet(sheet, session, f".{suffix}"), media_type=_MEDIA[suffix], headers=headers)


def _read(site: Site, request: Request) -> tuple[Session, SavedSheet, Sheet]:
    """Return the session, the saved sheet and the sheet in the address, without papers that have left the cluster.

    Raises UsageError if there is no such sheet.
    """
    session = site.sessions(cluster_name(request))
    saved = load_sheet(session.cluster.name, request.path_params["sheet"], site.settings)
    papers = tuple(filter(session.cluster.has_paper, saved.papers))
    sheet = read_sheet(session, saved.questions, papers, models=site.models, least=saved.least)
    return session, saved, sheet


def _render(
    site: Site,
    cluster: Cluster,
    key: str = "",
    saved: SavedSheet | None = None,
    sheet: Sheet | None = None,
    progress: str | None = None,
) -> Response:
    url = views.cluster_url(cluster.name)
    rows = _list_rows(cluster, sheet) if sheet else []
    places = (quote.page_url for *_, cells in rows for cell in cells for quote in cell.quotes)
    return site.render(
        "table.html",
        cluster=cluster,
        url=url,
        address=f"{url}/table/{key}",
        papers=views.paper_rows(cluster),
        saved=saved,
        least=saved.least if saved else LEAST,
        sheet=sheet,
        rows=rows,
        formats=_MEDIA,
        first=next(filter(None, places), ""),
        progress=progress,
        earlier=[(f"{url}/table/{key}", key, each) for key, each in list_sheets(cluster.name, site.settings)],
    )


def _list_rows(cluster: Cluster, sheet: Sheet) -> list[tuple[SheetRow, str, tuple[CellView, ...]]]:
    """Return every row with the address of its paper and its cells."""
    return [
        (
            row,
            views.cluster_url(cluster.name, "papers", row.paper_id),
            tuple(_view_cells(cluster, row.cells, sheet.least)),
        )
        for row in sheet.rows
    ]


def _view_cells(cluster: Cluster, cells: tuple[SheetCell, ...], least: float) -> Iterator[CellView]:
    for cell in cells:
        state = "missing" if not cell.id else "blank" if cell.is_blank(least) else "filled"
        yield CellView(state, cell, tuple(linked_quote(cluster, each) for each in cell.citations))


def _length(question: str | tuple[str, str]) -> int:
    return len(question) if isinstance(question, str) else max(map(len, question))
