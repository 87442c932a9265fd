"""Each author's affiliation: by marks, below the name, in a note that names the authors, or at the end of the paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...record import Affiliation, Printed
from ...types import Paper
from .author_names import find_names
from .institutions import is_part
from .marked_lines import join_lines
from .marked_places import read_marked_places, read_marks
from .named_places import read_named_places
from .places_below import read_places_below, read_shared_note
from .printed_page import PrintedPage, ReadPage

_PARTS = re.compile(r"; |, ")
_FIRST = 3  # pages of which one has the authors
_LAST, _MOST_PAGES = 2, 10  # pages at the end with affiliations, without and with a bibliography
_MOST_AUTHORS = 100  # of a paper whose institutions are read one by one

_Reading = tuple[PrintedPage, dict[str, str]]


def read_affiliations(paper: Paper, read_page: ReadPage) -> tuple[Affiliation, ...]:
    """The institutions of the authors, in their order, without those for whom it is not clear."""
    authors = paper.authors
    if not 0 < len(authors) <= _MOST_AUTHORS:
        return ()
    first = read_page(_find_byline_page(authors, paper.pages, read_page))
    marks = read_marks(join_lines(first.lines), authors)
    numbers = (first.number, *_list_end_pages(paper, first.number))
    marked = ((page, read_marked_places(page.lines, marks)) for page in map(read_page, numbers))
    page, places = _choose_most(marked, len(authors))
    if not (places and _has_letters_or_digits(marks)):
        unmarked = (
            (page, found) for page in map(read_page, numbers) for found in _list_unmarked(page, authors)
        )
        other = _choose_most(unmarked, len(authors))
        if len(other[1]) > len(places):
            page, places = other
        else:  # a note may give the department alone
            places = {name: _complete(place, other[1].get(name, "")) for name, place in places.items()}
    if not places and not _has_letters_or_digits(marks) and (shared := read_shared_note(first.lines)):
        page, places = first, dict.fromkeys(authors, shared)
    return tuple(Affiliation(author, _locate(places[author], page)) for author in authors if author in places)


def _choose_most(readings: Iterable[_Reading], authors: int) -> _Reading:
    """The first reading with the institutions of all `authors`, else the first of those with most."""
    read: list[_Reading] = []
    for reading in readings:
        if len(reading[1]) == authors:
            return reading
        read.append(reading)
    return max(read, key=lambda reading: len(reading[1]))


def _complete(place: str, below: str) -> str:
    """`place`, with the institution `below` the name behind it if it is a department alone."""
    return f"{place}, {below}" if is_part(place) and below and below not in place else place


def _locate(place: str, page: PrintedPage) -> Printed:
    """The place with the longest part of it that the page prints in one piece."""
    return page.find_any(place, (place, *sorted(_PARTS.split(place), key=len, reverse=True)))


def _list_end_pages(paper: Paper, first: int) -> range:
    """The pages behind the conclusions: from the one before the bibliography on, else the last ones."""
    cited = [block.page for block in paper.blocks if block.kind == "reference"]
    start = min(cited) - 1 if cited else paper.pages + 1 - _LAST
    return range(max(first + 1, start, paper.pages + 1 - _MOST_PAGES), paper.pages + 1)


def _has_letters_or_digits(marks: Mapping[str, Sequence[str]]) -> bool:
    """True if a mark leads to an institution rather than a note."""
    return any(mark.isalnum() for each in marks.values() for mark in each)


def _find_byline_page(authors: Sequence[str], pages: int, read_page: ReadPage) -> int:
    """The page with most of the names, of the first ones: a cover may be before it."""
    numbers = range(min(pages, 1), min(pages, _FIRST) + 1)
    return max(numbers, key=lambda number: (len(list(find_names(authors, read_page(number).text))), -number))


def _list_unmarked(page: PrintedPage, authors: Sequence[str]) -> Iterator[dict[str, str]]:
    """The institutions on `page` by the places of the names, and by notes with surnames."""
    yield read_places_below(page.lines, authors)
    yield read_named_places("\n".join(line.plain for line in page.lines), authors)
