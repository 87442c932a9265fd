"""Follow the citation markers printed with a name: numbers of the anchor's bibliography, authors and years."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from ....papers.types import Paper
from ..authorship import cited_papers, cites
from ..candidate_index import CandidateIndex
from ..counter_evidence import OTHER_NAME
from ..names import EntityName
from .signal import Signal

REFERENCE = 0.98  # the marker leads through the anchor's bibliography
AUTHOR_YEAR = 0.8  # the paper has that first author and year


def find_marker_signals(name: EntityName, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    """Yield a signal for each paper that the markers of `name` lead to.

    If n papers have the same first author and year, their strength is divided by the square root of n.
    """
    for marker in name.markers:
        described = f"{marker.surname} {marker.year or ''}".strip() or f"[{marker.number}]"
        for paper_id in cited_papers(marker, anchor):
            if paper_id in index.paper_ids:
                yield Signal(paper_id, REFERENCE, "reference", f"cites {described}")
        if not marker.surname:
            continue
        by_author = [candidate for candidate in index.candidates if cites(marker, candidate)]
        for candidate in by_author:
            strength = AUTHOR_YEAR / sqrt(len(by_author))
            if candidate.called_otherwise(name.keys):  # another paper of that author and year
                strength *= OTHER_NAME
            yield Signal(candidate.paper.id, strength, "author", f"first author and year are {described}")
