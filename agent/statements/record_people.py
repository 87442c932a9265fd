"""Statements about the people of a paper: authors, affiliations and e-mail addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...indexes.subjects import fold_name
from ...indexes.text.analysis import STOP_WORDS, analyze
from ...papers.plural import count_noun, join_names
from ...papers.record import Printed
from .as_cited import find_authors
from .record_request import RecordRequest, cite
from .types import Statement

_WORD = re.compile(r"\w{2,}")
_MOST_LINES = 3  # most lines around the title that are cited
# Least share of the words that the affiliations must cover; other words are marks and notes.
_NEARLY_ALL = 0.8


def state_authors(request: RecordRequest) -> Iterator[Statement]:
    """State the authors in their order; if none is known, quote the lines around the title."""
    names, citation = find_authors(request.session, request.paper)
    if names:
        listed = join_names(names)
        verb = "author of {} is {}" if len(names) == 1 else "authors of {} are {}"
        yield request.state_cited(f"The {verb.format(request.title, listed)}.", [citation], listed)
    elif request.paper.record.byline:
        yield _state_byline(request)


def count_authors(request: RecordRequest) -> Iterator[Statement]:
    """State the number of authors and list them."""
    names, citation = find_authors(request.session, request.paper)
    if names:
        number = count_noun(len(names), "author")
        yield request.state_cited(f"{request.title} has {number}: {join_names(names)}.", [citation], number)


def state_first_author(request: RecordRequest) -> Iterator[Statement]:
    """State the first author."""
    yield from state_author_at(request, 0, "first")


def state_last_author(request: RecordRequest) -> Iterator[Statement]:
    """State the last author."""
    yield from state_author_at(request, -1, "last")


def state_author_at(request: RecordRequest, place: int, rank: str) -> Iterator[Statement]:
    """State the author at index `place` of the list; `rank` is the word for the place, such as "second"."""
    names, citation = find_authors(request.session, request.paper)
    if names:
        printed = _find_author(request, names[place])
        text = f"The {rank} author of {request.title} is {names[place]}."
        yield request.state_cited(text, [cite(request.paper, printed) if printed else citation], names[place])


def state_corresponding_author(request: RecordRequest) -> Iterator[Statement]:
    """State the corresponding author, whom a mark or a note on the first page names."""
    name = request.paper.record.corresponding
    if name:
        text = f"The corresponding author of {request.title} is {name}."
        yield request.state(text, _find_author(request, name) or request.paper.record.title, value=name)


def state_affiliations(request: RecordRequest) -> Iterator[Statement]:
    """State the institutions of the authors who are meant, or of all authors if the affiliations are complete.

    If neither is known, the lines around the title are stated. Notes that say where the work was done are quoted as
    well; a note that matches the words of the request comes first.
    """
    record = request.paper.record
    asked = _list_asked_authors(request)
    chosen = [each for each in record.affiliations if each.author in asked]
    chosen = chosen or request.choose(record.affiliations, lambda each: each.place.text, is_name=True)
    if not chosen and _gives_all_places(request):
        chosen = list(record.affiliations)
    groups: dict[str, list[str]] = {}
    for each in chosen:
        groups.setdefault(each.place.text.rstrip("."), []).append(each.author)
    telling = request.terms.difference(analyze(" ".join(request.paper.authors)))
    notes = [note for note in record.whereabouts if telling.intersection(analyze(note.text))]
    yield from (request.quote([note]) for note in notes)
    if groups:
        listed = "; ".join(f"{join_names(names)}: {place}" for place, names in groups.items())
        places = {each.place.text: each.place for each in chosen}
        yield request.state(f"Affiliation in {request.title}: {listed}.", *places.values(), value=listed)
    elif record.byline:
        yield _state_byline(request)
    yield from (request.quote([note]) for note in record.whereabouts if note not in notes)


def state_emails(request: RecordRequest) -> Iterator[Statement]:
    """State the e-mail addresses of the authors who are meant, or else all addresses, or else the lines around the
    title."""
    emails = request.paper.record.emails
    asked = _list_asked_authors(request)
    if own := [email for email in emails if email.author in asked]:
        names = join_names(list(dict.fromkeys(email.author for email in own)))
        listed = ", ".join(email.address.text for email in own)
        text = f"The e-mail address of {names} is {listed}."
        yield request.state(text, *(email.address for email in own), value=listed)
    elif emails:
        listed = ", ".join(email.address.text for email in emails)
        yield request.state(
            f"E-mail in {request.title}: {listed}", *(email.address for email in emails), value=listed
        )
    elif request.paper.record.byline:
        yield _state_byline(request)


def _state_byline(request: RecordRequest) -> Statement:
    lines = request.paper.record.byline
    listed = "; ".join(line.text for line in lines)
    longest = sorted(lines, key=lambda line: -len(line.quote))[:_MOST_LINES]
    return request.state(f"On the first page of {request.title}: {listed}", *longest, value=listed)


def _list_asked_authors(request: RecordRequest) -> tuple[str, ...]:
    """Return the authors who are meant; () for all authors.

    They are the authors of a requested field ("first_author"), or the one author whose surname is in the words of the
    request, or the only author of the paper.
    """
    authors, corresponding = request.paper.authors, request.paper.record.corresponding
    if "corresponding_author" in request.fields and corresponding:
        return (corresponding,)
    if "first_author" in request.fields:
        return authors[:1]
    if "last_author" in request.fields:
        return authors[-1:]
    named = find_named_authors(authors, request.about)
    return (named[0],) if len(named) == 1 else authors if len(authors) == 1 else ()


def find_named_authors(authors: Sequence[str], text: str) -> list[str]:
    """Return the authors whose surnames are words of `text`.

    If several authors share a surname, the author with most parts of the name in `text` is returned, the first in a
    tie.
    """
    words = _list_possible_names(text)
    surnames = {name: fold_name(name).split()[-1] for name in authors}
    best: dict[str, tuple[int, str]] = {}
    for name in authors:
        count = len(words.intersection(fold_name(name).split()))
        if surnames[name] in words and count > best.get(surnames[name], (0, ""))[0]:
            best[surnames[name]] = (count, name)
    return [name for _, name in best.values()]


def _list_possible_names(text: str) -> set[str]:
    """Return the folded words of `text` that may be names. "he" is a stop word, but "He" after another word may be a
    name."""
    words = text.split()
    names = [
        word
        for place, word in enumerate(words)
        if (place and word.lstrip("\"'“‘(")[:1].isupper())
        or STOP_WORDS.isdisjoint(fold_name(word).split()[:1])
    ]
    return set(fold_name(" ".join(names)).split())


def _gives_all_places(request: RecordRequest) -> bool:
    """True if every author has an affiliation, and names and affiliations cover nearly all words of the lines around
    the title."""
    record, authors = request.paper.record, request.paper.authors
    if not record.affiliations or len(record.affiliations) < len(authors):
        return False
    text = " ".join([*authors, *(each.place.text for each in record.affiliations)])
    known = set(_WORD.findall(text))
    words = [word for line in record.byline if "@" not in line.text for word in _WORD.findall(line.text)]
    return sum(word in known for word in words) >= _NEARLY_ALL * len(words)


def _find_author(request: RecordRequest, name: str) -> Printed | None:
    return next((each for each in request.paper.record.authors if each.text == name), None)
