"""A report as Markdown, for an issue, a README or a paper's appendix."""

from __future__ import annotations

from collections.abc import Sequence

from .cells import between, cells, number, unscored
from .costs import describe_costs
from .report import Report


def markdown(report: Report) -> str:
    """Title, settings, the table of means with the headline's intervals, further tables, notes, costs."""
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
    """Cells padded so that the source is a table as well; the first column to the left, numbers to the right."""
    lines = [[cell.replace("|", "\\|") for cell in row] for row in (heading, *rows)]
    widths = [max(3, *(len(line[at]) for line in lines)) for at in range(len(heading))]
    marks = ["-" * widths[0], *(f"{'-' * (width - 1)}:" for width in widths[1:])]
    padded = [
        [line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        for line in lines
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in (padded[0], marks, *padded[1:]))
