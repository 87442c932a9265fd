"""The comparison of several papers: a table with a row per paper, a column per question and a quote in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import anyio.to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..agent.compare import compare
from ..agent.types import ComparisonRow
from ..papers.clusters.cluster import Cluster
from ..papers.types import Paper
from . import views
from .browse import cluster_name
from .comparisons import SavedComparison, list_comparisons, load_comparison, save_comparison
from .forms import Form, read_form
from .site import Site, page_route
from .spreadsheets import WRITERS
from .turn_views import QuoteView, linked_quote

_MOST_QUESTIONS, _MOST_PAPERS = 6, 40
_MAX_QUESTION = 500  # characters of one question


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """The answer of one paper to one question with its quotes; where it is "", the `reason` and the `closest` passage."""

    answer: str = ""
    quotes: tuple[QuoteView, ...] = ()
    reason: str = ""
    closest: QuoteView | None = None

    def write(self, title: str) -> str:
        """The cell of an exported table; `title` is that of its paper."""
        places = "; ".join(dict.fromkeys(quote.place.removeprefix(f"{title}, ") for quote in self.quotes))
        return (
            f"{self.answer} ({places})"
            if self.answer and places
            else self.answer or f"no answer: {self.reason}"
        )


@dataclass(frozen=True, slots=True)
class ComparedPaper:
    """A row of the table: `cells` in the order of the questions."""

    paper: Paper
    url: str
    cells: tuple[ComparedCell, ...]


def compare_routes(site: Site) -> list[Route]:
    """The routes of the form and its results."""
    path = "/clusters/{cluster}/compare"
    return [
        page_route(site, path, _compare_page),
        Route(path, partial(_run_comparison, site), methods=["POST"]),
        page_route(site, f"{path}/{{comparison}}", _compare_page),
        page_route(site, f"{path}/{{comparison}}/table.{{suffix}}", _export),
    ]


def _compare_page(site: Site, request: Request) -> Response:
    name = cluster_name(request)
    cluster, comparison = site.sessions.cluster(name), request.path_params.get("comparison", "")
    saved = load_comparison(cluster.name, comparison, site.settings) if comparison else None
    url, rows = views.cluster_url(cluster.name), _table(cluster, saved) if saved else []
    places = (quote.page_url for row in rows for cell in row.cells for quote in cell.quotes)
    return site.render(
        "compare.html",
        cluster=cluster,
        url=url,
        address=f"{url}/compare/{comparison}",
        papers=views.paper_rows(cluster),
        questions=saved.questions if saved else (),
        chosen=saved.papers if saved else request.query_params.getlist("paper"),
        rows=rows,
        first=next(filter(None, places), ""),
        notes=tuple(dict.fromkeys(note for result in saved.results for note in result.notes))
        if saved
        else (),
        earlier=[
            (f"{url}/compare/{key}", key, each) for key, each in list_comparisons(cluster.name, site.settings)
        ],
    )


async def _run_comparison(site: Site, request: Request) -> Response:
    form = await read_form(site, request)
    return await anyio.to_thread.run_sync(_compare, site, cluster_name(request), form, limiter=site.questions)


def _compare(site: Site, name: str, form: Form) -> Response:
    session = site.sessions(name)
    questions = [" ".join(line.split()) for line in (form.all("questions") or [""])[0].splitlines()]
    questions = list(dict.fromkeys(filter(None, questions)))
    papers = tuple(dict.fromkeys(form.all("paper")))
    if not 1 <= len(questions) <= _MOST_QUESTIONS or max(map(len, questions)) > _MAX_QUESTION:
        raise HTTPException(400, f"write one to {_MOST_QUESTIONS} questions, one per line")
    if not 2 <= len(papers) <= _MOST_PAPERS or not all(map(session.cluster.has_paper, papers)):
        raise HTTPException(400, f"choose 2 to {_MOST_PAPERS} papers of this cluster")
    results = tuple(compare(session, question, papers, models=site.models) for question in questions)
    saved = save_comparison(session.cluster.name, SavedComparison(papers, results), site.settings)
    return RedirectResponse(views.cluster_url(session.cluster.name, "compare", saved), 303)


def _export(site: Site, request: Request) -> Response:
    """The table as a file."""
    cluster = site.sessions.cluster(cluster_name(request))
    comparison, suffix = request.path_params["comparison"], request.path_params["suffix"]
    if suffix not in WRITERS:
        raise HTTPException(404)
    saved = load_comparison(cluster.name, comparison, site.settings)
    rows = [
        [row.paper.title, *(cell.write(row.paper.title) for cell in row.cells)]
        for row in _table(cluster, saved)
    ]
    media, write = WRITERS[suffix]
    name = f"citehop-comparison-{comparison}.{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(write([["Paper", *saved.questions], *rows]), media_type=media, headers=headers)


def _table(cluster: Cluster, saved: SavedComparison) -> Sequence[ComparedPaper]:
    """The rows of the papers that are still in the cluster."""
    by_paper = [{row.paper_id: row for row in result.rows} for result in saved.results]
    return [
        ComparedPaper(
            cluster.summary(paper),
            views.cluster_url(cluster.name, "papers", paper),
            tuple(_cell(cluster, paper, rows.get(paper)) for rows in by_paper),
        )
        for paper in filter(cluster.has_paper, saved.papers)
    ]


def _cell(cluster: Cluster, paper: str, row: ComparisonRow | None) -> ComparedCell:
    if row is None:
        return ComparedCell(reason="the question is not about this paper")
    if row.answer:
        return ComparedCell(row.answer, tuple(linked_quote(cluster, one) for one in row.citations))
    known = (
        "only its abstract is known, and no sentence of it"
        if cluster.summary(paper).abstract_only
        else "no sentence"
    )
    reason = row.reason.rstrip(".") or f"{known} is likely enough to answer ({row.probability:.0%})"
    return ComparedCell("", (), reason, linked_quote(cluster, row.closest) if row.closest else None)
