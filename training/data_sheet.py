"""The sheet beside a trained model: the papers that it was fitted to, their licences, and the measurement."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

from ..agent.session import Session
from ..evaluation.question_generation.data_sheet import describe_paper
from ..papers.files import write_atomic
from .types import TrainingOptions, TrainingReport

DATA_SHEET = "DATA_SHEET.md"


def write_data_sheet(
    folder: Path, model: str, sessions: Sequence[Session], report: TrainingReport, options: TrainingOptions
) -> None:
    """Write DATA_SHEET.md to `folder`; `model` says what was trained."""
    from .. import __version__

    papers = {paper.title: paper for session in sessions for paper in session.cluster.papers()}
    lines = [
        "# Data sheet",
        "",
        f"A {model} fitted by citehop {__version__} (Python {platform.python_version()}), beginning with {report.base}: "
        f"{report.steps} steps of {options.batch} rows, {options.epochs} epochs, learning rate {options.rate:g}, "
        f"seed {options.seed}.",
        "",
        "## Pairs",
        "",
        *(f"- {kind}: {count}" for kind, count in report.pairs),
        "",
        "## Held-out papers, mean reciprocal rank",
        "",
        "| pairs | number | before | after | difference (95%, by paper) |",
        "|---|---|---|---|---|",
        *(
            f"| {score.kind} | {score.n} | {score.before:.3f} | {score.after:.3f} | {score.difference.mean:+.3f} "
            f"({score.difference.low:+.3f} to {score.difference.high:+.3f}) |"
            for score in report.held_out
        ),
        "",
        "## Papers and licences",
        "",
        *(describe_paper(papers[title]) for title in sorted(papers)),
    ]
    write_atomic(folder / DATA_SHEET, "\n".join(lines) + "\n")
