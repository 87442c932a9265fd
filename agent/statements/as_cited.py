"""Find facts about a paper in the bibliographies of other papers of the cluster."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ...papers.bibliography.years import choose_year
from ...papers.record import Printed
from ...papers.types import Paper, Reference
from ..session import Session
from ..types import Citation
from ..verification.sentences import Prover

_LAST_PAGES = 5  # number of last pages of a paper that are searched for an entry of its bibliography


@dataclass(frozen=True, slots=True)
class CitedValue:
    """A value that a bibliography gives for a paper.

    `by` is the paper with that bibliography, `citation` the place in it.
    """

    text: str
    by: Paper
    citation: Citation | None


def list_citing_entries(session: Session, paper: Paper) -> list[tuple[Reference, Paper]]:
    """Return the bibliography entries for `paper`, each with the citing paper, ordered by the citing papers' ids."""
    return [
        (reference, citing)
        for citing in map(session.cluster.paper, session.cluster.citing(paper.id))
        for reference in citing.references
        if reference.paper_id == paper.id
    ]


def find_in_bibliography(prover: Prover, citing: Paper, text: str) -> Citation | None:
    """Return the citation of `text` on one of the last pages of `citing`; None if these pages do not print it."""
    pages = range(max(1, citing.pages - _LAST_PAGES + 1), citing.pages + 1) if citing.pages else range(1)
    return next((c for page in pages if (c := prover.find(citing.id, page, text))), None)


def find_authors(session: Session, paper: Paper) -> tuple[tuple[str, ...], Citation | None]:
    """Return the authors of `paper` and the citation that proves them; the authors are () if they are unknown.

    If an entry of a bibliography lists more authors than were parsed from the paper itself, the authors of the entry
    are returned.
    """
    own = cite_first(paper, *paper.record.authors[:1], paper.record.title)
    known = session.subjects.papers[session.subjects.places[paper.id]].authors
    if paper.authors and len(known) <= len(paper.authors):  # avoids reading other papers
        return paper.authors, own
    entries = [entry for entry in list_citing_entries(session, paper) if entry[0].authors]
    cited = max(entries, key=lambda entry: (len(entry[0].authors), entry[1].id), default=None)
    if cited is None or len(cited[0].authors) <= len(paper.authors):
        return paper.authors, own
    names = tuple(name.rstrip(".") if len(name.rstrip(".")) > 3 else name for name in cited[0].authors)
    return names, find_in_bibliography(Prover(session.cluster, session.settings), cited[1], cited[0].title)


def find_cited_venue(session: Session, paper: Paper) -> CitedValue | None:
    """Return the venue that most bibliography entries for `paper` give; None if no entry gives a venue.

    Volume and pages are added if an entry with that venue has them.
    """
    entries = [entry for entry in list_citing_entries(session, paper) if entry[0].venue]
    if not entries:
        return None
    counts = Counter(reference.venue for reference, _ in entries)
    venue = max(counts, key=lambda text: (counts[text], text))
    same = [entry for entry in entries if entry[0].venue == venue]
    reference, citing = max(same, key=lambda entry: bool(entry[0].volume) + bool(entry[0].pages))
    volume = f"volume {reference.volume}" if reference.volume else ""
    pages = f"pages {reference.pages}" if reference.pages else ""
    citation = find_in_bibliography(Prover(session.cluster, session.settings), citing, venue)
    return CitedValue(", ".join(filter(None, (venue, volume, pages))), citing, citation)


def find_cited_year(session: Session, paper: Paper) -> int | None:
    """Return the year that most bibliography entries for `paper` give; the latest year wins a tie.

    None if no entry has a year.
    """
    years = (reference.year for reference, _ in list_citing_entries(session, paper))
    return choose_year(Counter(year for year in years if year))


def find_cited_id(session: Session, paper: Paper, kind: str) -> CitedValue | None:
    """Return the identifier of type `kind`, such as "doi", from the first bibliography entry for `paper` that has it,
    or None."""
    for reference, citing in list_citing_entries(session, paper):
        if number := dict(reference.ids).get(kind):
            citation = find_in_bibliography(Prover(session.cluster, session.settings), citing, number)
            return CitedValue(number, citing, citation)
    return None


def cite_first(paper: Paper, *values: Printed | None) -> Citation | None:
    """Return the citation of the first of `values` that a page of `paper` prints; None if no value is printed."""
    printed = next((value for value in values if value and value.quote), None)
    return Citation(paper.id, printed.page, printed.bbox, printed.quote) if printed else None
