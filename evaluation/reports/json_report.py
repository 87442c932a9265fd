"""A report as plain values for JSON."""

from __future__ import annotations

import dataclasses
from typing import Any

from .report import ABSTAINED, READ_RIGHT, Report, ReportPart


def report_fields(report: Report) -> dict[str, Any]:
    """Means by metric: "overall", then "by_<tag>" by value; "intervals" holds [low, high] in the same shape.

    A metric without any score is null. "unscored" counts by metric what has no score, "errors" by text what failed. Where
    figures were read, "reading" holds how often that was right, overall and by modal, and how often it was given up.
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
