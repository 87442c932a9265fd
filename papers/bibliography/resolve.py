"""Resolve bibliography entries to papers of the cluster. A new paper can change every result, so the whole cluster is
resolved.

Evidence in order of trust: the same title; a shared identifier; a similar title with matching authors and year. Without
a title, the hypotheses of `hypotheses.py` are used. Below the threshold, `paper_id` is None and the best score is kept.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from ..titles import contains_title, extract_numerals
from ..types import Paper, Reference
from .hypotheses import ACCEPTED, Match, find_by_hypotheses
from .matcher import BibliographyMatcher, MatchCandidate, MatchQuery, build_match_query, build_matcher

State = Literal["resolved", "absent", "no title printed", "unparsed"]
THRESHOLD = 0.75
_BY_ID, _BY_TITLE, _IN_TEXT, _BY_PART, _NEARLY = 1.0, 0.98, 0.95, 0.9, 0.95
# Factors of the score of a similar title, if authors and year agree, are missing, or contradict.
_AGREE, _UNKNOWN, _CONTRADICT = 1.0, 0.9, 0.75
_SHARED_AUTHORS = 0.6  # least share of an entry's authors that must be authors of the paper
_DISTINCTIVE = 18  # least number of letters with which a title alone identifies a paper


@dataclass(frozen=True, slots=True)
class Coverage:
    """Numbers of entries in a bibliography.

    Entries are `resolved` to a paper of the cluster, or have a title but are `absent` from the cluster. Otherwise no
    title is printed (`untitled`), or the entry is `unparsed`.
    """

    resolved: int
    absent: int
    untitled: int
    unparsed: int


def resolve_references(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Set `paper_id` and `score` of every reference from scratch; the order and everything else stay unchanged.

    Entries with exactly the title or identifier of a paper are resolved first. Their authors and years, which the
    paper's own file may lack, then help to resolve the others. Results are deterministic: among equally good papers the
    smallest id wins. A paper never resolves to itself.
    """
    return tuple(resolve_each(papers, lambda: papers))


def resolve_each(known: Iterable[Paper], read: Callable[[], Iterable[Paper]]) -> Iterator[Paper]:
    """Yield the papers as `resolve_references` returns them, for more papers than fit into memory.

    `known` are all papers; their references are not used. `read` yields all papers with their references, one after the
    other. It is called twice, after `known` was consumed.
    """
    matcher = build_matcher(known)
    numbers, scores = array("q"), array("d")  # one per reference, in order; the number -1 means no paper

    def find_confirmed() -> Iterator[tuple[MatchQuery, int]]:
        for paper in read():
            for entry in map(build_match_query, paper.references):
                number, score = _find_best_match(entry, paper.id, matcher)
                numbers.append(-1 if number is None else number)
                scores.append(score)
                if number is not None and score >= _IN_TEXT:
                    yield entry, number

    confirmed = matcher.add_confirmed_metadata(find_confirmed())
    first = zip(numbers, scores, strict=True)
    for paper in read():
        references = []
        for reference, (number, score) in zip(paper.references, first, strict=False):
            found = Match(None if number < 0 else number, score)
            if score < _IN_TEXT:
                found = _match_again(build_match_query(reference), paper.id, confirmed)
            references.append(_set_paper_id(reference, found, matcher))
        yield replace(paper, references=tuple(references))


def classify_reference(reference: Reference) -> State:
    """Return the outcome of resolving an entry.

    An entry with "no title printed" has authors and a year or a venue; an "unparsed" entry has less.
    """
    if reference.paper_id:
        return "resolved"
    if reference.title and (reference.authors or reference.year):
        return "absent"
    return "no title printed" if reference.authors and (reference.year or reference.venue) else "unparsed"


def count_references(paper: Paper) -> Coverage:
    """Count how many entries of `paper.references` have each outcome of `classify_reference`."""
    counts = Counter(map(classify_reference, paper.references))
    return Coverage(counts["resolved"], counts["absent"], counts["no title printed"], counts["unparsed"])


def _set_paper_id(reference: Reference, found: Match, matcher: BibliographyMatcher) -> Reference:
    accepted = found.number is not None and found.score >= (ACCEPTED if found.guessed else THRESHOLD)
    paper_id = matcher.candidates[found.number].id if found.number is not None and accepted else None
    conflicts = found.conflicts if accepted else ()
    return replace(reference, paper_id=paper_id, score=round(found.score, 4), conflicts=conflicts)


def _match_again(entry: MatchQuery, citing: str, matcher: BibliographyMatcher) -> Match:
    """Return the match by title or identifier, or else by the other fields."""
    number, score = _find_best_match(entry, citing, matcher)
    if score >= THRESHOLD:
        return Match(number, score)
    guess = find_by_hypotheses(entry, citing, matcher)
    return guess if guess.score >= max(score, ACCEPTED) else Match(number, score)


def _find_best_match(
    entry: MatchQuery, citing: str, matcher: BibliographyMatcher
) -> tuple[int | None, float]:
    """Return the index of the paper that an entry most likely cites (or None), and the score."""
    best, found = 0.0, None
    titled = matcher.find_by_title(entry, citing) if len(entry.letters) >= _DISTINCTIVE else None
    if titled is not None:
        best, found = _BY_TITLE, titled  # no other paper scores more
    else:
        for number in matcher.find_similar(entry):
            candidate = matcher.candidates[number]
            score = _score_match(entry, candidate) if candidate.id != citing else 0.0
            if score > best:
                best, found = score, number
    same = matcher.find_by_identifier(entry)
    # A mistyped identifier points to an unrelated paper, so a paper with the entry's title takes precedence.
    if same is not None and matcher.candidates[same].id != citing:
        version = same == found or matcher.candidates[same].letters == entry.letters
        found, best = (same, _BY_ID) if version or best < THRESHOLD else (found, best)
    return found, best


def _score_match(entry: MatchQuery, candidate: MatchCandidate) -> float:
    """Return the confidence, in 0..1, that the entry cites the candidate."""
    support = _score_agreement(entry, candidate)
    distinctive = len(candidate.letters) >= _DISTINCTIVE
    if entry.letters and entry.letters == candidate.letters and (distinctive or support == _AGREE):
        return _BY_TITLE
    if distinctive and contains_title(candidate.letters, entry.text):
        return _IN_TEXT
    if entry.letters in candidate.parts:
        return _BY_PART * support
    if not entry.letters or extract_numerals(entry.title) != extract_numerals(candidate.title):
        return 0.0
    similarity = SequenceMatcher(None, entry.letters, candidate.letters, autojunk=False)
    return _NEARLY * similarity.ratio() * support


def _score_agreement(entry: MatchQuery, candidate: MatchCandidate) -> float:
    """Return a factor for the agreement of authors and year.

    Authors agree if most of the entry's authors are among the paper's authors; years agree if they differ by at most
    two.
    """
    apart = min((abs(entry.year - year) for year in candidate.years), default=0) if entry.year else 0
    if not entry.surnames or not candidate.surnames:
        return _UNKNOWN if apart <= 2 else _CONTRADICT
    known = sum(name in candidate.surnames for name in entry.surnames)
    if known < _SHARED_AUTHORS * len(entry.surnames):
        return _CONTRADICT
    return _AGREE if apart <= 2 else _UNKNOWN
