"""The record of a paper: what its pages print about the paper, each value with its place, so that it can be quoted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .boxes import NOWHERE, BBox

Event = Literal["received", "revised", "accepted", "published"]
IdentifierKind = Literal["doi", "arxiv", "article number", "ISBN", "ISSN"]
LinkKind = Literal["code", "data", "demo"]


@dataclass(frozen=True, slots=True)
class Printed:
    """A value of the record, and where it is printed.

    `quote` are the words on `page`, within `bbox`, that print the value; "" if it is not printed on a single page. A
    paper without pages has page 0 and an empty box.
    """

    text: str
    quote: str = ""
    page: int = 0
    bbox: BBox = NOWHERE


@dataclass(frozen=True, slots=True)
class Affiliation:
    """The institution of one author, as printed on the first page; several institutions are joined by semicolons."""

    author: str
    place: Printed


@dataclass(frozen=True, slots=True)
class EmailAddress:
    """An e-mail address and its author; `author` is "" if it is not clear whose address it is."""

    address: Printed
    author: str = ""


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """A step of publication and its date as printed.

    For example, `date` is "4 February 2011" and `printed` is "Received 4 February 2011".
    """

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
    """A number that identifies the paper: DOI, arXiv number with version, subject and date, or a number given by the
    publisher.
    """

    kind: IdentifierKind
    value: Printed


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that a paper prints about itself; missing fields are empty.

    `title`, `year` and `authors` locate the values of `Paper` if the first page prints them in the same way. `abstract`
    locates the first sentence of the abstract. `byline` are the lines around the authors, with affiliations and
    addresses. `whereabouts` are notes that say where the work was done. `venue` is everything that the page says about
    where the paper appeared; `volume`, `issue` and `pages` are parts of it. `journal` is a name that is printed with a
    volume and is in the table of journals. `funding` and `acknowledgments` are sentences. The likeliest of `links` come
    first.
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
