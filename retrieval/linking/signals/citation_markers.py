"""Citation markers printed with a name: numbers of the anchor's bibliography, authors and years."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from ....papers.types import Paper
from ..authorship import cites, same_author
from ..candidate_index import CandidateIndex
from ..counter_evidence import OTHER_NAME
from ..markers import LabelMarker
from ..names import EntityName
from .signal import Signal

REFERENCE = 0.98  # the marker leads through the anchor's bibliography
AUTHOR_YEAR = 0.8  # the paper has that first author and year


def find_marker_signals(name: EntityName, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    """Papers that the markers of `name` lead to. Several papers of one author and year share the strength by a square root."""
    for marker in name.markers:
        described = f"{marker.surname} {marker.year or ''}".strip() or f"[{marker.number}]"
        for reference in anchor.references if anchor else ():
            if reference.paper_id is None or reference.paper_id not in index.paper_ids:
                continue
            if marker.number:
                same = reference.key.strip("[]") == marker.number
            else:
                same = _same_work(marker, reference.authors, reference.key, reference.year)
            if same:
                yield Signal(reference.paper_id, REFERENCE, "reference", f"cites {described}")
        if not marker.surname:
            continue
        by_author = [candidate for candidate in index.candidates if cites(marker, candidate)]
        for candidate in by_author:
            strength = AUTHOR_YEAR / sqrt(len(by_author))
            if candidate.called_otherwise(name.keys):  # another paper of that author and year
                strength *= OTHER_NAME
            yield Signal(candidate.paper.id, strength, "author", f"first author and year are {described}")


def _same_work(marker: LabelMarker, authors: tuple[str, ...], key: str, year: int | None) -> bool:
    return same_author(marker.surname, authors, key) and marker.year in (0, year)
