"""Write the data sheet of a trained model: the papers it was fitted to, their licenses, and how it was measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..agent.session import Session
from ..evaluation.reports.formats import program, write_sheet
from .types import TrainingOptions, TrainingReport


def write_data_sheet(
    folder: Path, model: str, sessions: Sequence[Session], report: TrainingReport, options: TrainingOptions
) -> None:
    """Write DATA_SHEET.md to `folder`; `model` names the kind of model, such as "reranker"."""
    papers = {paper.title: paper for session in sessions for paper in session.cluster.papers()}
    introduction = (
        f"A {model} fitted by {program()}, beginning with {report.base}: {report.steps} steps of {options.batch} rows, "
        f"{options.epochs} epochs, learning rate {options.rate:g}, seed {options.seed}."
    )
    lines = [
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
    ]
    write_sheet(folder, introduction, lines, (papers[title] for title in sorted(papers)))
