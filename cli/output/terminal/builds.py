"""Print the outcome of indexing: what the cluster contains, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from ....agent.figures.cluster_overview import ClusterOverview
from ....indexes.build.report import BuildReport
from ....integrations.sanitize import clean_line
from ....papers.plural import count_noun, list_some
from ..console import err


def print_build(
    report: BuildReport,
    overview: ClusterOverview,
    folder: Path | None = None,
    passed_over: Sequence[str] = (),
) -> None:
    """Print the counts of the cluster, its anchor with the coverage of its bibliography, and an example question.

    Without an anchor, the command that selects one is suggested if the indexed `folder` is given. `passed_over` are
    the files of the folder that are not papers.
    """
    console = err()
    console.print(report.summary(overview.figures), soft_wrap=True)
    console.print(_describe_anchor(report, overview, folder), soft_wrap=True)
    if report.problems:
        count = count_noun(len(report.problems), "file")
        console.print(f"{count} not read; citehop papers {report.name} lists them", soft_wrap=True)
    if passed_over:
        names = list_some(passed_over)
        console.print(
            clean_line(f"passed over, not a kind of file that holds papers: {names}"), soft_wrap=True
        )
    if report.note:
        console.print(report.note, style="dim", soft_wrap=True)
    if overview.question:
        # Quoted for the shell, because parts of the question come from a table that somebody else wrote.
        question = shlex.quote(overview.question)
        console.print(f"ask, for example: citehop ask {report.name} {question}", soft_wrap=True)


def _describe_anchor(report: BuildReport, overview: ClusterOverview, folder: Path | None) -> str:
    """Return a line with the anchor and the coverage of its bibliography, or with a hint how to select an anchor."""
    if report.anchor is not None:
        return (
            f"anchor {overview.anchor_title}: {overview.anchor_figures} figures and tables, "
            f"{overview.resolved} of {overview.references} references are papers of this cluster"
        )
    line = "no anchor: name the paper whose figure you ask about, or index again with --anchor FILE"
    if not overview.suggested:
        return line
    line += f"; {overview.suggested} cites {overview.suggested_cites} of the {report.papers - 1} others"
    if folder is None:
        return line
    command = ["citehop", "index", str(folder), "--name", report.name, "--anchor", overview.suggested]
    return f"{line}: {shlex.join(command)}"


def build_fields(report: BuildReport, overview: ClusterOverview) -> Mapping[str, object]:
    """Return the outcome of indexing as fields for JSON."""
    return {
        **report.as_fields(),
        "figures": overview.figures,
        "anchor_title": overview.anchor_title,
        "references": {"resolved": overview.resolved, "total": overview.references},
        "example_question": overview.question,
    }
