"""Published results, from their papers, beside a run. The rows are data: published/NAME.json, each file with its source."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from ...errors import UsageError
from ..reports.report import Report

THIS_RUN = "this run"
_NAMED_BY_MODEL = ("BERTScore", "BLEURT")  # other brackets, as in METEOR[nosynonyms], make another metric


@dataclass(frozen=True, slots=True)
class PublishedColumn:
    """A published number: the `metric` of a run that it is comparable with ("" for none), which is that `times` the run's,
    and the `judge` that gave it ("" where no model judged).
    """

    name: str
    metric: str = ""
    times: float = 1.0
    judge: str = ""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """Results of one model in one setting, by column, as printed; `judge` where another one gave its judged numbers."""

    setting: str
    model: str
    values: Mapping[str, float]
    judge: str = ""


@dataclass(frozen=True, slots=True)
class PublishedResults:
    """The rows of one benchmark, in the order of its paper, with their source and notes."""

    source: str
    notes: tuple[str, ...]
    columns: tuple[PublishedColumn, ...]
    rows: tuple[PublishedRow, ...]


def load_published(name: str) -> PublishedResults:
    """The published rows of benchmark `name`. Raises UsageError for one that has none here."""
    file = resources.files(__package__) / "published" / f"{name}.json"
    try:
        fields = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"no published rows of {name!r} here; see: citehop bench list") from None
    return PublishedResults(
        fields["source"],
        tuple(fields["notes"]),
        tuple(PublishedColumn(**column) for column in fields["columns"]),
        tuple(PublishedRow(**row) for row in fields["rows"]),
    )


def in_setting(published: PublishedResults, text: str) -> tuple[PublishedRow, ...]:
    """The rows whose setting begins with `text`. Raises UsageError, listing the settings, when there are none."""
    found = tuple(row for row in published.rows if row.setting.startswith(text))
    if not found:
        settings = "; ".join(dict.fromkeys(row.setting for row in published.rows))
        raise UsageError(f"no published rows for {text!r}; settings: {settings}")
    return found


def run_row(published: PublishedResults, report: Report) -> PublishedRow:
    """The means of a run in the published columns that they are comparable with, in their units."""
    values = {}
    for column in published.columns:
        mean = next(
            (e.mean for name, e in report.overall.estimates if column.metric and _same(name, column)), None
        )
        if mean is not None:
            values[column.name] = column.times * mean
    return PublishedRow("", THIS_RUN, values)


def judge_warnings(published: PublishedResults, rows: Sequence[PublishedRow], report: Report) -> list[str]:
    """One line for each judged column that the run and the published rows owe to different judges."""
    judges = {name.removesuffix(" by"): model for name, model in report.settings if name.endswith(" by")}
    warnings = []
    for column in published.columns:
        ours = next(
            (model for metric, model in judges.items() if column.judge and _same(metric, column)), None
        )
        theirs = {row.judge or column.judge for row in rows if column.name in row.values}
        if ours is not None and theirs - {ours.rsplit("/", 1)[-1]}:
            warnings.append(
                f"{column.name}: this run was judged by {ours}, published rows by {', '.join(sorted(theirs))}; "
                "scores by different judges are not comparable"
            )
    return warnings


def _same(name: str, column: PublishedColumn) -> bool:
    """True if a run's metric is the column's: "BERTScore[roberta-large]" is "BERTScore", "judge[1-10] by X" is judge X's."""
    plain, by, judge = name.partition(" by ")
    if by and column.judge and judge.rsplit("/", 1)[-1] != column.judge:
        return False
    return plain == column.metric or (
        plain.startswith(f"{column.metric}[") and column.metric in _NAMED_BY_MODEL
    )
