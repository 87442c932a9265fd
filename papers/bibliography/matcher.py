"""Index a cluster's papers to match bibliography entries by identifier, words of the title and first author."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import log

from ..parsing.references.clean import clean_text
from ..parsing.references.listed_names import ET_AL
from ..parsing.references.names import extract_surname
from ..titles import fold_title, title_words
from ..types import Paper, Reference

_KINDS = frozenset({"arxiv", "doi", "acl"})  # a URL is a location, not an identity
_MIN_SHARE = 0.5  # share of a title's words, by weight, that an entry must contain
_MAX_COMPARED = 20  # an entry is compared with this many papers that have the most words in common with it
_UNKNOWN_DISTANCE = 100  # distance in years between an entry and a paper if either has no year
_MAX_SAME_AUTHOR = 50  # largest number of papers by the same first author that an entry is compared with
# Least number of letters with which the part of a title before or after a colon may identify the title.
_DISTINCTIVE_PART = 18


Place = tuple[str, str, str]  # journal, volume, first page


@dataclass(frozen=True, slots=True)
class MatchCandidate:
    """A paper, prepared for matching.

    `letters` is the folded title, `parts` the folded parts before and after its colon, and `weight` the sum of the idf
    weights of its words. `authors` holds the folded words of each author's name. `places` are the journals, volumes and
    first pages under which the paper is known.
    """

    id: str
    title: str
    letters: str
    parts: frozenset[str]
    weight: float
    surnames: frozenset[str]
    years: frozenset[int]
    authors: tuple[frozenset[str], ...] = ()
    places: frozenset[Place] = frozenset()
    ids: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """A bibliography entry, prepared for matching.

    `letters` is the folded title, `words` the folded words of the whole entry, and `surnames` the folded surnames of
    the authors. `abridged` is true if authors are left out ("et al.").
    """

    text: str
    title: str
    letters: str
    words: frozenset[str]
    surnames: tuple[str, ...]
    year: int | None
    ids: tuple[tuple[str, str], ...]
    place: Place = ("", "", "")
    abridged: bool = False


def build_match_query(reference: Reference) -> MatchQuery:
    """Return `reference` prepared for matching."""
    text, title = clean_text(reference.raw), clean_text(reference.title)
    surnames = tuple(fold_title(extract_surname(author)) for author in reference.authors)
    return MatchQuery(
        text,
        title,
        fold_title(title),
        frozenset(title_words(text)),
        surnames,
        reference.year,
        reference.ids,
        build_place(reference.venue, reference.volume, reference.pages),
        ET_AL.search(text) is not None,
    )


def build_place(venue: str, volume: str, pages: str) -> Place:
    """Normalize a place of publication for comparison: "Vol. C77" becomes "77", and the pages "361–365" become "361"."""
    number = re.search(r"\d+", volume)
    page = re.match(r"[A-Za-z]*\d+", pages)
    return venue, str(int(number[0])) if number else "", page[0].lower().lstrip("0") if page else ""


@dataclass(frozen=True, slots=True)
class BibliographyMatcher:
    """The papers of a cluster (`candidates`, sorted by id), with indexes by identifier, title, word and author.

    `by_id`, `by_title`, `by_word` and `by_author` map a key to places in `candidates`. `weights` are the idf weights of
    words.
    """

    candidates: tuple[MatchCandidate, ...]
    by_id: dict[tuple[str, str], int]
    by_title: dict[str, list[int]]
    by_word: dict[str, list[int]]
    weights: dict[str, float]
    by_author: dict[str, list[int]]

    def find_by_identifier(self, entry: MatchQuery) -> int | None:
        """Return the index of the paper that shares an identifier with the entry, or None."""
        places = [self.by_id[pair] for pair in entry.ids if pair in self.by_id]
        return min(places) if places else None

    def find_by_title(self, entry: MatchQuery, citing: str) -> int | None:
        """Return the index of the paper with the entry's title, or None.

        Among several versions, the version whose year is nearest to the entry's year wins. The paper `citing` never
        matches.
        """
        same = [
            number for number in self.by_title.get(entry.letters, ()) if self.candidates[number].id != citing
        ]
        return min(same, key=lambda number: self._measure_distance(entry, number), default=None)

    def _measure_distance(self, entry: MatchQuery, number: int) -> int:
        years = self.candidates[number].years if entry.year else frozenset()
        return min((abs(year - (entry.year or 0)) for year in years), default=_UNKNOWN_DISTANCE)

    def find_by_author(self, entry: MatchQuery) -> list[int]:
        """Return the indexes of papers whose first author's name contains the surname of the entry's first author."""
        return self.by_author.get(entry.surnames[0], [])[:_MAX_SAME_AUTHOR] if entry.surnames else []

    def find_similar(self, entry: MatchQuery) -> list[int]:
        """Return the indexes, ascending, of papers with the entry's title and of papers whose title words are mostly in
        the entry.
        """
        held: dict[int, float] = defaultdict(float)
        for word in sorted(entry.words):
            for number in self.by_word.get(word, ()):
                held[number] += self.weights[word]
        shares = [(weight / self.candidates[number].weight, number) for number, weight in held.items()]
        closest = sorted((-share, number) for share, number in shares if share >= _MIN_SHARE)[:_MAX_COMPARED]
        return sorted({*self.by_title.get(entry.letters, ()), *(number for _, number in closest)})

    def add_confirmed_metadata(self, entries: Iterable[tuple[MatchQuery, int]]) -> BibliographyMatcher:
        """Return a matcher whose candidates also have the authors, years and places of confirmed entries.

        `entries` are pairs of an entry and the index of the candidate that it certainly cites.
        """
        surnames: dict[int, set[str]] = defaultdict(set)
        years: dict[int, set[int]] = defaultdict(set)
        places: dict[int, set[Place]] = defaultdict(set)
        for entry, number in entries:
            candidate = self.candidates[number]
            if not candidate.surnames.issuperset(entry.surnames):
                surnames[number].update(entry.surnames)
            if entry.year and entry.year not in candidate.years:
                years[number].add(entry.year)
            if entry.place[1] and entry.place not in candidate.places:
                places[number].add(entry.place)
        updated = list(self.candidates)
        for number in surnames.keys() | years.keys() | places.keys():
            candidate = updated[number]
            updated[number] = replace(
                candidate,
                surnames=candidate.surnames.union(surnames.get(number, ())),
                years=candidate.years.union(years.get(number, ())),
                places=candidate.places.union(places.get(number, ())),
            )
        return replace(self, candidates=tuple(updated))


def build_matcher(papers: Iterable[Paper]) -> BibliographyMatcher:
    """Index `papers`. If two papers have the same identifier, the paper with the smaller id is found."""
    ordered = sorted(papers, key=lambda paper: paper.id)
    words = [tuple(sorted(set(title_words(clean_text(paper.title))))) for paper in ordered]
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, held in enumerate(words):
        for word in held:
            by_word[word].append(number)
    # Inverse document frequency of a word over the titles, never zero.
    weights = {word: log(1 + (1 + len(ordered)) / (1 + len(places))) for word, places in by_word.items()}
    candidates = tuple(
        _build_candidate(paper, sum(weights[word] for word in held))
        for paper, held in zip(ordered, words, strict=True)
    )
    by_id: dict[tuple[str, str], int] = {}
    by_title: dict[str, list[int]] = defaultdict(list)
    for number, (paper, candidate) in enumerate(zip(ordered, candidates, strict=True)):
        by_title[candidate.letters].append(number)
        for pair in paper.ids:
            if pair[0] in _KINDS:
                by_id.setdefault(pair, number)
    by_author: dict[str, list[int]] = defaultdict(list)
    for number, candidate in enumerate(candidates):
        for word in sorted(candidate.authors[0]) if candidate.authors else ():
            by_author[word].append(number)
    return BibliographyMatcher(candidates, by_id, dict(by_title), dict(by_word), weights, dict(by_author))


def _build_candidate(paper: Paper, weight: float) -> MatchCandidate:
    title = clean_text(paper.title)
    parts = frozenset(part for part in map(fold_title, title.split(":", 1)) if len(part) >= _DISTINCTIVE_PART)
    # Adjacent author names may be parsed as one ("Ann Lee Bo Kim"), so every word may be a surname.
    authors = tuple(frozenset(fold_title(word) for word in author.split()) for author in paper.authors)
    surnames = frozenset().union(*authors)
    place = build_place(paper.place.venue, paper.place.volume, paper.place.pages)
    years = frozenset({paper.year} if paper.year else ())
    return MatchCandidate(
        paper.id,
        title,
        fold_title(title),
        parts if ":" in title else frozenset(),
        weight,
        surnames,
        years,
        authors,
        frozenset({place} if place[1] else ()),
        paper.ids,
    )
