"""Resolve entries whose title is not printed or was not read, by hypotheses as in the reference service of the ADS.

Comparing a field of an entry and a paper gives evidence from -1 (contradicts) to 1 (agrees). A hypothesis is a set of
fields that must agree, and a score. The score is lowered for each field that contradicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from ..journals.table import is_same_journal
from .matcher import BibliographyMatcher, MatchCandidate, MatchQuery, Place

# The fields that must agree, and the score of the hypothesis. The best hypothesis counts.
_HYPOTHESES: tuple[tuple[tuple[str, ...], float], ...] = (
    (("venue", "volume", "pages"), 0.95),
    (("first author", "volume", "pages"), 0.9),
    (("first author", "year", "venue"), 0.85),
    (("first author", "year", "volume"), 0.8),
    (("all authors", "year"), 0.8),
)
ACCEPTED = 0.7  # least score of a hypothesis
_CONFLICT = 0.2  # subtracted from the score for each contradicting field
_AGREES = 0.5  # least evidence with which a field agrees
_TITLE = 18  # least number of letters with which a different title is a contradiction
_SIMILAR = 0.6  # least similarity of two spellings of a title, and least share of authors in common
_FEWEST_AUTHORS = 2  # least number of authors with which a complete list and the year identify a paper
_YEARS = (1.0, 0.5, 0.0)  # evidence of years that are 0, 1 and 2 years apart


@dataclass(frozen=True, slots=True)
class Match:
    """The index of the paper that an entry most likely cites (None if there is no such paper), and the score.

    `guessed` is true if other fields agree, but neither title nor identifier. `conflicts` names the fields that
    contradict.
    """

    number: int | None = None
    score: float = 0.0
    guessed: bool = False
    conflicts: tuple[str, ...] = ()


def find_by_hypotheses(entry: MatchQuery, citing: str, matcher: BibliographyMatcher) -> Match:
    """Return the best match by any hypothesis; an empty match if the best score is 0 or two papers share it.

    `citing` is the id of the citing paper, which is never a match.
    """
    ranked = []
    for number in matcher.find_by_author(entry):
        candidate = matcher.candidates[number]
        if candidate.id != citing:
            evidence = compare_fields(entry, candidate)
            if weigh_evidence(evidence)[0]:
                score, conflicts = weigh_evidence(evidence | _compare_titles(entry, candidate))
                ranked.append((-score, number, conflicts))
    ranked.sort()
    if not ranked or ranked[0][0] == 0 or (len(ranked) > 1 and ranked[1][0] == ranked[0][0]):
        return Match()
    score, number, conflicts = ranked[0]
    return Match(number, -score, True, conflicts)


def weigh_evidence(evidence: Mapping[str, float]) -> tuple[float, tuple[str, ...]]:
    """Return the score of the best hypothesis that the evidence supports, and the fields that contradict."""
    conflicts = tuple(field for field, weight in evidence.items() if weight < 0)
    scores = [
        score for fields, score in _HYPOTHESES if all(evidence.get(field, 0.0) >= _AGREES for field in fields)
    ]
    best = max(scores, default=0.0) - _CONFLICT * len(conflicts)
    return max(0.0, round(best, 4)), conflicts


def compare_fields(entry: MatchQuery, candidate: MatchCandidate) -> dict[str, float]:
    """Map each field, except the title, that both `entry` and `candidate` have to its evidence in -1..1.

    DOI and arXiv id appear only if they differ.
    """
    evidence = _compare_authors(entry, candidate)
    if entry.year and candidate.years:
        apart = min(abs(entry.year - year) for year in candidate.years)
        evidence["year"] = _YEARS[apart] if apart < len(_YEARS) else -1.0
    known: list[dict[str, float]] = [_compare_places(entry.place, place) for place in candidate.places]
    best: dict[str, float] = max(known, key=lambda fields: sum(fields.values()), default={})
    evidence |= best
    for kind, identifier in entry.ids:
        own = dict(candidate.ids).get(kind)
        if kind in ("doi", "arxiv") and own is not None and own != identifier:
            evidence[kind] = -1.0
    return evidence


def _compare_titles(entry: MatchQuery, candidate: MatchCandidate) -> dict[str, float]:
    if len(entry.letters) < _TITLE or not candidate.letters:
        return {}
    ratio = SequenceMatcher(None, entry.letters, candidate.letters, autojunk=False).ratio()
    return {"title": -1.0} if ratio < _SIMILAR else {}


def _compare_authors(entry: MatchQuery, candidate: MatchCandidate) -> dict[str, float]:
    if not entry.surnames or not candidate.authors:
        return {}
    first = entry.surnames[0] in candidate.authors[0]
    words = frozenset().union(*candidate.authors)
    shared = sum(name in words for name in entry.surnames) / len(entry.surnames)
    complete = len(entry.surnames) == len(candidate.authors) >= _FEWEST_AUTHORS and not entry.abridged
    evidence = {"first author": 1.0 if first else -1.0}
    if shared < _SIMILAR:
        evidence["all authors"] = -1.0
    elif complete and shared == 1:
        evidence["all authors"] = 1.0
    return evidence


def _compare_places(one: Place, other: Place) -> dict[str, float]:
    same = is_same_journal(one[0], other[0]) if one[0] and other[0] else None
    evidence = {} if same is None else {"venue": 1.0 if same else -1.0}
    for field, left, right in zip(("volume", "pages"), one[1:], other[1:], strict=True):
        if left and right:
            evidence[field] = 1.0 if left == right else -1.0
    return evidence
