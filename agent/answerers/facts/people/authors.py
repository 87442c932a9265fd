"""Authors of a paper: as parsed from it, as other papers cite it, or the signature at its end."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .....papers.types import Paper
from ....session import Session
from ....types import Citation
from ....verification.sentences import Prover
from ..as_cited import citing_entries, find_in_bibliography
from ..title_page import read_page

_FIELD = re.compile(
    r"\b(?:Department|School|Institute|Division|Faculty|University|Centre|Center|Laboratory)\b"
)
# The signature of an editorial or a letter: "Ada Falk, Department of Hydrology, ..." at the end of its text.
_SIGNATURE = re.compile(
    rf"(?<=[.!?] )((?:[A-Z][\w'’-]+\.? |[A-Z]\. ?){{1,3}}[A-Z][\w'’-]+)(?:,| \d)? (?={_FIELD.pattern})"
)
_REFERENCES = re.compile(r"\b(?:References|REFERENCES|Bibliography|BIBLIOGRAPHY)\b")


@dataclass(frozen=True, slots=True)
class Authors:
    """Authors by name, in order, and the place that states it, if one does."""

    names: tuple[str, ...]
    citation: Citation | None


def find_authors(session: Session, paper: Paper) -> Authors | None:
    """The authors of `paper`; None where neither it nor a paper that cites it names any.

    A bibliography that lists more authors than were parsed from the paper is followed.
    """
    prover = Prover(session.cluster, session.settings)
    known = session.subjects.papers[session.subjects.places[paper.id]].authors
    if paper.authors and len(known) <= len(paper.authors):  # no other paper has to be read
        return Authors(paper.authors, _locate_authors(prover, paper))
    entries = [
        (reference, citing) for reference, citing in citing_entries(session, paper) if reference.authors
    ]
    cited = max(entries, key=lambda entry: (len(entry[0].authors), entry[1].id), default=None)
    if paper.authors and (cited is None or len(cited[0].authors) <= len(paper.authors)):
        return Authors(paper.authors, _locate_authors(prover, paper))
    if cited is not None:
        reference, citing = cited
        names = tuple(name.rstrip(".") if len(name.rstrip(".")) > 3 else name for name in reference.authors)
        return Authors(names, find_in_bibliography(prover, citing, reference.title))
    return _signature(session, prover, paper)


def _locate_authors(prover: Prover, paper: Paper) -> Citation | None:
    """The place of the first author that the first page names so, or of the title, where marks of affiliations are in the way."""
    found = (prover.find(paper.id, 1, words) for words in (*paper.authors, paper.title) if words)
    return next((citation for citation in found if citation), None)


def _signature(session: Session, prover: Prover, paper: Paper) -> Authors | None:
    for page in dict.fromkeys((1, paper.pages)):
        text = _REFERENCES.split(read_page(session, paper, page))[0]
        signatures = [match for match in _SIGNATURE.finditer(text) if not _FIELD.search(match[1])]
        if signatures:
            return Authors((signatures[-1][1],), prover.find(paper.id, page, signatures[-1][1]))
    return None
