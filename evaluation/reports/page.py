"""A report as one self-contained HTML page.

Every value may be text from papers or models, so the templates escape all values.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from ...errors import CitehopError
from ...figures.image import load_image
from ..runs.run_folder import RunFolder
from ..types import Example, Prediction, Scores
from .report import Report, between, cells, cost_of, describe_costs, number, unit_of, unscored

LONGEST_SIDE = 1000  # pixels
_QUALITY = 75  # quality of WebP: text stays sharp, and a table takes about 40 kB


def embed_pictures(paths: Iterable[str]) -> dict[str, str]:
    """Map each path to its picture as a data URI. Pictures that cannot be read are left out."""
    found = {}
    for path in dict.fromkeys(paths):
        try:
            picture = load_image(Path(path))
        except CitehopError:
            continue
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        buffer = io.BytesIO()
        picture.save(buffer, "WEBP", quality=_QUALITY)
        found[path] = f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}"
    return found


_SHOWN = 5  # places of a ranking that are shown


@dataclass(frozen=True, slots=True)
class Case:
    """An example with its prediction and scores.

    `score` is the score by the headline metric, None if unscored. `replies` are (METRIC@MODEL, reply) pairs of its
    judges.
    """

    example: Example
    prediction: Prediction
    scores: Scores
    score: float | None
    replies: tuple[tuple[str, str], ...]

    @property
    def tags(self) -> str:
        """The tags of the example as a JSON object."""
        return json.dumps(dict(self.example.tags), ensure_ascii=False)

    @property
    def gold_ranked(self) -> bool:
        return any(key in self.example.gold for key in self.prediction.ranking)

    @property
    def places(self) -> list[tuple[int, str, bool]]:
        """Return (place, title, True if gold) of the first ranked papers with a known title, and of the first gold
        paper.
        """
        example = self.example
        titles = {one.id: one.title for one in (*example.documents, *example.oracle) if one.title}
        places = list(enumerate(self.prediction.ranking, 1))
        # A run that answers stores the titles of only those papers that were read.
        shown = ([(place, key) for place, key in places if key in titles] or places)[:_SHOWN]
        first = next(((place, key) for place, key in places if key in example.gold), None)
        shown += [first] if first and first not in shown else []
        return [(place, titles.get(key) or key, key in example.gold) for place, key in shown]


def cases_below(folder: RunFolder, metric: str, best: float) -> list[Case]:
    """Return the examples that are unscored or score below `best` by `metric`: unscored first, then the worst.

    Ties keep the order of the examples.
    """
    predictions, scores, verdicts = folder.predictions, folder.scores, folder.verdicts
    cases = []
    for example in folder.examples:
        prediction = predictions.get(example.id, Prediction(example.id, error="not run"))
        line = scores[example.id]
        replies = tuple(
            (judge, by_id[example.id].reply) for judge, by_id in verdicts.items() if example.id in by_id
        )
        cases.append(Case(example, prediction, line, line.value(metric), replies))
    below = [case for case in cases if case.score is None or case.score < best]
    return sorted(below, key=lambda case: -1.0 if case.score is None else case.score)


def tag_choices(cases: Sequence[Case], names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return (tag, sorted values that occur) for each of the tags `names`."""
    return [(name, sorted({case.example.tag(name) for case in cases} - {""})) for name in names]


def html_page(folder: RunFolder, others: Sequence[RunFolder] = ()) -> str:
    """Return the report of the run in `folder` as HTML; `others` are runs to show next to it in the plot of costs.

    Pictures are read from the paths where the run found them. Raises UsageError for an incomplete run.
    """
    report = folder.report
    metric = report.headline
    reports = [report, *(other.report for other in others)]
    unit = unit_of(reports)
    costs = [
        (one.name, cost_of(one, unit), dict(one.overall.estimates)[metric])
        for one in reports
        if metric in dict(one.overall.estimates)
    ]
    shown = [*(part.estimate(metric) for part in report.parts), *(estimate for _, _, estimate in costs)]
    cases = cases_below(folder, metric, _best(report))
    page = (
        _environment()
        .get_template("page.html")
        .render(
            report=report,
            metrics=[name for name, _ in report.overall.estimates],
            unscored=unscored(report),
            cost=describe_costs(report),
            cases=cases,
            choices=tag_choices(cases, list(dict.fromkeys(part.by for part in report.parts if part.by))),
            pictures=embed_pictures(picture.path for case in cases for picture in case.example.pictures),
            costs=costs,
            unit=unit,
            highest=max(cost for _, cost, _ in costs) * 1.1 or 1.0,
            # The axis of means ends at 1 for shares, else at the next whole number: a judge's scale may end at 5.
            top=max(1, ceil(max((one.high for one in shown if one.high is not None), default=1.0))),
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


def _best(report: Report) -> float:
    """Return the highest possible score: 1, or 5 if a score of the headline metric exceeds 1."""
    high = report.overall.estimate(report.headline).high
    return 5.0 if high is not None and high > 1.0 else 1.0
