"""Formats of results: a report as plain values for JSON or as Markdown, and the data sheets of data sets and models."""

from __future__ import annotations

import dataclasses
import platform
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...papers.files import write_atomic
from ...papers.types import Paper
from .report import (
    ABSTAINED,
    READ_RIGHT,
    Report,
    ReportPart,
    between,
    cells,
    describe_costs,
    number,
    unscored,
)

DATA_SHEET = "DATA_SHEET.md"
_LICENCE = re.compile(r"[^.]*\b(?:licen[sc]ed under|Creative Commons|CC[- ]BY)\b[^.]*", re.IGNORECASE)


def write_sheet(folder: Path, introduction: str, lines: Iterable[str], papers: Iterable[Paper]) -> None:
    """Write DATA_SHEET.md to `folder`: `introduction`, then `lines`, then the papers in the given order."""
    sheet = ["# Data sheet", "", introduction, "", *lines, "## Papers and licenses", ""]
    write_atomic(folder / DATA_SHEET, "\n".join([*sheet, *map(describe_paper, papers)]) + "\n")


def program() -> str:
    """Return the versions of citehop and Python as one text."""
    from ... import __version__

    return f"citehop {__version__} (Python {platform.python_version()})"


def describe_paper(paper: Paper) -> str:
    """Return a line of a data sheet: title, year, hash, and the paper's own sentence about its license, if there is
    one.
    """
    statement = next((m.group().strip() for b in paper.blocks if (m := _LICENCE.search(b.text))), "")
    license = f'"{" ".join(statement.split())[:200]}"' if statement else "not known"
    return f"- {paper.title or paper.id} ({paper.year or 'no year'}), sha256 {paper.sha256[:16]}; license: {license}"


def report_fields(report: Report) -> dict[str, Any]:
    """Return the fields of a report: means by metric under "overall", and by value of each tag under "by_<tag>".

    "intervals" holds [low, high] in the same shape. A metric without any score is null. "unscored" counts the
    examples without a score by metric; "errors" counts failures by text. If figures were read, "reading" holds the
    share of right readings, overall and by modal, and the share of abstentions.
    """
    tags = list(dict.fromkeys(part.by for part in report.parts if part.by))
    names = {tag: f"by_{tag.replace(' ', '_')}" for tag in tags}
    parts = {tag: [part for part in report.parts if part.by == tag] for tag in tags}
    return {
        "run": report.name,
        "title": report.title,
        "settings": dict(report.settings),
        "n": report.overall.n,
        "overall": _means(report.overall),
        **{names[tag]: {part.label: _means(part) for part in parts[tag]} for tag in tags},
        **_reading(report),
        "intervals": {
            "overall": _bounds(report.overall),
            **{names[tag]: {part.label: _bounds(part) for part in parts[tag]} for tag in tags},
        },
        "unscored": {name: e.unscored for name, e in report.overall.estimates if e.unscored},
        "errors": dict(report.errors),
        "notes": list(report.notes),
        "tables": [dataclasses.asdict(table) for table in report.extra.tables],
        "curves": {curve.name: list(curve.values) for curve in report.extra.curves},
        "usage": dataclasses.asdict(report.usage),
        "judging": dataclasses.asdict(report.judging),
        "seconds": report.seconds,
    }


def _reading(report: Report) -> dict[str, Any]:
    overall = dict(report.overall.estimates)
    if READ_RIGHT not in overall:
        return {}
    by_modal = {part.label: part.estimate(READ_RIGHT).mean for part in report.parts if part.by == "modal"}
    accuracy, abstained = overall[READ_RIGHT].mean, overall[ABSTAINED].mean
    return {"reading": {"accuracy": accuracy, **by_modal, "abstained": abstained}}


def _means(part: ReportPart) -> dict[str, float | int | None]:
    return {"n": part.n, **{name: estimate.mean for name, estimate in part.estimates}}


def _bounds(part: ReportPart) -> dict[str, list[float | None]]:
    return {name: [estimate.low, estimate.high] for name, estimate in part.estimates}


def markdown(report: Report) -> str:
    """Return the report as Markdown: title, settings, means with the headline's intervals, further tables, notes,
    costs.
    """
    names = [name for name, _ in report.overall.estimates if not report.columns or name in report.columns]
    rows = [
        [
            part.label or "all",
            str(part.n),
            *(number(part.estimate(name).mean) for name in names),
            between(part.estimate(report.headline)),
        ]
        for part in report.parts
    ]
    blocks = [
        f"# {report.title}",
        ", ".join(f"{name} {value}" for name, value in report.settings),
        _table(["", "n", *names, f"{report.headline} 95%"], rows),
        unscored(report),
    ]
    for extra in report.extra.tables:
        further = [[label, *cells(extra, values)] for label, values in extra.rows]
        blocks += [f"## {extra.title}", _table(["", *extra.columns], further), extra.note]
    blocks += [f"Note: {note}" for note in report.notes]
    blocks += [f"Counted as wrong: {text} ({count})" for text, count in report.errors]
    blocks += [describe_costs(report), f"Run {report.name}. Intervals resample whole groups of questions."]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table padded so that its source is aligned too: first column to the left, numbers to the
    right.
    """
    lines = [[cell.replace("|", "\\|") for cell in row] for row in (heading, *rows)]
    widths = [max(3, *(len(line[at]) for line in lines)) for at in range(len(heading))]
    marks = ["-" * widths[0], *(f"{'-' * (width - 1)}:" for width in widths[1:])]
    padded = [
        [line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        for line in lines
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in (padded[0], marks, *padded[1:]))
