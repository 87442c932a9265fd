"""Notes that readers left in the PDFs of a cluster: all of them, or those about a question.

Notes are shown next to an answer and are never part of it, because a note is the reader's word and not the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...indexes.text.analysis import analyze
from ...papers.clusters.cluster import Cluster
from ...papers.types import BBox
from ..relevance.question_terms import question_terms
from ..relevance.subject import find_subjects
from ..session import Session
from ..types import Citation, NoteInPaper

_SHOWN = 5
_NEAR = (
    0.5  # least share of the question's terms, weighted by rarity, or least cosine, for a note to be shown
)
_COMPARED = 200  # notes that are compared by meaning


def list_notes(cluster: Cluster, paper_ids: Sequence[str] = ()) -> Iterator[NoteInPaper]:
    """Yield the notes in `paper_ids` (default: all papers), in the order of the papers and pages."""
    for paper_id in paper_ids or cluster.paper_ids:
        yield from (NoteInPaper(paper_id, note) for note in cluster.summary(paper_id).notes)


def find_notes(
    session: Session,
    question: str,
    paper_ids: Sequence[str] = (),
    quotes: Sequence[Citation] = (),
    most: int = _SHOWN,
) -> tuple[NoteInPaper, ...]:
    """Return at most `most` notes in `paper_ids` (default: all papers) that are about `question`.

    Notes that mark a part of one of `quotes` come first, then the nearest notes. Ties keep the order of the pages.
    """
    notes = list(list_notes(session.cluster, paper_ids))
    if not notes:
        return ()
    marked = [any(_is_on(note, quote) for quote in quotes) for note in notes]
    near = _measure_nearness(session, question, notes)
    order = sorted(range(len(notes)), key=lambda place: (-marked[place], -near[place], place))
    return tuple(notes[place] for place in order if marked[place] or near[place] >= _NEAR)[:most]


def _measure_nearness(session: Session, question: str, notes: Sequence[NoteInPaper]) -> list[float]:
    """Return for each note how near it is to the question, about 0..1.

    It is the share of the question's terms that the note has, weighted by rarity, or the cosine of both if that is
    larger.
    """
    subjects = find_subjects(question, session.subjects, 1)
    named = frozenset(term for subject in subjects if subject.is_clear for term in subject.terms)
    statistics = session.subjects.statistics
    rarity = {term: statistics.idf(term) for term in question_terms(question, named).focus}
    total = sum(rarity.values()) or 1.0
    shares = [sum(rarity.get(term, 0.0) for term in set(analyze(_text(each)))) / total for each in notes]
    encode = session.index.encoder()
    if encode is None:
        return shares
    vectors = encode([question, *(_text(each) for each in notes[:_COMPARED])])
    cosines = np.zeros(len(notes))
    cosines[:_COMPARED] = vectors[1:] @ vectors[0]
    return [float(each) for each in np.maximum(shares, cosines)]


def _text(found: NoteInPaper) -> str:
    return f"{found.note.comment} {found.note.text}".strip()


def _is_on(found: NoteInPaper, quote: Citation) -> bool:
    """True if the note marks a part of the quote."""
    same = (found.paper_id, found.note.page) == (quote.paper_id, quote.page)
    return same and bool(found.note.text) and _overlap(found.note.bbox, quote.bbox)


def _overlap(one: BBox, other: BBox) -> bool:
    """True if two boxes share some width, and more than half the height of the box that is less tall."""
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    return width > 0 and height > 0.5 * min(one.height, other.height)
