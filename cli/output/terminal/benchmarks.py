"""Benchmarks and published rows for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....evaluation.benchmarks.published import PublishedResults, PublishedRow
from ....evaluation.benchmarks.registry import Entry
from ..console import out
from .reports import plain_table, print_whole


def published(found: PublishedResults, rows: Sequence[PublishedRow]) -> None:
    """A section per setting, a column for each number that any row has; then source and notes."""
    columns = [column.name for column in found.columns if any(column.name in row.values for row in rows)]
    table = plain_table("setting", "", *columns)
    last = ""
    for row in rows:
        if row.setting != last:
            table.add_section()
        numbers = [f"{row.values[name]:g}" if name in row.values else "" for name in columns]
        table.add_row(row.setting if row.setting != last else "", row.model, *numbers)
        last = row.setting
    print_whole(table)
    out().print("\n".join([f"source: {found.source}", *found.notes]), soft_wrap=True)


def benchmarks(entries: Sequence[Entry], options: Mapping[str, str]) -> None:
    """A paragraph per benchmark."""
    console = out()
    for entry in entries:
        lines = [
            f"{entry.name}: {entry.paper}",
            f"  tasks     {', '.join(entry.tasks)}",
            f"  metrics   {', '.join(entry.metrics)}",
            f"  download  {entry.download}",
            f"  licence   {entry.licence}",
        ]
        lines += [f"  options   {options[entry.name]}"] if options[entry.name] else []
        console.print("\n".join(lines), soft_wrap=True)
