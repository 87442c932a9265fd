"""The comparison of several papers: a table with a row per paper, a column per question and a quote in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import anyio.to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..agent.compare import compare
from ..agent.session import Session
from ..agent.types import Comparison, ComparisonRow
from ..papers.types import Paper
from . import views
from .app import Site, page_route
from .browse import cluster_name
from .forms import Form, read_form
from .turn_views import QuoteView, linked_quote

_MOST_QUESTIONS, _MOST_PAPERS = 6, 40
_MAX_QUESTION = 500  # characters of one question


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """The answer of one paper to one question, "" if it does not answer, with its quotes."""

    answer: str
    quotes: tuple[QuoteView, ...]


@dataclass(frozen=True, slots=True)
class ComparedPaper:
    """A row of the table: `cells` in the order of the questions."""

    paper: Paper
    url: str
    cells: tuple[ComparedCell, ...]


def compare_routes(site: Site) -> list[Route]:
    """The routes of the form and its result."""
    path = "/clusters/{cluster}/compare"
    return [
        page_route(site, path, _compare_page),
        Route(path, partial(_run_comparison, site), methods=["POST"]),
    ]


def _compare_page(site: Site, request: Request) -> Response:
    return _render(site, cluster_name(request), (), frozenset(request.query_params.getlist("paper")), ())


async def _run_comparison(site: Site, request: Request) -> Response:
    form = await read_form(site, request)
    return await anyio.to_thread.run_sync(_compare, site, cluster_name(request), form, limiter=site.questions)


def _compare(site: Site, name: str, form: Form) -> Response:
    session = site.sessions(name)
    questions = [" ".join(line.split()) for line in (form.all("questions") or [""])[0].splitlines()]
    questions = list(dict.fromkeys(filter(None, questions)))
    papers = list(dict.fromkeys(form.all("paper")))
    if not 1 <= len(questions) <= _MOST_QUESTIONS or max(map(len, questions)) > _MAX_QUESTION:
        raise HTTPException(400, f"write one to {_MOST_QUESTIONS} questions, one per line")
    if not 2 <= len(papers) <= _MOST_PAPERS or not all(map(session.cluster.has_paper, papers)):
        raise HTTPException(400, f"choose 2 to {_MOST_PAPERS} papers of this cluster")
    results = [compare(session, question, papers, models=site.models) for question in questions]
    return _render(site, name, questions, frozenset(papers), _table(session, papers, results), results)


def _table(
    session: Session, papers: Sequence[str], results: Sequence[Comparison]
) -> tuple[ComparedPaper, ...]:
    by_paper = [{row.paper_id: row for row in result.rows} for result in results]
    cluster = session.cluster
    return tuple(
        ComparedPaper(
            cluster.summary(paper),
            views.cluster_url(cluster.name, "papers", paper),
            tuple(_cell(session, rows.get(paper)) for rows in by_paper),
        )
        for paper in papers
    )


def _cell(session: Session, row: ComparisonRow | None) -> ComparedCell:
    if row is None or not row.answer:
        return ComparedCell("", ())
    return ComparedCell(row.answer, tuple(linked_quote(session.cluster, one) for one in row.citations))


def _render(
    site: Site,
    name: str,
    questions: Sequence[str],
    chosen: frozenset[str],
    rows: Sequence[ComparedPaper],
    results: Sequence[Comparison] = (),
) -> Response:
    cluster = site.sessions.cluster(name)
    return site.render(
        "compare.html",
        cluster=cluster,
        url=views.cluster_url(cluster.name),
        papers=views.paper_rows(cluster),
        questions=questions,
        chosen=chosen,
        rows=rows,
        notes=tuple(dict.fromkeys(note for result in results for note in result.notes)),
    )
