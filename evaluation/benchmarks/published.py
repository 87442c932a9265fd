"""Published results to print next to a run. Each published/NAME.json holds the tables of a paper with their sources."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ...errors import UsageError
from ..reports.report import Report, ReportTable

THIS_RUN = "this run"
# In these names, brackets hold a model; in other names, such as METEOR[nosynonyms], they make a different metric.
_NAMED_BY_MODEL = ("BERTScore", "BERTScore-precision", "BERTScore-recall", "BLEURT")


@dataclass(frozen=True, slots=True)
class PublishedColumn:
    """A column of published numbers.

    `metric` is the metric of a run that it corresponds to ("" for none). The published number is `times` the run's
    value. `judge` is the model that judged ("" if none did). If `by` is set, only the examples whose tag `by` equals
    `label` are counted.
    """

    name: str
    metric: str = ""
    times: float = 1.0
    judge: str = ""
    by: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """Results of one model in one setting, by column, as printed.

    `judge` is the judge of this row if it differs from the column's. `table` and `place` (page or section) say where
    the row is printed. `comparable` is True if the command measures the same on the same questions; `reason` says why
    it is comparable or not.
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
    """Return the published results of benchmark `name`. Raises UsageError if there are none."""
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
    """A part of a paper: `mark` says if it is covered (● whole, ◐ in part, – not), `how` says how, or what is
    missing.
    """

    part: str
    mark: str
    how: str


def load_coverage() -> dict[str, tuple[CoveredPart, ...]]:
    """Map the name of each benchmark to the parts of its paper."""
    return {
        name: tuple(CoveredPart(*part) for part in parts) for name, parts in _read_data("coverage").items()
    }


def _read_data(name: str) -> Any:
    file = resources.files(__package__) / "published" / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8"))


def _rows_of(table: Mapping[str, Any]) -> list[PublishedRow]:
    """Return the rows of one table of the file. Each is [model, then a number or null for each column of the table]."""
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
    """Return the published rows of benchmark `name` whose setting begins with `setting`, one table for each printed
    table.

    The column "comparable" is 1 or 0; the note gives source and reasons. Returns () if nothing is published for the
    setting.
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
    """Return a sentence for each reason why rows are comparable or not. If there are several, each names its models."""
    groups: dict[tuple[bool, str], list[str]] = {}
    for row in rows:
        groups.setdefault((row.comparable, row.reason), []).append(row.model)
    sentences = []
    for (comparable, reason), models in groups.items():
        named = f" ({', '.join(dict.fromkeys(models))})" if len(groups) > 1 else ""
        sentences.append(f"{'Comparable' if comparable else 'Not comparable'}{named}: {reason}.")
    return " ".join(sentences)


def in_setting(published: PublishedResults, text: str) -> tuple[PublishedRow, ...]:
    """Return the rows whose setting begins with `text`. Raises UsageError, listing the settings, if there are none."""
    found = tuple(row for row in published.rows if row.setting.startswith(text))
    if not found:
        settings = "; ".join(dict.fromkeys(row.setting for row in published.rows))
        raise UsageError(f"no published rows for {text!r}; settings: {settings}")
    return found


def run_row(published: PublishedResults, report: Report) -> PublishedRow:
    """Return the means of a run as a row, in the published columns that measure the same, converted to their units."""
    values = {}
    for column in published.columns:
        parts = [part for part in report.parts if (part.by, part.label) == (column.by, column.label)]
        estimates = [pair for part in parts[:1] for pair in part.estimates]
        mean = next((e.mean for name, e in estimates if column.metric and _same(name, column)), None)
        if mean is not None:
            values[column.name] = column.times * mean
    return PublishedRow("", THIS_RUN, values)


def judge_warnings(published: PublishedResults, rows: Sequence[PublishedRow], report: Report) -> list[str]:
    """Return a warning for each judged column in which the run and the published rows have different judges."""
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
    """True if `name`, a metric of a run, measures what the column does.

    "BERTScore[roberta-large]" matches "BERTScore", and "judge[1-10] by X" matches a column judged by X.
    """
    plain, by, judge = name.partition(" by ")
    if by and column.judge and judge.rsplit("/", 1)[-1] != column.judge:
        return False
    return plain == column.metric or (
        plain.startswith(f"{column.metric}[") and column.metric in _NAMED_BY_MODEL
    )
