"""Print the notes of readers, marked as the reader's own words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from ....agent.types import NoteInPaper
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.ids import describe_location
from ..console import out


def print_notes(notes: Sequence[NoteInPaper], cluster: Cluster, console: Console | None = None) -> None:
    """Print each note with its place, the marked text in quotation marks, and the reader's words after "you wrote"."""
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
    """Print the notes under a heading of their own, so that they are not taken for text of papers. Prints nothing
    without notes.
    """
    console = console or out()
    if notes:
        console.print()
        console.print(Text("Your notes", style="bold"))
        print_notes(notes, cluster, console)
