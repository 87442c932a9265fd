"""Benchmark runs of this machine: a list, the report of a run, and two runs compared question by question."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..evaluation.runs.run_folder import RunFolder, list_runs
from ..evaluation.statistics.comparison import compare_examples, compare_runs, judge_warnings
from .site import Site, page_route

_PAGE_SIZE = 50  # examples per page


def run_routes(site: Site) -> list[Route]:
    """Return the routes of the pages for benchmark runs."""
    return [
        page_route(site, "/runs", _runs_page),
        page_route(site, "/runs/compare", _compare_page),
        page_route(site, "/runs/{run}", _run_page),
    ]


def _runs_page(site: Site, _: Request) -> Response:
    return site.render("runs.html", runs=list_runs(site.settings))


def _run_page(site: Site, request: Request) -> Response:
    folder = _named_run(site, request.path_params["run"])
    report, scores, predictions = folder.report, folder.scores, folder.predictions
    examples = sorted(
        (example for example in folder.examples if example.id in scores),
        key=lambda example: (scores[example.id].value(report.headline) or 0.0, example.id),
    )
    start = _page_number(request) * _PAGE_SIZE
    return site.render(
        "run.html",
        run=folder.name,
        report=report,
        rows=[
            (example, scores[example.id].value(report.headline), predictions.get(example.id))
            for example in examples[start : start + _PAGE_SIZE]
        ],
        total=len(examples),
        start=start,
        page=_page_number(request),
        more=start + _PAGE_SIZE < len(examples),
    )


def _compare_page(site: Site, request: Request) -> Response:
    first, second = (_named_run(site, request.query_params.get(name, "")) for name in ("first", "second"))
    differences = compare_runs(first, second)
    metrics = [difference.metric for difference in differences]
    metric = request.query_params.get("metric", "") or first.report.headline
    metric = metric if metric in metrics else metrics[0] if metrics else ""
    pairs = compare_examples(first, second, metric) if metric else []
    start = _page_number(request) * _PAGE_SIZE
    return site.render(
        "runs_compare.html",
        first=first.name,
        second=second.name,
        differences=differences,
        warnings=judge_warnings(first, second),
        metric=metric,
        pairs=pairs[start : start + _PAGE_SIZE],
        better=sum(pair.gain > 0 for pair in pairs),
        worse=sum(pair.gain < 0 for pair in pairs),
        total=len(pairs),
        start=start,
        page=_page_number(request),
        more=start + _PAGE_SIZE < len(pairs),
    )


def _named_run(site: Site, name: str) -> RunFolder:
    """Return the run with exactly this name in the home folder. Raises HTTPException if there is no such run."""
    folders = (path.parent for path in (site.settings.home_path / "runs").glob("*/run.json"))
    found = next((folder for folder in folders if folder.name == name), None)
    if found is None:
        raise HTTPException(404)
    return RunFolder(found)


def _page_number(request: Request) -> int:
    """Return the page number in the address, from 0, for a list of several pages."""
    text = request.query_params.get("page", "0")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
