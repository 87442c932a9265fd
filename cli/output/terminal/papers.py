"""Print the papers of a cluster and the entries of a bibliography as tables for terminals of any width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len, set_cell_size
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ....integrations.sanitize import clean_line
from ....papers.bibliography.resolve import classify_reference, count_references
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.manifest import SourceFile
from ....papers.clusters.ties import describe_ties
from ....papers.types import Paper
from ..console import out

_STATES = ("resolved", "absent", "untitled", "unparsed")
_COLUMNS = " ".join(("year", "pages", "figs", *_STATES))
_LEGEND = (
    "Entries of a paper's bibliography: resolved to a paper of this cluster, absent from the folder, "
    "untitled (no title printed) and not found in it, unparsed; "
    "- where no bibliography was found."
)


def _print_papers(papers: Sequence[Paper], anchor: str | None) -> None:
    """Print the id of each paper with its counts on one line, and its title below. If the id is long, it gets its own
    line.
    """
    console, ties = out(), describe_ties(papers)
    names = [f"{paper.id} *" if paper.id == anchor else paper.id for paper in papers]
    most = max(console.width - len(_COLUMNS) - 1, len("paper"))
    width = max(min(cell_len(name), most) for name in ("paper", *names))
    console.print(Text(f"{'paper':<{width}} {_COLUMNS}", style="bold"), soft_wrap=True)
    for paper, name in zip(papers, names, strict=True):
        counts = count_references(paper)
        states = (
            (counts.resolved, counts.absent, counts.untitled, counts.unparsed) if paper.references else ()
        )
        values = (paper.year, paper.pages, len(paper.figures), *(states or ("-",) * len(_STATES)))
        cells = zip(values, _COLUMNS.split(), strict=True)
        line = " ".join(f"{'-' if value is None else value:>{len(column)}}" for value, column in cells)
        is_long = cell_len(name) > width
        label = Text(f"{name}\n{' ' * width}" if is_long else set_cell_size(name, width), style="bold")
        console.print(label.append(f" {line}", "not bold"), soft_wrap=True)
        remarks = [
            *(["abstract only"] if paper.abstract_only else []),
            *filter(None, [paper.notice, ties.get(paper.id)]),
        ]
        suffix = f" ({', '.join(remarks)})" if remarks else ""
        title = Text(f"{paper.title}{suffix}", style="dim")
        console.print(Padding(title, (0, 0, 0, 2), expand=False))


def print_cluster(value: Cluster) -> None:
    """Print a table of the papers, the coverage of the anchor, and the files that could not be read."""
    console = out()
    _print_papers([replace(p, year=value.summary(p.id).year) for p in value.papers()], value.anchor)
    console.print(Text(f"* anchor. {_LEGEND}" if value.anchor else _LEGEND, style="dim"))
    if value.anchor:
        counts = count_references(value.paper(value.anchor))
        total = sum((counts.resolved, counts.absent, counts.untitled, counts.unparsed))
        console.print(
            f"anchor {value.anchor}: of {total} entries {counts.resolved} resolved, {counts.absent} absent, "
            f"{counts.untitled} without a printed title, {counts.unparsed} unparsed; "
            f"citehop papers {value.name} {value.anchor} lists them",
            soft_wrap=True,
        )
    if value.manifest.removed:
        removed = ", ".join(file.paper_id for file in value.manifest.removed)
        console.print(f"removed: {removed}; citehop papers {value.name} PAPER --restore", soft_wrap=True)
    for file, cause in value.problems:
        console.print(
            clean_line(f"not read: {cause if cause.startswith(file) else f'{file}: {cause}'}"), soft_wrap=True
        )


def print_user_record(file: SourceFile) -> None:
    """Print the fields of a paper that come from the user's .bib file or were set by the user, with their source."""
    for source, fields in (("in your .bib file", file.listed), ("set by you", file.stated)):
        for name, value in fields:
            out().print(Text(clean_line(f"{name}: {value} ({source})")))


def print_record(paper: Paper) -> None:
    """Print a line each for affiliations, venue, dates, identifiers, keywords, links and warnings of a paper, as far
    as known.
    """
    record = paper.record
    places = dict.fromkeys(each.place.text for each in record.affiliations)
    lines = {
        "affiliations": "; ".join(places),
        "venue": record.venue.text if record.venue else "",
        "dates": "; ".join(each.printed.text for each in record.dates),
        "numbers": "; ".join(f"{each.kind} {each.value.text}" for each in record.identifiers),
        "keywords": record.keywords.text if record.keywords else "",
        "links": "; ".join(link.url.text for link in record.links),
    }
    lines["warnings"] = "; ".join(warning.removeprefix(f"{paper.source}: ") for warning in paper.warnings)
    for name, text in lines.items():
        if text:
            out().print(Text(clean_line(f"{name}: {text}")))


def print_references(paper: Paper) -> None:
    """Print the bibliography of a paper in order: key, state with the linked paper, title."""
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
