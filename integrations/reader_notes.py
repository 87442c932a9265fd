"""Notes that readers left in the PDFs of a cluster: listed, and found by their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..indexes.text.analysis import analyse
from ..papers.clusters.cluster import Cluster
from ..papers.parsing.pdf.notes import ReaderNote, read_notes
from ..papers.types import Paper
from .json_output import box


def list_notes(cluster: Cluster, paper_ids: Sequence[str]) -> Iterator[tuple[Paper, ReaderNote]]:
    """The notes in the PDFs of these papers, in their order and that of the pages."""
    for paper_id in paper_ids:
        source = cluster.source_path(paper_id)
        for note in read_notes(source) if source else ():
            yield cluster.summary(paper_id), note


def search_notes(notes: Sequence[tuple[Paper, ReaderNote]], query: str) -> list[tuple[Paper, ReaderNote]]:
    """Those with a word of `query`, most of its words first, ties in the given order."""
    wanted = set(analyse(query))
    shared = [len(wanted & set(analyse(f"{note.text} {note.comment}"))) for _, note in notes]
    order = sorted(range(len(notes)), key=lambda place: -shared[place])
    return [notes[place] for place in order if shared[place]]


def note_fields(paper: Paper, note: ReaderNote) -> dict[str, Any]:
    """The fields of a note in JSON; `text` is the paper's, `comment` the reader's."""
    return {
        "paper_id": paper.id,
        "title": paper.title,
        "kind": note.kind,
        "page": note.page,
        "bbox": box(note.bbox),
        "text": note.text or None,
        "comment": note.comment or None,
    }
