"""Papers of a cluster and entries of a bibliography as tables of any width."""

from __future__ import annotations

import re

from rich.table import Table
from rich.text import Text

from ....integrations.sanitize import clean_line
from ....papers.bibliography.resolve import classify_reference, count_references
from ....papers.clusters.cluster import Cluster
from ....papers.types import Paper
from ..console import out

_STATES = ("resolved", "absent", "unparsed")
_COUNTS_WIDTH = len("year pages figs resolved absent unparsed ")  # of the other columns
_MIN_ID_WIDTH = 12
_LEGEND = (
    "Entries of a paper's bibliography: resolved to a paper of this cluster, absent from the folder, unparsed; "
    "- where no bibliography was found."
)


def _wrap_id(text: str, width: int) -> str:
    """`text` in lines of at most `width` characters, broken after hyphens; a longer word is left to the table."""
    lines = [""]
    for part in re.findall(r"[^-]*-|[^-]+", text):
        if lines[-1] and len(lines[-1]) + len(part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def print_cluster(value: Cluster) -> None:
    """Print a table of the papers, the coverage of the anchor, and the files that could not be read."""
    console = out()
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    table.add_column("paper", overflow="fold")
    width = max(console.width - _COUNTS_WIDTH, _MIN_ID_WIDTH)
    for name in ("year", "pages", "figs", *_STATES):
        table.add_column(name, justify="right", no_wrap=True)
    for paper in value.papers():
        marker = " *" if paper.id == value.anchor else ""
        suffix = " (abstract only)" if paper.abstract_only else ""
        label = Text(_wrap_id(f"{paper.id}{marker}", width), style="bold").append(
            f"\n{paper.title}{suffix}", style="not bold dim"
        )
        counts = count_references(paper)
        states = (counts.resolved, counts.absent, counts.unparsed) if paper.references else ()
        values = (paper.year, paper.pages, len(paper.figures), *(states or ("-",) * len(_STATES)))
        table.add_row(label, *(str("-" if count is None else count) for count in values))
    console.print(table)
    console.print(Text(f"* anchor. {_LEGEND}" if value.anchor else _LEGEND, style="dim"))
    if value.anchor:
        counts = count_references(value.paper(value.anchor))
        total = counts.resolved + counts.absent + counts.unparsed
        console.print(
            f"anchor {value.anchor}: of {total} entries {counts.resolved} resolved, {counts.absent} absent, "
            f"{counts.unparsed} unparsed; citehop papers {value.name} {value.anchor} lists them",
            soft_wrap=True,
        )
    if value.manifest.removed:
        removed = ", ".join(file.paper_id for file in value.manifest.removed)
        console.print(f"removed: {removed}; citehop papers {value.name} PAPER --restore", soft_wrap=True)
    for file, cause in value.problems:
        console.print(
            clean_line(f"not read: {cause if cause.startswith(file) else f'{file}: {cause}'}"), soft_wrap=True
        )


def print_references(paper: Paper) -> None:
    """Print the entries of a paper's bibliography in order: key, state and linked paper, title."""
    console = out()
    if not paper.references:
        console.print(f"{paper.id}: no bibliography was found", soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    table.add_column("entry", overflow="fold", ratio=2)
    table.add_column("state", no_wrap=True)
    table.add_column("title", overflow="fold", ratio=5)
    for reference in paper.references:
        title = Text(reference.title or reference.raw)
        if reference.paper_id:
            title.append(f"\n{reference.paper_id} ({reference.score:.2f})", style="dim")
        table.add_row(Text(reference.key), classify_reference(reference), title)
    console.print(table)
