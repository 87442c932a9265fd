"""Read the identifiers of a paper on its first page: DOI, arXiv id with version and date, and publishers' numbers."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator

from ...record import IdentifierKind, OwnIdentifier, Printed
from ...types import Paper
from ..references.ids import Stamp, find_own_ids
from .placeholders import is_placeholder
from .printed_page import PrintedPage

_BEHIND = 10  # characters after a number that may show it to be a template's

_PUBLISHER: tuple[tuple[IdentifierKind, re.Pattern[str]], ...] = (
    (
        "article number",
        re.compile(r"\b(?:Article|ARTICLE|Art\.) (?:No\.? ?|ID ?|[Nn]umber:? ?)?(?P<number>e?\d+)\b"),
    ),
    ("ISBN", re.compile(r"\bISBN(?:-1[03])?:? ?(?P<number>[\d-]{9,}[\dX](?:/\d\d/\d\d)?)")),
    ("ISSN", re.compile(r"\bISSN:? ?(?P<number>\d{4}-\d{3}[\dX])")),
)


def read_identifiers(paper: Paper, page: PrintedPage, stamp: Stamp | None) -> Iterator[OwnIdentifier]:
    """Yield the identifiers that the first page or the file name gives, without identifiers in the bibliography."""
    own = page.before_references
    # Identifiers in the references are not the paper's own.
    if doi := dict((*find_own_ids("", own), *paper.ids)).get("doi"):
        # The page may print the DOI in capitals, or joined to "doi:" or a URL as one word.
        match = re.search(rf"\S*{re.escape(doi)}", page.text, re.I)
        yield OwnIdentifier("doi", page.locate(*match.span(), doi) if match else Printed(doi))
    arxiv = _describe_stamp(stamp) if stamp else dict(paper.ids).get("arxiv")
    if arxiv:
        printed = f"arXiv:{stamp.id}v{stamp.version}" if stamp else f"arXiv:{arxiv}"
        yield OwnIdentifier("arxiv", page.find_any(arxiv, (printed,)))
    for kind, pattern in _PUBLISHER:
        match = pattern.search(own)
        if match and not is_placeholder(own[match.start() : match.end() + _BEHIND]):
            yield OwnIdentifier(kind, page.locate(*match.span(), match["number"]))


def _describe_stamp(stamp: Stamp) -> str:
    """Return the arXiv id with version, subject and date: "2101.00001v3 [cs.LG], version 3 of 4 February 2021"."""
    subject = f" [{stamp.subject}]" if stamp.subject else ""
    date = f" of {_spell_date(stamp.date)}" if stamp.date else ""
    return f"{stamp.id}v{stamp.version}{subject}, version {stamp.version}{date}"


def _spell_date(date: str) -> str:
    """Spell out the month of a date: "24 Feb 2017" becomes "24 February 2017"."""
    day, month, year = date.split()
    names = (name for name in calendar.month_name[1:] if name.startswith(month))
    return f"{day} {next(names, month)} {year}"
