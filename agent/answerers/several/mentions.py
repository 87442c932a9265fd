"""Mentions of papers in a question: by title, by authors, by the name of what they present."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....indexes.subjects import SubjectIndex, fold_name
from ....indexes.text.analysis import analyse
from ...relevance.subject import Subject, find_subjects

_DELIMITER = re.compile(
    r"(?:\((?:[a-h]|i{1,3}|iv|[1-9])\)|[,;:?]|\b(?:and(?! (?:colleagues|co-?workers|co-?authors|others)\b)|or|vs\.?|versus|both|"
    r"between|(?:as )?(?:compared|opposed) (?:with|to)|against|each of|than|while|whereas)(?!\w)|&"
    r"|\.(?=\s+(?:which|what|how|who|where|why|give|do|does|is|are)\b))",
    re.I,
)
_CONTRAST = re.compile(r"^\W*(?:please )?(?:compare|contrast)\b[^,;:?]*?\b(?P<with>with|to)\b", re.I)
_PREPOSITION = re.compile(
    r"\b(?:in|of|by|for|from|to|with|at|do|does|did|are|is|was|were|has|have|compare|contrast)\s+", re.I
)
_LEAD = re.compile(
    r"^(?:please|and|the|an?|in|of|by|for|from|with|to|at|that|those|original|paper|on|compare|contrast)\s+",
    re.I,
)
_ASKING = re.compile(
    r"^(?:which|what|who|whose|whom|how|why|when|where|does|do|did|is|are|was|were|can)\b", re.I
)
_CAPITAL = re.compile(r"(?<= )[A-Z]")
_RESTRICTION = re.compile(r"(\S.*?) ((?:on|in|with|for|at) \S.*)$", re.I)
_NAME_START = re.compile(r"[A-Z0-9(]")
# Clearness and probability from which a phrase is the name of a paper, where its paper is ahead of the next by this factor.
_NAMED, _PROBABLE, _AHEAD = 0.45, 0.25, 1.4
_HALF_NAMED, _SURE = 0.3, 0.7  # less clear, but hardly any other paper
_TRIED = 4
_AUTHORS = re.compile(r"\b[A-Z][\w'-]+(?:, [A-Z][\w'-]+)*,? (?:&|and) [A-Z][\w-]+")
_OWNER = re.compile(r"\b([A-Z][\w-]+)(?:['’]s?\b|['’](?!\w)| et al\b| and colleagues\b| \(?(?:19|20)\d\d\b)")
_TITLE_WORDS = 3  # from here on a title is recognized as a whole, with the commas and conjunctions in it
_EDGE = " .?"


@dataclass(frozen=True, slots=True)
class PaperMention:
    """The words `start` to `end` of a question that name a paper; `detail` is what they have beyond the name, such as
    "on SQuAD", and `terms` name the paper."""

    paper_id: str
    start: int
    end: int
    detail: str = ""
    terms: frozenset[str] = frozenset()


def find_mentions(text: str, index: SubjectIndex) -> list[PaperMention]:
    """The papers that `text` names, each at its first mention, in the order of the text."""
    titles = _title_spans(text, index)
    mentions: list[PaperMention] = []
    for start, end in _segments(text, [*(span for span, _ in titles), *_author_spans(text, index)]):
        titled = next(
            (PaperMention(key, *span, "", _terms(text[slice(*span)])) for span, key in titles if start <= span[0] < end),
            None,
        )  # fmt: skip
        mention = titled or _mention_in(text, start, end, index)
        if mention and not any(other.paper_id == mention.paper_id for other in mentions):
            mentions.append(mention)
    return mentions


def find_delimiters(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Spans of words and signs that divide names, in `text` from `start` to `end`: "and", "versus", "compare A with B"."""
    spans = [match.span() for match in _DELIMITER.finditer(text, start, len(text) if end is None else end)]
    contrast = _CONTRAST.match(text)
    if contrast and start <= contrast.start("with") and (end is None or contrast.end("with") <= end):
        spans.append(contrast.span("with"))
    return sorted(spans)


def find_named(phrase: str, index: SubjectIndex) -> Subject | None:
    """The paper whose probability and clearness are together the highest by far; None where none is."""
    author = _only_paper_of_author(phrase, index)
    subjects = find_subjects(phrase.replace("/", " "), index, None if author else _TRIED)
    ranked = sorted(subjects[:_TRIED], key=lambda s: (-s.probability * s.named, s.paper_id))
    if not ranked:
        return None
    if author:
        return next(subject for subject in subjects if subject.paper_id == author)
    best, second = ranked[0], ranked[1] if len(ranked) > 1 else None
    if second and best.probability * best.named < _AHEAD * second.probability * second.named:
        return None
    clear = best.named >= _NAMED and best.probability >= _PROBABLE
    return best if clear or (best.named >= _HALF_NAMED and best.probability >= _SURE) else None


def _only_paper_of_author(phrase: str, index: SubjectIndex) -> str:
    """The paper whose author `phrase` names as its owner ("Brill's"), "" if there are several, or authors of several papers."""
    places = {
        place
        for name in _OWNER.findall(phrase)
        for place in index.author_places.get(fold_name(name).strip(), ())
    }
    return index.papers[places.pop()].id if len(places) == 1 else ""


def _title_spans(text: str, index: SubjectIndex) -> list[tuple[tuple[int, int], str]]:
    """Spans of `text` that are titles of papers, or the part of a title before its colon, with the papers' ids."""
    folded = text.casefold()
    spans = []
    for paper in index.papers:
        for title in (paper.title, paper.title.partition(":")[0]):
            start = folded.find(title.casefold()) if len(title.split()) >= _TITLE_WORDS else -1
            if start >= 0:
                spans.append(((start, start + len(title)), paper.id))
                break
    return spans


def _author_spans(text: str, index: SubjectIndex) -> list[tuple[int, int]]:
    """Spans of `text` that are authors of one paper, joined as in "Falk & Ek" or "Falk, Ek and Berg"."""
    spans = []
    for match in _AUTHORS.finditer(text):
        names = re.split(r",? (?:&|and) |, ", match[0])
        places = [{*index.author_places.get(fold_name(name).strip(), ())} for name in names]
        if set.intersection(*places):
            spans.append(match.span())
    return spans


def _segments(text: str, names: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of `text` between delimiters that are in none of `names` and in no parentheses."""
    closed = [*names, *((match.start() + 1, match.end()) for match in re.finditer(r"\([^()]{3,}\)", text))]
    cuts = find_delimiters(text)
    cuts = [cut for cut in cuts if not any(a <= cut[0] < b for a, b in closed)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    spans = (_strip(text, start, end) for start, end in zip(starts, ends, strict=True))
    return [(start, end) for start, end in spans if start < end]


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _EDGE:
        start += 1
    while start < end and text[end - 1] in _EDGE:
        end -= 1
    return start, end


def _mention_in(text: str, start: int, end: int, index: SubjectIndex) -> PaperMention | None:
    """The paper that a segment of `text` names, in the shortest end of the segment that names it as clearly."""
    segment = text[start:end]
    whole = _subject_of(segment, index)
    if whole is None:
        return None
    places = [0, *(match.end() for match in _PREPOSITION.finditer(segment))]
    capital = _CAPITAL.search(segment)  # "Who wrote BiDAF": the last resort
    for place in [*reversed(places), *([capital.start()] if capital else ())]:
        phrase = segment[place:]
        subject = _subject_of(phrase, index)
        if subject is None or subject.paper_id != whole.paper_id or _ASKING.match(phrase):
            continue
        if _is_data(phrase, subject, index):
            return None
        lead, size = _trim(phrase, subject, index)
        first = start + place + lead
        name = text[first : first + size]
        return PaperMention(
            subject.paper_id, first, first + size, _detail(name, subject, index), frozenset(subject.terms)
        )
    return None


def _subject_of(phrase: str, index: SubjectIndex) -> Subject | None:
    """The paper that `phrase` names before an "on", behind which the data may be another paper, else as a whole."""
    head, on, _ = phrase.partition(" on ")
    return (find_named(head, index) if on else None) or find_named(phrase, index)


def _is_data(phrase: str, subject: Subject, index: SubjectIndex) -> bool:
    """True if `phrase` names the paper only behind "on", as the data that something is measured on ("accuracy on SNLI")."""
    head, on, _ = phrase.partition(" on ")
    if not on:
        return False
    alone = find_named(head, index)
    return alone is None or alone.paper_id != subject.paper_id


def _trim(phrase: str, subject: Subject, index: SubjectIndex) -> tuple[int, int]:
    """The length of the lead of `phrase` ("in the"), and that of the name behind it, without lower-case words that follow."""
    lead = 0
    while match := _LEAD.match(phrase[lead:]):
        lead += match.end()
    words = phrase[lead:].split(" ")
    if not any(_NAME_START.match(word) for word in words):
        # A description: only words that are in no name of the paper follow it.
        known = subject.terms | index.title_terms[subject.paper_id]
        kept = max((i + 1 for i, word in enumerate(words) if _terms(word) & known), default=len(words))
        return lead, len(" ".join(words[:kept]))
    end = len(words)
    while (
        end > 1
        and not _terms(words[end - 1]) & subject.terms
        and words[end - 1].isalpha()
        and words[end - 1].islower()
    ):
        end -= 1
    if any(_NAME_START.match(word) for word in words[end:]):
        end = len(words)
    return lead, len(" ".join(words[:end]).removesuffix("'s"))


def _detail(phrase: str, subject: Subject, index: SubjectIndex) -> str:
    """Words of `phrase` besides the name: "on SQuAD", "600D"."""
    if match := _RESTRICTION.match(phrase):
        head = find_named(match[1], index)
        if head and head.paper_id == subject.paper_id:
            return match[2]
    words = [
        word for word in phrase.split() if not _terms(word) & subject.terms and any(map(str.isdigit, word))
    ]
    return " ".join(words)


def _terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text.removesuffix("'s")))
