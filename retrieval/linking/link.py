"""From a name in a figure to the paper it stands for.

Every signal is a rule that can be read off a title, an abstract or a bibliography, with the hand-set probability that
a paper it points to is the right one. Different signals for the same paper combine as independent evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from ...papers.types import Paper
from .abbreviations import abbreviates, initials
from .authorship import cites, same_author
from .candidate_index import Candidate, CandidateIndex, NameOccurrence
from .markers import markers
from .names import NameVariant, name_key, variants

# How far each signal is to be believed.
REFERENCE = 0.98  # the marker in the cell leads through the anchor's bibliography
MENTION = 0.95  # the anchor writes the name before that citation
AUTHOR_YEAR = 0.8
HEAD = 0.96  # "NAME: what it does"
KNOWN = 0.95  # general knowledge says so
OTHER_NAME = 0.4  # what is left of a link by author or likeness to a paper that goes by another name
TITLE = 0.75
INTRODUCED = 0.85  # "we propose NAME", "Long Form (NAME)"
ABSTRACT = 0.4
ACRONYM = 0.7
ABBREVIATION = 0.5
FUZZY = 0.6
TEXT = 0.15  # BM25 of the name alone, relative to the best candidate
PIECES = 0.3  # the same for the words inside the name: "AMR" and "BART" of "AMRBART"
DENSE = 0.02  # vectors of the name alone, between the middle and the best candidate: they only break ties
PART = 0.5  # of a name's part, when the whole name stands somewhere
STRONG = 0.6  # from here on the weaker, slower signals are not asked

_FUZZY_LENGTH = 6  # shorter words are too often one letter from another
_INTRODUCES = re.compile(
    r"\b(?:propos|present|introduc|develop|call|nam|dubb|term|coin|releas|design|creat|refer)\w*\b[^.;]*$",
    re.IGNORECASE,
)
_APPOSITION = re.compile(r"\s*[,:(]\s*(?:an?|the|our|which|short for)\b|\s+is\s+an?\b", re.IGNORECASE)
_USES = re.compile(
    r"\b(?:with|via|using|of|by|on|from|for|beyond|improving|through|in|into)\s+$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Link:
    """Evidence that a name refers to a paper: its strength, 0..1, and the reason."""

    paper_id: str
    strength: float
    reason: str


@dataclass(frozen=True, slots=True)
class _Signal:
    paper_id: str
    strength: float
    kind: str
    reason: str


def link_name(name: str, shelf: CandidateIndex, anchor: Paper | None = None) -> list[Link]:
    """Papers that `name` may stand for, strongest first (ties by the shelf's order); papers without any sign are absent."""
    best: dict[str, dict[str, _Signal]] = {}
    for signal in _signals(name, shelf, anchor):
        kinds = best.setdefault(signal.paper_id, {})
        if signal.kind not in kinds or kinds[signal.kind].strength < signal.strength:
            kinds[signal.kind] = signal
    links = []
    for candidate in shelf.candidates:
        if found := best.get(candidate.paper.id):
            doubt = 1.0
            for signal in found.values():
                doubt *= 1.0 - signal.strength
            reason = max(found.values(), key=lambda signal: signal.strength).reason
            links.append(Link(candidate.paper.id, 1.0 - doubt, reason))
    return sorted(links, key=lambda link: -link.strength)


def _signals(name: str, shelf: CandidateIndex, anchor: Paper | None) -> Iterator[_Signal]:
    strongest = 0.0
    for signal in _cited(name, shelf, anchor):
        strongest = max(strongest, signal.strength)
        yield signal
    forms = variants(name)
    occurring: list[str] = []  # keys of forms that stand somewhere; their parts say little then
    for form in forms:
        share = PART if any(form.key in key for key in occurring) else 1.0
        signals = (*_mentioned(form, shelf, anchor), *_named(form, shelf))
        for signal in signals:
            strongest = max(strongest, signal.strength * share)
            yield replace(signal, strength=signal.strength * share)
        if signals:
            occurring.append(form.key)
    if strongest < STRONG:
        for form in forms:
            yield from _resembling(form, shelf)
        pieces = " ".join(shelf.words_inside(forms[0].text)) if forms else ""
        belief = PIECES * (PART if occurring else 1.0)
        yield from _alike(shelf, shelf.text_scores(pieces), belief, "pieces", f"text has {pieces}")
    if forms:
        yield from _alike(
            shelf, shelf.text_scores(forms[0].text), TEXT, "text", f"text matches {forms[0].text}"
        )
        yield from _alike(
            shelf, shelf.dense_scores(forms[0].text), DENSE, "dense", f"meaning is close to {forms[0].text}"
        )


def _alike(
    shelf: CandidateIndex, scores: Sequence[float], belief: float, kind: str, reason: str
) -> Iterator[_Signal]:
    """Signals in proportion to similarities of 0..1, one per candidate."""
    for candidate, score in zip(shelf.candidates, scores, strict=True):
        if score > 0:
            yield _Signal(candidate.paper.id, belief * score, kind, reason)


def _cited(name: str, shelf: CandidateIndex, anchor: Paper | None) -> Iterator[_Signal]:
    """Papers that the markers in `name` lead to."""
    on_shelf = {candidate.paper.id for candidate in shelf.candidates}
    keys = {form.key for form in variants(name)}
    for marker in markers(name):
        said = f"{marker.surname} {marker.year or ''}".strip() or f"[{marker.number}]"
        for reference in anchor.references if anchor else ():
            if reference.paper_id not in on_shelf or reference.paper_id is None:
                continue
            if marker.number:
                same = reference.key.strip("[]") == marker.number
            else:
                same = same_author(marker.surname, reference.authors, reference.key) and marker.year in (
                    0,
                    reference.year,
                )
            if same:
                yield _Signal(reference.paper_id, REFERENCE, "reference", f"cites {said}")
        if not marker.surname:
            continue
        written = [candidate for candidate in shelf.candidates if cites(marker, candidate)]
        for candidate in written:
            strength = AUTHOR_YEAR / sqrt(len(written))
            if candidate.called_otherwise(keys):  # another paper of that author and year
                strength *= OTHER_NAME
            yield _Signal(candidate.paper.id, strength, "author", f"first author and year are {said}")


def _mentioned(form: NameVariant, shelf: CandidateIndex, anchor: Paper | None) -> Iterator[_Signal]:
    """Papers that the anchor cites right behind the name."""
    if anchor is None:
        return
    papers = {reference.key: reference.paper_id for reference in anchor.references if reference.paper_id}
    on_shelf = {candidate.paper.id for candidate in shelf.candidates}
    for mention in anchor.mentions:
        if any(name_key(name) == form.key for name in mention.names):
            for key in mention.keys:
                paper_id = papers.get(key)
                if paper_id in on_shelf and paper_id is not None:
                    strength = MENTION * form.trust / sqrt(len(mention.keys))
                    yield _Signal(paper_id, strength, "mention", f"cited as {form.text} ({key})")


def _named(form: NameVariant, shelf: CandidateIndex) -> Iterator[_Signal]:
    """Papers whose title or abstract has the name, or that are generally known by it."""
    for candidate in shelf.candidates:
        paper_id = candidate.paper.id
        if candidate.head == form.key:
            yield _Signal(paper_id, HEAD * form.trust, "head", f"title begins {form.text}:")
        if candidate.known is not None and form.key in candidate.known.keys:
            yield _Signal(paper_id, KNOWN * form.trust, "known", f"{form.text} is known from this paper")
    titles = shelf.in_titles(form.key)
    for occurrence in titles:
        strength = (
            TITLE * form.trust * _case(form, occurrence.candidate, occurrence, "title") / sqrt(len(titles))
        )
        before, _ = occurrence.candidate.title.around(occurrence.first, occurrence.last)
        used = 0.6 if _USES.search(before) else 1.0
        yield _Signal(occurrence.candidate.paper.id, strength * used, "title", f"title has {form.text}")
    abstracts = shelf.in_abstracts(form.key)
    introducing = {occurrence.candidate.paper.id for occurrence in abstracts if _introduced(occurrence)}
    spread = sqrt(len({occurrence.candidate.paper.id for occurrence in abstracts}))
    for occurrence in abstracts:
        introduces = occurrence.candidate.paper.id in introducing
        belief = max(INTRODUCED / sqrt(len(introducing)) if introduces else 0.0, ABSTRACT / spread)
        strength = belief * form.trust * _case(form, occurrence.candidate, occurrence, "abstract")
        said = "abstract introduces" if introduces else "abstract has"
        yield _Signal(occurrence.candidate.paper.id, strength, "abstract", f"{said} {form.text}")


def _introduced(occurrence: NameOccurrence) -> bool:
    before, after = occurrence.candidate.abstract.around(occurrence.first, occurrence.last)
    bracketed = before.rstrip().endswith("(") and after.lstrip().startswith(")")
    return bracketed or bool(_INTRODUCES.search(before)) or bool(_APPOSITION.match(after))


def _case(form: NameVariant, candidate: Candidate, occurrence: NameOccurrence, where: str) -> float:
    """A name in capitals is hardly meant by a word in small letters ("MASS", "mass")."""
    text = candidate.title if where == "title" else candidate.abstract
    surface = text.surface(occurrence.first, occurrence.last)
    return 0.3 if surface.islower() and form.text != form.text.lower() else 1.0


def _resembling(form: NameVariant, shelf: CandidateIndex) -> Iterator[_Signal]:
    """Papers whose title abbreviates to the name or spells it a little differently."""
    key = form.key
    for candidate in shelf.candidates:
        paper_id, words = candidate.paper.id, candidate.title.tokens
        if len(key) == 2 and candidate.head and key == initials(candidate.head_words)[1]:
            yield _Signal(
                paper_id, ACRONYM * 0.8 * form.trust, "acronym", f"title begins with {form.text} spelt out"
            )
        if len(key) >= 3 and key.isalpha() and words:
            if any(key in letters for letters in initials(words)):
                starts = any(letters.startswith(key) for letters in initials(words))
                strength = ACRONYM * form.trust * (1.0 if starts else 0.8)
                yield _Signal(paper_id, strength, "acronym", f"title abbreviates to {form.text}")
            elif (fit := abbreviates(key, words)) > 0:
                yield _Signal(
                    paper_id, ABBREVIATION * fit * form.trust, "acronym", f"title abbreviates to {form.text}"
                )
        if len(key) >= _FUZZY_LENGTH and any(one_letter_off(key, word) for word in {*words, candidate.head}):
            yield _Signal(paper_id, FUZZY * form.trust, "fuzzy", f"title has {form.text} but for one letter")


def one_letter_off(first: str, second: str) -> bool:
    """True if one letter inserted, dropped or replaced turns `first` into `second`; False for equal strings."""
    short, long = sorted((first, second), key=len)
    if len(long) - len(short) > 1 or first == second:
        return False
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]
