"""Published results, from their papers, beside a run. They are data: published/NAME.json, table by table with its
source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ...errors import UsageError
from ..reports.report import Report, ReportTable

THIS_RUN = "this run"
# Metrics whose brackets name a model; other brackets, as in METEOR[nosynonyms], make another metric.
_NAMED_BY_MODEL = ("BERTScore", "BERTScore-precision", "BERTScore-recall", "BLEURT")


@dataclass(frozen=True, slots=True)
class PublishedColumn:
    """A published number: the `metric` of a run that it corresponds to ("" for none), which is that `times` the run's,
    and the `judge` that gave it ("" where no model judged). With `by` it is of the examples whose tag `by` is `label`.
    """

    name: str
    metric: str = ""
    times: float = 1.0
    judge: str = ""
    by: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """Results of one model in one setting, by column, as printed; `judge` where another one gave its judged numbers.

    `table` and `place` (page or section) are where they are printed. `comparable`: the command measures the same, on
    the same questions, with `reason` as to how; or it does not, with the `reason` why.
    """

    setting: str
    model: str
    values: Mapping[str, float]
    judge: str = ""
    table: str = ""
    place: str = ""
    comparable: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PublishedResults:
    """The rows of one benchmark, in the order of its paper, with their source and notes."""

    source: str
    notes: tuple[str, ...]
    columns: tuple[PublishedColumn, ...]
    rows: tuple[PublishedRow, ...]


def load_published(name: str) -> PublishedResults:
    """The published rows of benchmark `name`. Raises UsageError for one that has none here."""
    try:
        fields = _read_data(name)
    except FileNotFoundError:
        raise UsageError(f"no published rows of {name!r} here; see: citehop bench list") from None
    return PublishedResults(
        fields["source"],
        tuple(fields["notes"]),
        tuple(PublishedColumn(**column) for column in fields["columns"]),
        tuple(row for table in fields["tables"] for row in _rows_of(table)),
    )


@dataclass(frozen=True, slots=True)
class CoveredPart:
    """A part of a paper, whether it is covered (● whole, ◐ in part, – not), and how, or what is missing."""

    part: str
    mark: str
    how: str


def load_coverage() -> dict[str, tuple[CoveredPart, ...]]:
    """The parts of each benchmark's paper, by its name."""
    return {
        name: tuple(CoveredPart(*part) for part in parts) for name, parts in _read_data("coverage").items()
    }


def _read_data(name: str) -> Any:
    file = resources.files(__package__) / "published" / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8"))


def _rows_of(table: Mapping[str, Any]) -> list[PublishedRow]:
    """The rows of one table of the file: [model, a number or null for each of its columns]."""
    about = {name: value for name, value in table.items() if name not in ("columns", "rows")}
    return [
        PublishedRow(
            model=model,
            values={
                name: number
                for name, number in zip(table["columns"], numbers, strict=True)
                if number is not None
            },
            **about,
        )
        for model, *numbers in table["rows"]
    ]


def published_tables(name: str, setting: str) -> tuple[ReportTable, ...]:
    """The published rows of benchmark `name` whose setting begins with `setting`, a table for each printed one.

    Column "comparable" is 1 or 0; the note has source and reasons. () where nothing is published for the setting.
    """
    published = load_published(name)
    groups: dict[tuple[str, str, str], list[PublishedRow]] = {}
    for row in published.rows:
        if row.setting.startswith(setting):
            groups.setdefault((row.setting, row.table, row.place), []).append(row)
    return tuple(_as_table(published, *key, rows) for key, rows in groups.items())


def _as_table(
    published: PublishedResults, setting: str, table: str, place: str, rows: Sequence[PublishedRow]
) -> ReportTable:
    names = [column.name for column in published.columns if any(column.name in row.values for row in rows)]
    return ReportTable(
        f"Published: {setting} ({table}, {place})",
        ("comparable", *names),
        tuple(
            (row.model, (float(row.comparable), *(row.values.get(name) for name in names))) for row in rows
        ),
        ("comparable",),
        f"{published.source}, {table}, {place}. {explain_comparability(rows)}",
    )


def explain_comparability(rows: Sequence[PublishedRow]) -> str:
    """A sentence for each reason why rows are comparable or not, with their models where there are several reasons."""
    groups: dict[tuple[bool, str], list[str]] = {}
    for row in rows:
        groups.setdefault((row.comparable, row.reason), []).append(row.model)
    sentences = []
    for (comparable, reason), models in groups.items():
        named = f" ({', '.join(dict.fromkeys(models))})" if len(groups) > 1 else ""
        sentences.append(f"{'Comparable' if comparable else 'Not comparable'}{named}: {reason}.")
    return " ".join(sentences)


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
        parts = [part for part in report.parts if (part.by, part.label) == (column.by, column.label)]
        estimates = [pair for part in parts[:1] for pair in part.estimates]
        mean = next((e.mean for name, e in estimates if column.metric and _same(name, column)), None)
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
    """True if a run's metric is the column's: "BERTScore[roberta-large]" is "BERTScore", "judge[1-10] by X" is judge
    X's.
    """
    plain, by, judge = name.partition(" by ")
    if by and column.judge and judge.rsplit("/", 1)[-1] != column.judge:
        return False
    return plain == column.metric or (
        plain.startswith(f"{column.metric}[") and column.metric in _NAMED_BY_MODEL
    )
