"""State fields of a paper's record, which was read when the paper was indexed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from ...indexes.text.analysis import analyze
from ...papers.parsing.record.dates import time_between
from ...papers.record import IdentifierKind, OwnIdentifier
from ..query.types import RecordField
from ..session import Session
from .as_cited import find_cited_id, find_cited_venue, find_cited_year
from .record_counts import (
    count_figures,
    state_page_count,
    state_reference_count,
    state_section,
    state_sections,
)
from .record_people import (
    count_authors,
    state_affiliations,
    state_authors,
    state_corresponding_author,
    state_emails,
    state_first_author,
    state_last_author,
)
from .record_request import RecordRequest, StateField, build_request, quote_title
from .types import Statement

_MOST = 8  # most sentences about acknowledgments or funding that are quoted
_PUBLISHER_KINDS: tuple[IdentifierKind, ...] = ("article number", "ISBN", "ISSN")


def state_fields(
    session: Session, paper_id: str, fields: Sequence[RecordField], about: str = ""
) -> dict[RecordField, tuple[Statement, ...]]:
    """Map each of `fields` to its statements for a paper; () if the field is not known.

    `about` says in plain words which part of a field is meant, such as an author, an institution, or the thing that the
    authors give thanks for. If `fields` has "affiliations" or "emails" together with a field for one author
    ("first_author"), they are restricted to this author.
    """
    request = build_request(session, paper_id, fields, about)
    return {field: tuple(_STATE[field](request)) for field in fields}


def describe_unknown(session: Session, paper_id: str, field: RecordField) -> str:
    """Return a sentence that says that this field of a paper is not known."""
    name = field.replace("_", " ").removeprefix("cited ")
    verb = "are" if name.endswith("s") else "is"
    return (
        f"The {_NAMES.get(field, name)} of {quote_title(session.cluster.summary(paper_id))} {verb} not known."
    )


def _state_title(request: RecordRequest) -> Iterator[Statement]:
    if request.paper.title:
        yield request.state(
            f"The title is {request.title}.", request.paper.record.title, value=request.paper.title
        )


def _state_year(request: RecordRequest) -> Iterator[Statement]:
    year = request.paper.year or find_cited_year(request.session, request.paper)
    published = next((each for each in request.paper.record.dates if each.event == "published"), None)
    if published and str(year) in published.date:
        text = f"{request.title} was published on {published.date}."
        yield request.state(text, published.printed, value=published.date)
    elif year:
        yield request.state(f"{request.title} is from {year}.", request.paper.record.year, value=str(year))


def _state_dates(request: RecordRequest) -> Iterator[Statement]:
    events = request.paper.record.dates
    if events:
        listed = "; ".join(event.printed.text for event in events)
        lasted = time_between(events)
        behind = f"; {lasted} from the first to the last" if lasted else ""
        yield request.state(
            f"{request.title}: {listed}{behind}.", *(event.printed for event in events), value=listed
        )


def _state_venue(request: RecordRequest) -> Iterator[Statement]:
    """State the venue of the paper.

    A venue printed on the first page comes first. A venue in a running head gives way to a bibliography entry with
    pages, because the entry has more details. If only an arXiv number is known, that is stated.
    """
    paper, printed = request.paper, request.paper.record.venue
    cited = None if printed and printed.page <= 1 else find_cited_venue(request.session, paper)
    if cited and not (printed and "pages" not in cited.text):
        year = f" ({paper.year})" if paper.year else ""
        text = f"{request.title} appeared in: {cited.text}{year}."
        yield request.state_cited(text, [cited.citation], cited.text)
    elif printed:
        year = f" ({paper.year})" if paper.year and str(paper.year) not in printed.text else ""
        text = f"{request.title} appeared in: {printed.text.rstrip('.')}{year}."
        yield request.state(text, printed, value=printed.text)
    elif number := dict(paper.ids).get("arxiv"):
        year = f" ({paper.year})" if paper.year else ""
        yield request.state(f"{request.title} is arXiv:{number}{year}; no other venue is known.")


def _state_publisher(request: RecordRequest) -> Iterator[Statement]:
    record = request.paper.record
    if record.publisher:
        text = f"{request.title} was published by {record.publisher}."
        yield request.state(text, record.license, value=record.publisher)


def _state_doi(request: RecordRequest) -> Iterator[Statement]:
    yield from _state_id(request, "doi", "DOI", f"{request.title} has no DOI of its own on its first page.")


def _state_arxiv(request: RecordRequest) -> Iterator[Statement]:
    yield from _state_id(
        request, "arxiv", "arXiv number", f"{request.title} has no arXiv number on its first page."
    )


def _state_id(request: RecordRequest, kind: IdentifierKind, name: str, absent: str) -> Iterator[Statement]:
    """State the identifier of type `kind` that the paper prints, or else the one in a bibliography entry, or else
    `absent`."""
    own = _find_identifier(request, kind)
    cited = None if own else find_cited_id(request.session, request.paper, kind)
    if own:
        text = f"The {name} of {request.title} is {own.value.text}."
        yield request.state(text, own.value, value=own.value.text)
    elif cited:
        text = f"The {name} of {request.title} is {cited.text}, as {quote_title(cited.by)} cites it."
        yield request.state_cited(text, [cited.citation], cited.text)
    else:
        yield request.state(absent)


def _state_identifiers(request: RecordRequest) -> Iterator[Statement]:
    """State the numbers given by a publisher: the kinds that the request names, or all if it names no kind."""
    named = [kind for kind in _PUBLISHER_KINDS if request.terms.issuperset(analyze(kind))]
    found = {kind: _find_identifier(request, kind) for kind in named or _PUBLISHER_KINDS}
    known = [each for each in found.values() if each]
    listed = [f"{each.kind} {each.value.text}" for each in known]
    listed += [f"no {kind} on its first page" for kind in named if not found[kind]]
    if listed:
        yield request.state(f"{request.title} has {' and '.join(listed)}.", *(each.value for each in known))


def _find_identifier(request: RecordRequest, kind: IdentifierKind) -> OwnIdentifier | None:
    return next((each for each in request.paper.record.identifiers if each.kind == kind), None)


def _state_keywords(request: RecordRequest) -> Iterator[Statement]:
    if words := request.paper.record.keywords:
        yield request.state(f"Keywords of {request.title}: {words.text}.", words, value=words.text)


def _state_license(request: RecordRequest) -> Iterator[Statement]:
    if note := request.paper.record.license:
        yield request.state(f"{request.title}: {note.text}.", note, value=note.text)


def _state_funding(request: RecordRequest) -> Iterator[Statement]:
    if sentences := request.paper.record.funding:
        yield request.quote(sentences[:_MOST])


def _state_acknowledgments(request: RecordRequest) -> Iterator[Statement]:
    """Quote the acknowledgments: the sentences with most terms of the request, or all if no sentence stands out."""
    sentences = request.paper.record.acknowledgments
    if sentences:
        chosen = request.choose(sentences, lambda sentence: sentence.text)
        yield request.quote((chosen or sentences)[:_MOST])


def _state_links(request: RecordRequest) -> Iterator[Statement]:
    """State the most certain link, among the links of the kind that the request names, if it names a kind."""
    links = request.paper.record.links
    if links:
        link = (request.choose(links, lambda link: link.kind) or links)[0]
        said = "." if link.sentence == link.url.quote else f": “{link.sentence}”"
        text = f"{request.title} gives the link {link.url.text}{said}"
        yield request.state(text, link.url, value=link.url.text)


def _state_abstract(request: RecordRequest) -> Iterator[Statement]:
    if request.paper.abstract:
        yield request.state(request.paper.abstract, request.paper.record.abstract)


_NAMES: Mapping[RecordField, str] = MappingProxyType(
    {"doi": "DOI", "arxiv": "arXiv number", "emails": "e-mail addresses", "sections": "numbered sections"}
)
# Map each field to the function that states it. A new field needs one entry here.
_STATE: Mapping[RecordField, StateField] = MappingProxyType(
    {
        "title": _state_title,
        "authors": state_authors,
        "first_author": state_first_author,
        "last_author": state_last_author,
        "author_count": count_authors,
        "affiliations": state_affiliations,
        "emails": state_emails,
        "corresponding_author": state_corresponding_author,
        "year": _state_year,
        "dates": _state_dates,
        "venue": _state_venue,
        "volume": _state_venue,
        "pages": _state_venue,
        "publisher": _state_publisher,
        "doi": _state_doi,
        "arxiv": _state_arxiv,
        "identifiers": _state_identifiers,
        "keywords": _state_keywords,
        "license": _state_license,
        "funding": _state_funding,
        "acknowledgments": _state_acknowledgments,
        "links": _state_links,
        "abstract": _state_abstract,
        "section": state_section,
        "sections": state_sections,
        "reference_count": state_reference_count,
        "page_count": state_page_count,
        "figure_count": count_figures("figures"),
        "table_count": count_figures("tables"),
    }
)
RECORD_FIELDS: tuple[RecordField, ...] = tuple(_STATE)
"""All fields that can be stated for one paper."""
