"""The papers of a cluster as candidates for the entries of bibliographies: by identifier, and by the words of the title."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log

from ..parsing.references.clean import clean_text
from ..parsing.references.names import extract_surname
from ..titles import fold_title, title_words
from ..types import Paper, Reference

_KINDS = frozenset({"arxiv", "doi", "acl"})  # a URL is where something lies, not what it is
_WORTH_COMPARING = 0.5  # share of a title's words, by weight, that an entry must hold
_MOST_COMPARED = 20  # papers that one entry is compared with, those that share most with it
_TELLING_PART = 18  # letters of a title's part before or after a colon that may stand for the whole


@dataclass(frozen=True, slots=True)
class MatchCandidate:
    """A paper as an entry may spell it.

    `letters`: the folded title; `parts`: what stands before and after its colon, folded; `weight`: of all its words.
    """

    id: str
    title: str
    letters: str
    parts: frozenset[str]
    weight: float
    surnames: frozenset[str]
    years: frozenset[int]


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """A bibliography entry as it is compared: cleaned text, folded title, the authors' folded surnames."""

    text: str
    title: str
    letters: str
    words: frozenset[str]
    surnames: tuple[str, ...]
    year: int | None
    ids: tuple[tuple[str, str], ...]


def build_match_query(reference: Reference) -> MatchQuery:
    """What of `reference` is compared."""
    text, title = clean_text(reference.raw), clean_text(reference.title)
    surnames = tuple(fold_title(extract_surname(author)) for author in reference.authors)
    return MatchQuery(
        text, title, fold_title(title), frozenset(title_words(text)), surnames, reference.year, reference.ids
    )


@dataclass(frozen=True, slots=True)
class BibliographyMatcher:
    """Candidates in the order of their ids, found by identifier, by title and by word. `weights`: what a word tells."""

    candidates: tuple[MatchCandidate, ...]
    by_id: dict[tuple[str, str], int]
    by_title: dict[str, int]
    by_word: dict[str, list[int]]
    weights: dict[str, float]

    def identified(self, entry: MatchQuery) -> int | None:
        """The place of the paper that shares an identifier with the entry."""
        places = [self.by_id[pair] for pair in entry.ids if pair in self.by_id]
        return min(places) if places else None

    def similar(self, entry: MatchQuery) -> list[int]:
        """Places, rising, of the paper with the entry's title and of those whose titles its words hold in great part."""
        held: dict[int, float] = defaultdict(float)
        for word in sorted(entry.words):
            for number in self.by_word.get(word, ()):
                held[number] += self.weights[word]
        shares = [(weight / self.candidates[number].weight, number) for number, weight in held.items()]
        closest = sorted((-share, number) for share, number in shares if share >= _WORTH_COMPARING)[
            :_MOST_COMPARED
        ]
        same = [self.by_title[entry.letters]] if entry.letters in self.by_title else []
        return sorted({*same, *(number for _, number in closest)})

    def told_by(self, entries: Iterable[tuple[MatchQuery, int]]) -> BibliographyMatcher:
        """The shelf with what entries say of the papers they certainly are: authors and years join the papers' own."""
        surnames: dict[int, set[str]] = defaultdict(set)
        years: dict[int, set[int]] = defaultdict(set)
        for entry, number in entries:
            surnames[number].update(entry.surnames)
            years[number].update({entry.year} if entry.year else ())
        told = tuple(
            replace(c, surnames=c.surnames | surnames[number], years=c.years | years[number])
            for number, c in enumerate(self.candidates)
        )
        return replace(self, candidates=told)


def build_matcher(papers: Sequence[Paper]) -> BibliographyMatcher:
    """The shelf of all `papers`. Of two papers with one identifier or title the smaller id stands for it."""
    ordered = sorted(papers, key=lambda paper: paper.id)
    words = [frozenset(title_words(clean_text(paper.title))) for paper in ordered]
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, held in enumerate(words):
        for word in sorted(held):
            by_word[word].append(number)
    # The idf of a word over the titles, never zero.
    weights = {word: log(1 + (1 + len(ordered)) / (1 + len(places))) for word, places in by_word.items()}
    candidates = tuple(
        _build_candidate(paper, sum(weights[word] for word in sorted(held)))
        for paper, held in zip(ordered, words, strict=True)
    )
    by_id: dict[tuple[str, str], int] = {}
    by_title: dict[str, int] = {}
    for number, (paper, candidate) in enumerate(zip(ordered, candidates, strict=True)):
        by_title.setdefault(candidate.letters, number)
        for pair in paper.ids:
            if pair[0] in _KINDS:
                by_id.setdefault(pair, number)
    return BibliographyMatcher(candidates, by_id, by_title, dict(by_word), weights)


def _build_candidate(paper: Paper, weight: float) -> MatchCandidate:
    title = clean_text(paper.title)
    parts = frozenset(part for part in map(fold_title, title.split(":", 1)) if len(part) >= _TELLING_PART)
    # Author lines set side by side may come as one name ("Ann Lee Bo Kim"): every word of it may be a surname.
    surnames = frozenset(fold_title(word) for author in paper.authors for word in author.split())
    years = frozenset({paper.year} if paper.year else ())
    return MatchCandidate(
        paper.id, title, fold_title(title), parts if ":" in title else frozenset(), weight, surnames, years
    )
