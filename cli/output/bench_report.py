"""Output of the benchmark commands: one report, or a table that compares several runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...evaluation.reports.formats import report_fields
from ...evaluation.reports.report import Report
from ...evaluation.runs.run_folder import RunFolder
from ...evaluation.statistics.comparison import compare_with_first, row_fields
from .console import err, print_json, warn
from .terminal import reports as terminal


def print_report(report: Report, path: Path, *, json: bool = False) -> None:
    """Print a report as tables or one JSON object on stdout, and errors of examples and the run's folder on stderr."""
    for error, count in report.errors:
        warn(f"{error}; counted as wrong" + (f" ({count} times)" if count > 1 else ""))
    err().print(f"run: {path}", soft_wrap=True)
    if json:
        print_json(report_fields(report))
    else:
        terminal.print_report(report)


def print_comparison(runs: Sequence[tuple[str, RunFolder]], *, json: bool = False) -> None:
    """Print a row for each (label, run), compared with the first run."""
    for _, folder in runs:
        err().print(f"run: {folder.path}", soft_wrap=True)
    rows = compare_with_first(runs)
    if json:
        print_json({"rows": [row_fields(row) for row in rows]})
    else:
        terminal.print_rows(rows)
