"""Citations as fields of a paper's record, with plain words for the work, its authors or what it is cited for."""

from __future__ import annotations

from collections.abc import Iterator

from ...indexes.text.analysis import analyse
from ...papers.types import Reference
from ..relevance.question_terms import GENERIC
from ..relevance.subject import find_subjects
from .citations import (
    find_entry,
    name_terms,
    state_cited_by,
    state_cited_entry,
    state_cited_works,
    state_cites,
    state_works,
)
from .record_request import RecordRequest
from .types import Statement

_CITING = frozenset(analyse("cite cites cited citing reference references bibliography list works"))


def state_field_cites(request: RecordRequest) -> Iterator[Statement]:
    """The fact that the paper cites, or does not cite, the other paper that the words name best."""
    index, paper_id = request.session.subjects, request.paper.id
    others = (subject.paper_id for subject in find_subjects(request.about, index) if subject.named)
    other = next((each for each in others if each != paper_id), None)
    if other:
        yield state_cites(request.session, paper_id, other)


def state_field_cited_works(request: RecordRequest) -> Iterator[Statement]:
    """The works by the authors, of the years or at the venue that the words name, else works that are cited for what they say,
    else the papers of the cluster that are cited."""
    paper, terms = request.paper, request.terms - GENERIC - _CITING
    counts = [len(terms.intersection(_publication_terms(each))) for each in paper.references]
    most = max(counts, default=0)
    if most:
        works = [each for each, count in zip(paper.references, counts, strict=True) if count == most]
        yield state_works(request.session, paper, works)
    else:
        yield from state_cited_works(request.session, paper.id, purpose=request.about if terms else "")


def state_field_cited_by(request: RecordRequest) -> Iterator[Statement]:
    """The papers of the cluster that cite the paper."""
    citing = request.session.cluster.citing(request.paper.id)
    yield state_cited_by(request.session, request.title, citing, request.about)


def state_field_cited_entry(request: RecordRequest) -> Iterator[Statement]:
    """The one entry that the words name."""
    entry = find_entry(request.paper, request.terms - GENERIC)
    if entry:
        yield state_cited_entry(request.session, request.paper.id, entry)


def _publication_terms(reference: Reference) -> set[str]:
    return {*name_terms(reference), *analyse(reference.venue), str(reference.year or "")} - GENERIC
