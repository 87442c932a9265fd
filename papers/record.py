"""The record of a paper: what its pages print about itself, each value with its place, so that it can be quoted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .boxes import NOWHERE, BBox

Event = Literal["received", "revised", "accepted", "published"]
IdentifierKind = Literal["doi", "arxiv", "article number", "ISBN", "ISSN"]
LinkKind = Literal["code", "data", "demo"]


@dataclass(frozen=True, slots=True)
class Printed:
    """A value of the record. `quote` is the words of `page`, within `bbox`, that print it; "" where it is on no single page.

    Page 0, with an empty box, is the text of a paper without pages.
    """

    text: str
    quote: str = ""
    page: int = 0
    bbox: BBox = NOWHERE


@dataclass(frozen=True, slots=True)
class Affiliation:
    """The institution of one author, as named on the first page; several are joined by semicolons."""

    author: str
    place: Printed


@dataclass(frozen=True, slots=True)
class EmailAddress:
    """An e-mail address, with the author whose it is, "" where that is not clear."""

    address: Printed
    author: str = ""


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """A step of publication with its date as printed: "4 February 2011". `printed` is both: "Received 4 February 2011"."""

    event: Event
    date: str
    printed: Printed


@dataclass(frozen=True, slots=True)
class OwnLink:
    """A link that a paper gives to its own code, data or demo, and the `sentence` that gives it."""

    kind: LinkKind
    url: Printed
    sentence: str


@dataclass(frozen=True, slots=True)
class OwnIdentifier:
    """A number of the paper: its DOI, its arXiv number with version, subject and date, or one that a publisher gave it."""

    kind: IdentifierKind
    value: Printed


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that a paper prints about itself; missing fields are empty.

    `title`, `year` and `authors` locate what `Paper` has, as far as the first page prints it so, and `abstract` its first
    sentence. `byline` are the lines around them, with
    affiliations and addresses, and `whereabouts` the notes that say where the work was done. `venue` is all that the page says
    of where the paper appeared; `volume`, `issue` and `pages` are parts of it, and `journal`
    is the name with a volume that the table of journals has. `funding` and `acknowledgments` are sentences.
    Links come likeliest first.
    """

    title: Printed | None = None
    year: Printed | None = None
    abstract: Printed | None = None
    authors: tuple[Printed, ...] = ()
    byline: tuple[Printed, ...] = ()
    affiliations: tuple[Affiliation, ...] = ()
    whereabouts: tuple[Printed, ...] = ()
    emails: tuple[EmailAddress, ...] = ()
    corresponding: str = ""
    venue: Printed | None = None
    journal: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    dates: tuple[DatedEvent, ...] = ()
    identifiers: tuple[OwnIdentifier, ...] = ()
    keywords: Printed | None = None
    license: Printed | None = None
    links: tuple[OwnLink, ...] = ()
    funding: tuple[Printed, ...] = ()
    acknowledgments: tuple[Printed, ...] = ()


EMPTY_RECORD = Record()
