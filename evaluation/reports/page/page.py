"""The whole page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources

from ...runs.run_folder import RunFolder
from ..cells import between, cells, number, previous_tag, unscored
from ..costs import cost_of, told, unit_of
from ..report import Report, ReportPart, ReportTable
from .examples import cases, example_list
from .markup import Child, Markup, tag
from .pictures import embedded
from .plots import PlotPoint, cost_plot, curve_plot, interval_plot

# Nothing is fetched, from wherever the page is opened.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def html_page(folder: RunFolder, others: Sequence[RunFolder] = ()) -> str:
    """The report of the run in `folder` as one self-contained HTML file; `others` stand beside it in the plot of costs.

    Pictures are those at the paths where the run found them. Raises UsageError for a run that is not complete.
    """
    report = folder.report
    found = cases(folder, report.headline, _best(report))
    by = list(dict.fromkeys(part.by for part in report.parts if part.by))
    sections = [
        *_head(report),
        tag("h2", f"{report.headline} by kind of question"),
        interval_plot(report.parts, report.headline),
        tag("div", _means(report), class_="scroll"),
        tag("p", missing, class_="faint") if (missing := unscored(report)) else None,
        *_extra(report),
        tag("h2", "Cost and accuracy"),
        _costs([report, *(other.report for other in others)]),
        tag("p", told(report), class_="faint"),
        tag("h2", f"{report.headline} below its best: {len(found)} of {report.overall.n} questions"),
        example_list(found, by),
    ]
    pictures = embedded(picture.path for case in found for picture in case.example.pictures)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("title", f"{report.title}: {report.name}"),
        tag("link", rel="icon", href="data:,"),  # or a browser asks the server for one
        tag("style", Markup(_asset("page.css"))),
    )
    body = tag("body", tag("main", *sections), *_scripts(pictures))
    return "<!doctype html>\n" + tag("html", head, body, lang="en") + "\n"


def _head(report: Report) -> list[Child]:
    chips = [tag("li", f"{name} {value}") for name, value in report.settings]
    errors = [tag("li", f"{text} ({count})", class_="error") for text, count in report.errors]
    return [
        tag("h1", report.title),
        tag("p", f"{report.name}, {report.overall.n} questions", class_="faint"),
        tag("ul", *chips, class_="chips"),
        *(tag("p", note, class_="note") for note in report.notes),
        tag("h2", "Counted as wrong") if errors else None,
        tag("ul", *errors) if errors else None,
    ]


def _means(report: Report) -> Markup:
    names = [name for name, _ in report.overall.estimates]
    heading = tag("tr", tag("th"), tag("th", "n"), *(tag("th", name) for name in names))
    rows = [_row(report.parts, part, names) for part in report.parts]
    return tag("table", tag("thead", heading), tag("tbody", *rows))


def _row(parts: Sequence[ReportPart], part: ReportPart, names: Sequence[str]) -> Markup:
    estimates = [part.estimate(name) for name in names]
    means = [tag("td", number(e.mean), tag("small", between(e))) for e in estimates]
    first = "first" if part.by != previous_tag(parts, part) else None
    return tag("tr", tag("td", part.label or "all"), tag("td", part.n), *means, class_=first)


def _extra(report: Report) -> list[Child]:
    shown: list[Child] = []
    if report.extra.curves:
        metric = report.extra.curve_metric
        shown += [tag("h2", f"{metric[:1].upper()}{metric[1:]}@k"), curve_plot(report.extra.curves, metric)]
    for extra in report.extra.tables:
        note = tag("p", extra.note, class_="note") if extra.note else None
        shown += [tag("h2", extra.title), tag("div", _further(extra), class_="scroll"), note]
    return shown


def _further(extra: ReportTable) -> Markup:
    heading = tag("tr", tag("th"), *(tag("th", column) for column in extra.columns))
    rows = [
        tag("tr", tag("td", label), *(tag("td", value) for value in cells(extra, values)))
        for label, values in extra.rows
    ]
    return tag("table", tag("thead", heading), tag("tbody", *rows))


def _costs(reports: Sequence[Report]) -> Markup:
    """Of runs that have the first one's headline metric."""
    metric, unit = reports[0].headline, unit_of(reports)
    points = [
        PlotPoint(report.name, cost_of(report, unit), estimate)
        for report in reports
        for name, estimate in report.overall.estimates
        if name == metric
    ]
    return cost_plot(points, metric, unit)


def _best(report: Report) -> float:
    """1, or the end of a scale that goes further."""
    high = report.overall.estimate(report.headline).high
    return 5.0 if high is not None and high > 1.0 else 1.0


def _scripts(pictures: Mapping[str, str]) -> list[Child]:
    # "<" would let a path end the script
    data = Markup(json.dumps(pictures).replace("<", "\\u003c"))
    return [
        tag("script", data, type="application/json", id="pictures"),
        tag("script", Markup(_asset("page.js"))),
    ]


def _asset(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
