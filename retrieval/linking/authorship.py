"""Compare citation markers with the authors of papers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...papers.types import Paper, Reference
from .candidate_index import Candidate
from .markers import LabelMarker
from .names import fold


def cites(marker: LabelMarker, candidate: Candidate) -> bool | None:
    """True if `marker` has the surname of the candidate's first author and its year; None if the authors are unknown.

    The years may differ by one, because preprint and proceedings may have different years. An unknown year matches
    every year.
    """
    authors, year = candidate.paper.authors[:1], candidate.paper.year
    if not authors and candidate.known is not None:
        authors, year = (candidate.known.author,), candidate.known.year
    if not authors:
        return None
    near = marker.year == 0 or year is None or abs(marker.year - year) <= 1
    return near and same_author(marker.surname, authors, "")


def cited_papers(marker: LabelMarker, anchor: Paper | None) -> Iterator[str]:
    """Yield the ids of the papers that `marker` cites according to the bibliography of `anchor`."""
    for reference in anchor.references if anchor else ():
        if reference.paper_id is not None and is_cited(marker, reference):
            yield reference.paper_id


def is_cited(marker: LabelMarker, reference: Reference) -> bool:
    """True if `marker` cites the bibliography entry `reference`: by its number, or by its first author and year."""
    if marker.number:
        return reference.key.strip("[]") == marker.number
    by_author = same_author(marker.surname, reference.authors, reference.key)
    return by_author and marker.year in (0, reference.year)


def same_author(surname: str, authors: tuple[str, ...], key: str) -> bool:
    """True if `surname` is a word of the first author's name, or of `key`, the key of a reference, if there are no
    authors."""
    wanted = fold(surname).lower()
    first = fold(authors[0] if authors else key).lower()
    return bool(wanted) and re.search(rf"\b{re.escape(wanted)}\b", first) is not None
