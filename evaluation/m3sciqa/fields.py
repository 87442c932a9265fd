"""The JSON object of a first hop: that of every report, and how well the figures were read."""

from __future__ import annotations

from typing import Any

from ..report import Report
from ..reports.fields import report_fields
from .scoring import ABSTAINED, READ_RIGHT


def rank_fields(report: Report) -> dict[str, Any]:
    """`report_fields` with "reading": its accuracy over all and by modal, and the share on which it abstained."""
    by_modal = {part.label: part.estimate(READ_RIGHT).mean for part in report.parts if part.by == "modal"}
    overall = report.overall
    reading = {"accuracy": overall.estimate(READ_RIGHT).mean, **by_modal}
    return {**report_fields(report), "reading": {**reading, "abstained": overall.estimate(ABSTAINED).mean}}
