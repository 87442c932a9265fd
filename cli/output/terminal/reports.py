"""Print benchmark reports as tables on a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.box import SIMPLE
from rich.table import Table

from ....evaluation.reports.report import (
    Report,
    ReportTable,
    between,
    cells,
    chance,
    number,
    previous_tag,
    unscored,
)
from ....evaluation.runs.run_folder import RunSummary
from ....evaluation.statistics.comparison import Difference, RunMeans
from ....evaluation.statistics.rater_agreement import Agreement
from ..console import out

_WIDEST = 400  # columns of the widest table


def print_report(found: Report) -> None:
    """Print the main table of a report, its other tables and its notes.

    The main table has a row for all examples and a row for each value of each tag.
    """
    columns = [name for name, _ in found.overall.estimates if not found.columns or name in found.columns]
    table = plain_table("", "n", *columns, f"{found.headline} 95%")
    for part in found.parts:
        if part.by != previous_tag(found.parts, part):
            table.add_section()
        means = [number(part.estimate(name).mean) for name in columns]
        table.add_row(part.label or "all", str(part.n), *means, between(part.estimate(found.headline)))
    console = out()
    console.print(table)
    if missing := unscored(found):
        console.print(missing, soft_wrap=True)
    for extra in found.extra.tables:
        console.print(f"\n{extra.title}", style="bold", soft_wrap=True)
        console.print(_extra_table(extra))
        if extra.note:
            console.print(extra.note, soft_wrap=True)
    for note in found.notes:
        console.print(f"\nnote: {note}", soft_wrap=True)


def print_differences(first: str, second: str, found: Sequence[Difference]) -> None:
    """Print a row per metric: both means, their difference with its interval, and the p-value of the difference."""
    table = plain_table("", "n", "A", "B", "B-A", "95%", "p")
    for one in found:
        change = one.difference
        means = (f"{one.first:.3f}", f"{one.second:.3f}", f"{change.mean:+.3f}")
        table.add_row(
            one.metric, str(one.n), *means, f"{change.low:+.3f} to {change.high:+.3f}", chance(one.p)
        )
    console = out()
    console.print(table)
    console.print(f"A {first}, B {second}", soft_wrap=True)
    console.print(
        "Intervals resample whole groups of questions; p by swapping the runs at random, group by group.",
        soft_wrap=True,
    )


def plain_table(*headings: str) -> Table:
    """Return an empty table with a left-aligned first column and right-aligned others. Long headings get two lines."""
    table = Table(box=SIMPLE, show_edge=False, pad_edge=False, padding=0)
    for place, heading in enumerate(headings):
        broken = re.sub(r"(?=@)| (?=\S*$)", "\n", heading, count=1)
        table.add_column(broken, justify="right" if place else "left", no_wrap=True)
    return table


def _extra_table(extra: ReportTable) -> Table:
    table = plain_table("", *extra.columns)
    for label, values in extra.rows:
        table.add_row(label, *cells(extra, values))
    return table


def print_rows(rows: Sequence[RunMeans]) -> None:
    """Print a row per run: means, the interval of MRR, and its paired difference from the first run."""
    if not rows:
        return
    names = list(rows[0].means)
    table = Table(box=SIMPLE, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for heading in (*(name.replace("@", "\n@") for name in names), "MRR\n95%", "MRR against\nthe first"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        mrr = row.means["MRR"]
        means = [f"{row.means[name].mean:.3f}" for name in names]
        table.add_row(row.label, *means, f"{mrr.low:.2f}-{mrr.high:.2f}", _gain(row))
    print_whole(table)
    out().print(f"{rows[0].n} questions; intervals resample whole groups of questions")


def print_runs(runs: Sequence[RunSummary]) -> None:
    """Print a row for each run, or a hint if there are no runs."""
    if not runs:
        out().print("No runs yet: citehop bench list lists the benchmarks.", soft_wrap=True)
        return
    table = plain_table("run", "model", "done", "", "metric", "value")
    for run in runs:
        table.add_row(run.name, run.model, f"{run.done}/{run.n}", run.title, run.metric, number(run.value))
    print_whole(table)


def print_agreement(found: Agreement) -> None:
    """Print the agreement of two raters in one line, and the number of answers that it is based on."""
    kappas = (("plain", found.plain), ("linear", found.linear), ("quadratic", found.quadratic))
    values = ", ".join(f"{name} {'undefined' if value is None else f'{value:.3f}'}" for name, value in kappas)
    out().print(f"kappa: {values}; rated alike {found.same:.3f}", soft_wrap=True)
    out().print(f"{found.n} answers rated by both, {found.unpaired} by one alone")


def print_whole(table: Table) -> None:
    """Print `table` without truncation, wider than the terminal if necessary: names of runs differ at their ends."""
    console = out()
    unbounded = console.options.update(max_width=_WIDEST)
    console.width = max(console.width, console.measure(table, options=unbounded).maximum)
    console.print(table)


def _gain(row: RunMeans) -> str:
    """Return the paired difference of MRR with its interval; "" for the first run."""
    gain = row.differences.get("MRR")
    return f"{gain.mean:+.3f} ({gain.low:+.2f} to {gain.high:+.2f})" if gain else ""
