"""Find each author's affiliation by marks, below the name, in a note that names the authors, or at the paper's end."""

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
_FIRST = 3  # number of first pages that may name the authors
# Number of last pages that may have affiliations: without a bibliography, and at most.
_LAST, _MOST_PAGES = 2, 10
_MOST_AUTHORS = 100  # most authors of a paper for which affiliations are read

_Reading = tuple[PrintedPage, dict[str, str]]


def read_affiliations(paper: Paper, read_page: ReadPage) -> tuple[Affiliation, ...]:
    """Read the institutions of the authors, in their order; an author whose institution is unclear is left out."""
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
        else:  # a note may name only the department
            places = {name: _complete(place, other[1].get(name, "")) for name, place in places.items()}
    if not places and not _has_letters_or_digits(marks) and (shared := read_shared_note(first.lines)):
        page, places = first, dict.fromkeys(authors, shared)
    return tuple(Affiliation(author, _locate(places[author], page)) for author in authors if author in places)


def _choose_most(readings: Iterable[_Reading], authors: int) -> _Reading:
    """Return the first reading that has institutions for all `authors`, or else the reading with the most institutions.

    The first reading wins a tie.
    """
    read: list[_Reading] = []
    for reading in readings:
        if len(reading[1]) == authors:
            return reading
        read.append(reading)
    return max(read, key=lambda reading: len(reading[1]))


def _complete(place: str, below: str) -> str:
    """Append the institution `below` the name to `place` if `place` is only a department."""
    return f"{place}, {below}" if is_part(place) and below and below not in place else place


def _locate(place: str, page: PrintedPage) -> Printed:
    """Locate on the page the whole place, or else the longest part of it that the page prints in one piece."""
    return page.find_any(place, (place, *sorted(_PARTS.split(place), key=len, reverse=True)))


def _list_end_pages(paper: Paper, first: int) -> range:
    """Return the pages after the conclusions: from the page before the bibliography on, or else the last pages."""
    cited = [block.page for block in paper.blocks if block.kind == "reference"]
    start = min(cited) - 1 if cited else paper.pages + 1 - _LAST
    return range(max(first + 1, start, paper.pages + 1 - _MOST_PAGES), paper.pages + 1)


def _has_letters_or_digits(marks: Mapping[str, Sequence[str]]) -> bool:
    """True if a mark is a letter or a digit, which refers to an institution rather than to a note."""
    return any(mark.isalnum() for each in marks.values() for mark in each)


def _find_byline_page(authors: Sequence[str], pages: int, read_page: ReadPage) -> int:
    """Return the page, among the first pages, that has the most names of authors, because a cover may precede it."""
    numbers = range(min(pages, 1), min(pages, _FIRST) + 1)
    return max(numbers, key=lambda number: (len(list(find_names(authors, read_page(number).text))), -number))


def _list_unmarked(page: PrintedPage, authors: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the institutions on `page` by the positions of the names, then by notes with surnames."""
    yield read_places_below(page.lines, authors)
    yield read_named_places("\n".join(line.plain for line in page.lines), authors)
