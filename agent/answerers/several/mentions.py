"""Mentions of papers in a question: by title, by authors, by the name of what they present."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....indexes.subjects import PaperFacts, SubjectIndex, fold_name
from ....indexes.text.analysis import analyse
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject, find_subjects

_DELIMITER = re.compile(
    r"(?:\((?:[a-h]|i{1,3}|iv|[1-9])\)|[,;:?]|(?<=\s)[-–—](?=\s)|"
    r"\b(?:and(?! (?:colleagues|co-?workers|co-?authors|others)\b)|or|vs\.?|versus|both|"
    r"between|differ\w* from|(?:as )?(?:compared|opposed) (?:with|to)|against|each of|than|while|whereas)(?!\w)|&"
    r"|\.(?=\s+(?:(?:of|in|on|for|at|by|with|from) )?(?:which|what|how|who|where|why|give|do|does|is|are)\b))",
    re.I,
)
_CONTRAST = re.compile(r"^\W*(?:please )?(?:compare|contrast)\b[^,;:?]*?\b(?P<with>with|to)\b", re.I)
_WORD = re.compile(r"\S*\w(?:'s?)?")
_ASKING = re.compile(r"(?:which|what|who|whose|whom|how|why|when|where)$", re.I)
# What ends the words before a name that may belong to it.
_BEFORE_NAME = re.compile(
    r"(?:the|an?|in|of|by|for|from|to|with|at|on|than|that|do|does|did|are|is|was|were|has|have|compare|contrast|which|what|who|"
    r"whose|whom|how|why|when|where|one|train|rank|please)",
    re.I,
)
_LONG_NAME = 3  # letters
_MOST_BEFORE = 4  # such words
_OWNED = re.compile(
    r"'s?(?: (?!(?:use|used|take|took|and|or|vs)\b)[\w-]+){1,4}"
)  # "Falk and Ek's neural parser"
_CLOSED = re.compile(r"\([^()]{3,}\)|(?<!\w)(?:'[^']+'|\"[^\"]+\"|“[^”]+”|‘[^’]+’)(?!\w)")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SAME_YEAR = 4.0  # factor of the odds of a paper whose year the question has
_LINK = re.compile(r"with", re.I)
# What may follow a name and belong to it.
_NOUNS = (
    r"(?:\s+(?!(?:the|an?|us(?:e|es|ed)|train\w*|do|does|did|is|are|was|were|has|have|had|with|in|on|for|of|by|to|from|that|and|or)\b)"
    r"[a-z][\w-]*){0,3}?"
)
_TAIL = re.compile(
    rf"{_NOUNS}\s*\([^()]*\)|\s+et al\b\.?|\s+(?:19|20)\d\d\b|'s(?= \w+ (?:19|20)\d\d\b)"
    r"|\s+(?:on|in|with|for|at|of|from|by(?= [A-Z][a-z]+\b))(?: the)?(?: (?:\(?[A-Z0-9][\w.&+-]*\)?|et al\b\.?))+"
    rf"|{_NOUNS}\s+(?:papers?|articles?|stud(?:y|ies)|works?|models?|systems?|networks?)\b"
)
_NAME_START = re.compile(r"[A-Z0-9(]")
# Clearness and probability from which a phrase is the name of a paper, where its paper is ahead of the next by this factor.
_NAMED, _PROBABLE, _AHEAD = 0.45, 0.25, 1.4
_HALF_NAMED, _SURE = 0.3, 0.7  # less clear, but hardly any other paper
_TRIED = 4
_AS_CLEAR = 0.6  # share of the clearest name's clearness from which fewer words are the name
_AUTHORS = re.compile(
    r"(?=\b(?P<names>[A-Z][\w'-]+(?:, [A-Z][\w'-]+)*,? (?:&|and) [A-Z][\w-]*\w))"
)  # overlapping
_OWNER = re.compile(r"\b([A-Z][\w-]+)(?:['’]s?\b|['’](?!\w)| et al\b| and colleagues\b| \(?(?:19|20)\d\d\b)")
_TITLE_WORDS = 3  # from here on a title is recognized as a whole, with the commas and conjunctions in it
_EDGE = " .?"


@dataclass(frozen=True, slots=True)
class PaperMention:
    """The words `start` to `end` of a question that name a paper, and the `terms` of them that do."""

    paper_id: str
    start: int
    end: int
    terms: frozenset[str] = frozenset()


def find_mentions(text: str, index: SubjectIndex) -> list[PaperMention]:
    """The papers that `text` names, each at its first mention, in the order of the text."""
    authors = _author_spans(text, index)
    exact = [*_title_spans(text, index), *((span, ids[0]) for span, ids in authors if len(ids) == 1)]
    mentions: list[PaperMention] = []
    for start, end in _segments(text, [span for span, _ in (*exact, *authors)]):
        mention = next(
            (_exact_mention(text, span, key, end, index) for span, key in exact if start <= span[0] < end),
            None,
        ) or _mention_in(text, start, end, index)
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
    """The paper whose probability and clearness are together the highest by far, which count more for a paper of a year that
    `phrase` has; None where none is."""
    author = _only_paper_of_author(phrase, index)
    subjects = find_subjects(phrase.replace("/", " "), index, None if author else _TRIED)
    if author:
        return next(subject for subject in subjects if subject.paper_id == author)
    ranked = sorted(_dated(subjects, phrase, index), key=lambda s: (-_clearness(s), s.paper_id))
    if not ranked or (len(ranked) > 1 and _clearness(ranked[0]) < _AHEAD * _clearness(ranked[1])):
        return None
    best = ranked[0]
    clear = best.named >= _NAMED and best.probability >= _PROBABLE
    return best if clear or (best.named >= _HALF_NAMED and best.probability >= _SURE) else None


def _dated(subjects: Sequence[Subject], phrase: str, index: SubjectIndex) -> list[Subject]:
    """The first of `subjects`, those of a year that `phrase` has with a higher probability, the others with a lower one."""
    years = set(_YEAR.findall(phrase))
    tried = subjects[:_TRIED]
    weights = [
        subject.probability
        * (_SAME_YEAR if str(index.papers[index.places[subject.paper_id]].year) in years else 1.0)
        for subject in tried
    ]
    scale = sum(subject.probability for subject in tried) / (sum(weights) or 1.0)
    return [replace(each, probability=weight * scale) for each, weight in zip(tried, weights, strict=True)]


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


def _author_spans(text: str, index: SubjectIndex) -> list[tuple[tuple[int, int], list[str]]]:
    """Spans of `text` that are authors of one paper or more, joined as in "Falk & Ek" or "Falk, Ek and Berg", with the papers'
    ids."""
    spans = []
    for match in _AUTHORS.finditer(text):
        names = {fold_name(name).strip() for name in re.split(r",? (?:&|and) |, ", match["names"])}
        names = {name for name in names if len(name) >= _LONG_NAME}  # a title page may lack a shorter one
        places = {place for name in names for place in index.author_places.get(name, ())}
        ids = [
            index.papers[place].id
            for place in sorted(places)
            if names and names <= _surnames(index.papers[place])
        ]
        if ids:
            spans.append((match.span("names"), ids))
    return spans


def _surnames(paper: PaperFacts) -> frozenset[str]:
    return frozenset(words[-1] for author in paper.authors if (words := fold_name(author).split()))


def _exact_mention(
    text: str, span: tuple[int, int], paper_id: str, end: int, index: SubjectIndex
) -> PaperMention:
    """The paper `paper_id`, which `span` of `text` names exactly, with what belongs to the name up to `end`."""
    terms = _terms(text[slice(*span)])
    owned = _OWNED.match(text[:end], span[1])
    last = _extend_right(text[:end], owned.end() if owned else span[1], terms | index.title_terms[paper_id])
    return PaperMention(paper_id, span[0], last, terms)


def _segments(text: str, names: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of `text` between delimiters that are in none of `names`, in no parentheses and in no quotation marks."""
    closed = [*names, *((match.start() + 1, match.end()) for match in _CLOSED.finditer(text))]
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
    """The paper that a segment of `text` names before an "on", behind which are data: the fewest words that name it about as
    clearly as any, and what belongs to them on both sides."""
    segment = text[start:end]
    words = list(_WORD.finditer(segment.partition(" on ")[0]))
    window = _name_window([word[0] for word in words], index)
    if window is None:
        return None
    first, last, subject = window
    known = subject.terms | index.title_terms[subject.paper_id]
    first = _extend_left([word[0] for word in words[:first]], known, start > 0)
    begin = words[first].start()
    size = _extend_right(segment, words[last - 1].end(), known) - begin
    name = segment[begin : begin + size].removesuffix("'s")
    begin += start
    return PaperMention(subject.paper_id, begin, begin + len(name), frozenset(subject.terms))


def _name_window(words: Sequence[str], index: SubjectIndex) -> tuple[int, int, Subject] | None:
    """The shortest run of `words`, as its first place and the one behind its last, that names a paper nearly as clearly as
    any end of `words` names one; None where none does."""
    telling = [place for place, word in enumerate(words) if not place or _may_name(word, index)]
    ends = [(place, find_named(" ".join(words[place:]), index)) for place in telling]
    named = [(place, subject) for place, subject in ends if subject is not None]
    if not named:
        return None
    best = max(named, key=lambda each: _clearness(each[1]))[1]
    least = _AS_CLEAR * _clearness(best)
    first = max(
        place
        for place, subject in named
        if subject.paper_id == best.paper_id and _clearness(subject) >= least
    )
    for last in [place + 1 for place in telling if place >= first]:
        subject = find_named(" ".join(words[first:last]), index)
        if subject and subject.paper_id == best.paper_id and _clearness(subject) >= least:
            return first, last, subject
    return first, telling[-1] + 1, best


def _may_name(word: str, index: SubjectIndex) -> bool:
    """True if `word` is written like a name or is in a title."""
    return (
        bool(_NAME_START.match(word))
        or word != word.lower()
        or any(term in index.title_places for term in _terms(word))
    )


def _clearness(subject: Subject) -> float:
    return subject.probability * subject.named


def _extend_left(words: Sequence[str], known: frozenset[str], inner: bool) -> int:
    """The place in `words`, which precede a name, from which they belong to it: all behind an article, a preposition or a verb,
    and words of the paper's title before one ("match-LSTM with"). `inner`: other words of the question precede them."""
    first = len(words)
    while first and not _BEFORE_NAME.fullmatch(words[first - 1]):
        first -= 1
    if (
        len(words) - first > _MOST_BEFORE
        or (not first and not inner)
        or (words and _ASKING.match(words[first - 1]))
    ):
        first = len(words)
        while first > 1 and (_terms(words[first - 1]) & known or _NAME_START.match(words[first - 1])):
            first -= 1
    while first > 1 and _LINK.fullmatch(words[first - 1]) and (_terms(words[first - 2]) - GENERIC) & known:
        first -= 2
    return first


def _continues(word: str, known: frozenset[str]) -> bool:
    """True if `word`, right behind a name, belongs to it: it is in the paper's title or is written like a name."""
    return bool((_terms(word) - GENERIC) & known) or word != word.lower()


def _extend_right(segment: str, end: int, known: frozenset[str]) -> int:
    """The end in `segment` of a name that ends at `end` or later: words of the paper's title, authors, a noun such as "paper",
    parentheses and a restriction ("on SQuAD") belong to it."""
    while end < len(segment):
        word = _WORD.match(segment, end + 1)
        tail = _TAIL.match(segment, end)
        if tail:
            end = tail.end()
        elif word and segment[end] == " " and _continues(word[0], known):
            end = word.end()
        else:
            break
    return end


def _terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text.removesuffix("'s")))
