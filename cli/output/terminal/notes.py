"""Notes of readers on the terminal, marked as the reader's."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from ....agent.types import NoteInPaper
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.ids import describe_location
from ..console import out


def print_notes(notes: Sequence[NoteInPaper], cluster: Cluster, console: Console | None = None) -> None:
    """Print each note with its place: what it marks of the paper in quotation marks, the reader's words behind "you wrote"."""
    console = console or out()
    for found in notes:
        paper, note = cluster.summary(found.paper_id), found.note
        place = f"your {note.kind} in {paper.title}, {describe_location(paper, note.page)}"
        console.print(Text(place, style="dim"), soft_wrap=True)
        if note.text:
            console.print(Text(f'   marked: "{note.text}"'), soft_wrap=True)
        if note.comment:
            console.print(Text(f"   you wrote: {note.comment}"), soft_wrap=True)


def print_notes_beside(
    notes: Sequence[NoteInPaper], cluster: Cluster, console: Console | None = None
) -> None:
    """Print the notes under a heading that sets them apart from the words of papers; nothing without any."""
    console = console or out()
    if notes:
        console.print()
        console.print(Text("Your notes", style="bold"))
        print_notes(notes, cluster, console)
