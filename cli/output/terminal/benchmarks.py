"""Print benchmarks and published results on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....evaluation.benchmarks.definition import Benchmark
from ....evaluation.benchmarks.published import (
    PublishedResults,
    PublishedRow,
    explain_comparability,
    load_coverage,
)
from ..console import out
from .reports import plain_table, print_whole


def print_published(results: PublishedResults, rows: Sequence[PublishedRow]) -> None:
    """Print a section per setting with a column for each number that any row has, then the source and notes."""
    columns = [column.name for column in results.columns if any(column.name in row.values for row in rows)]
    table = plain_table("setting", "", *columns, "source", "comparable")
    last = ""
    for row in rows:
        if row.setting != last:
            table.add_section()
        numbers = [f"{row.values[name]:g}" if name in row.values else "" for name in columns]
        source = [f"{row.table}, {row.place}", "yes" if row.comparable else "no"] if row.table else ["", ""]
        table.add_row(row.setting if row.setting != last else "", row.model, *numbers, *source)
        last = row.setting
    print_whole(table)
    out().print("\n".join([f"source: {results.source}", *results.notes]), soft_wrap=True)
    by_setting: dict[str, list[PublishedRow]] = {}
    for row in rows:
        if row.table:
            by_setting.setdefault(f"{row.setting} ({row.table})", []).append(row)
    for setting, group in by_setting.items():
        out().print(f"{setting}: {explain_comparability(group)}", soft_wrap=True)


def print_benchmarks(table: Sequence[Benchmark], options: Mapping[str, str]) -> None:
    """Print a paragraph for each benchmark."""
    console, coverage = out(), load_coverage()
    for one in table:
        lines = [
            f"{one.name}: {one.paper}",
            f"  tasks     {', '.join(one.task_names)}",
            f"  metrics   {', '.join(one.metrics)}",
            f"  download  {one.download}",
            f"  license   {one.license}",
        ]
        lines += [f"  options   {options[one.name]}"] if options[one.name] else []
        covered = [f"{part.mark} {part.part}: {part.how}" for part in coverage.get(one.name, ())]
        lines += [f"  {'covers' if n == 0 else '':<9} {line}" for n, line in enumerate(covered)]
        console.print("\n".join(lines), soft_wrap=True)
    console.print("● whole, ◐ in part, – not")
