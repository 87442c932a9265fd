"""Which entry of a bibliography is which paper of the cluster. A step of the whole cluster: a new paper changes it.

In order of trust: the same title; a shared identifier; nearly the same title where authors and year agree. Below the
threshold nothing is guessed: `paper_id` is None and the best score is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from ..titles import contains_title, extract_numerals
from ..types import Paper, Reference
from .matcher import BibliographyMatcher, MatchCandidate, MatchQuery, build_match_query, build_matcher

State = Literal["resolved", "absent", "unparsed"]
THRESHOLD = 0.75
_BY_ID, _BY_TITLE, _IN_TEXT, _BY_PART, _NEARLY = 1.0, 0.98, 0.95, 0.9, 0.95
_AGREE, _SILENT, _AGAINST = (
    1.0,
    0.9,
    0.75,
)  # factors: what authors and year say about a title that is not the same
_SHARED_AUTHORS = 0.6  # of an entry's authors, among those of the paper
_TELLING = 18  # letters from which a title alone identifies a paper


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a bibliography leads somewhere: `resolved` to a paper of the cluster, `absent` from it, `unparsed`."""

    resolved: int
    absent: int
    unparsed: int


def resolve_references(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """The papers with `paper_id` and `score` of every reference set from scratch; order and all else unchanged.

    Entries that bear a paper's very title or identifier come first; what they say of its authors and year, which the
    file itself may not show, then helps with the others. Deterministic: among equally good papers the smallest id
    wins. A paper never resolves to itself.
    """
    shelf = build_matcher(papers)
    entries = {paper.id: [build_match_query(reference) for reference in paper.references] for paper in papers}
    first = {
        paper.id: [_find_best_match(entry, paper.id, shelf) for entry in entries[paper.id]]
        for paper in papers
    }
    told = shelf.told_by(
        (entry, number)
        for paper in papers
        for entry, (number, score) in zip(entries[paper.id], first[paper.id], strict=True)
        if number is not None and score >= _IN_TEXT
    )
    return tuple(
        replace(
            paper,
            references=tuple(
                _set_paper_id(
                    reference,
                    found if found[1] >= _IN_TEXT else _find_best_match(entry, paper.id, told),
                    shelf,
                )
                for reference, entry, found in zip(
                    paper.references, entries[paper.id], first[paper.id], strict=True
                )
            ),
        )
        for paper in papers
    )


def classify_reference(reference: Reference) -> State:
    """Where an entry leads. Unparsed are entries without a title, or with neither authors nor year."""
    if reference.paper_id:
        return "resolved"
    return "absent" if reference.title and (reference.authors or reference.year) else "unparsed"


def count_references(paper: Paper) -> Coverage:
    """Counts over `paper.references`; see `classify_reference`."""
    counts = Counter(map(classify_reference, paper.references))
    return Coverage(counts["resolved"], counts["absent"], counts["unparsed"])


def _set_paper_id(
    reference: Reference, found: tuple[int | None, float], shelf: BibliographyMatcher
) -> Reference:
    number, score = found
    paper_id = shelf.candidates[number].id if number is not None and score >= THRESHOLD else None
    return replace(reference, paper_id=paper_id, score=round(score, 4))


def _find_best_match(entry: MatchQuery, citing: str, shelf: BibliographyMatcher) -> tuple[int | None, float]:
    """The paper an entry most likely is, as its place on the shelf, with the score."""
    best, found = 0.0, None
    for number in shelf.similar(entry):
        score = (
            _score_match(entry, shelf.candidates[number]) if shelf.candidates[number].id != citing else 0.0
        )
        if score > best:
            best, found = score, number
    same = shelf.identified(entry)
    # A mistyped identifier leads to a stranger: the paper whose title the entry bears comes before it.
    if same is not None and shelf.candidates[same].id != citing and (best < THRESHOLD or same == found):
        best, found = _BY_ID, same
    return found, best


def _score_match(entry: MatchQuery, candidate: MatchCandidate) -> float:
    """How surely the entry is the candidate by what both say, 0..1."""
    support = _score_agreement(entry, candidate)
    telling = len(candidate.letters) >= _TELLING
    if entry.letters and entry.letters == candidate.letters and (telling or support == _AGREE):
        return _BY_TITLE
    if telling and contains_title(candidate.letters, entry.text):
        return _IN_TEXT
    if entry.letters in candidate.parts:
        return _BY_PART * support
    if not entry.letters or extract_numerals(entry.title) != extract_numerals(candidate.title):
        return 0.0
    matcher = SequenceMatcher(None, entry.letters, candidate.letters, autojunk=False)
    return _NEARLY * matcher.ratio() * support


def _score_agreement(entry: MatchQuery, candidate: MatchCandidate) -> float:
    """Whether authors and year agree: most of the entry's authors among the paper's, the years at most two apart."""
    apart = min((abs(entry.year - year) for year in candidate.years), default=0) if entry.year else 0
    if not entry.surnames or not candidate.surnames:
        return _SILENT if apart <= 2 else _AGAINST
    known = sum(name in candidate.surnames for name in entry.surnames)
    if known < _SHARED_AUTHORS * len(entry.surnames):
        return _AGAINST
    return _AGREE if apart <= 2 else _SILENT
