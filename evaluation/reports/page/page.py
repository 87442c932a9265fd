"""A report as one self-contained HTML page, from templates with autoescape: every value is text from papers or models."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from ...runs.run_folder import RunFolder
from ..cells import between, cells, number, unscored
from ..costs import cost_of, describe_costs, unit_of
from ..report import Report
from .examples import cases_below, tag_choices
from .pictures import embed_pictures
from .plots import Drawing, PlotPoint, draw_costs, draw_curves, draw_intervals


def html_page(folder: RunFolder, others: Sequence[RunFolder] = ()) -> str:
    """The report of the run in `folder`; `others` appear beside it in the plot of costs.

    Pictures are those at the paths where the run found them. Raises UsageError for a run that is not complete.
    """
    report = folder.report
    cases = cases_below(folder, report.headline, _best(report))
    tags = list(dict.fromkeys(part.by for part in report.parts if part.by))
    curves = report.extra.curves
    page = (
        _environment()
        .get_template("page.html")
        .render(
            report=report,
            metrics=[name for name, _ in report.overall.estimates],
            unscored=unscored(report),
            cost=describe_costs(report),
            cases=cases,
            choices=tag_choices(cases, tags),
            pictures=embed_pictures(picture.path for case in cases for picture in case.example.pictures),
            interval_plot=draw_intervals(report.parts, report.headline),
            curve_plot=draw_curves(curves, report.extra.curve_metric) if curves else None,
            cost_plot=_cost_plot([report, *(other.report for other in others)]),
        )
    )
    return page.strip() + "\n"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": number, "between": between, "cells": cells}
    return environment


def _cost_plot(reports: Sequence[Report]) -> Drawing:
    """Of runs that have the first one's headline metric."""
    metric, unit = reports[0].headline, unit_of(reports)
    points = [
        PlotPoint(report.name, cost_of(report, unit), estimate)
        for report in reports
        for name, estimate in report.overall.estimates
        if name == metric
    ]
    return draw_costs(points, metric, unit)


def _best(report: Report) -> float:
    """1, or the end of a scale that goes further."""
    high = report.overall.estimate(report.headline).high
    return 5.0 if high is not None and high > 1.0 else 1.0
