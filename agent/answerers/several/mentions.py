"""Mentions of papers in a question: by title, by authors, by the name of what they present."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ....indexes.subjects import PaperFacts, SubjectIndex, fold_name
from ....indexes.text.analysis import analyse
from ...relevance.function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from .paper_names import WORD, extend_left, extend_right, find_named, name_terms, name_window

_DELIMITER = re.compile(
    r"(?:\((?:[a-h]|i{1,3}|iv|[1-9])\)|[,;:?]|(?<=\s)[-–—/](?=\s)|"
    r"\b(?:and(?! (?:colleagues|co-?workers|co-?authors|others)\b)|or|vs\.?|versus|both|"
    r"between|differ\w* from|(?:as )?(?:compared|opposed) (?:with|to)|against|each of|than|while|whereas)(?!\w)|(?<=\s)&(?=\s)"
    r"|\.(?=\s+(?:(?:of|in|on|for|at|by|with|from) )?(?:which|what|how|who|where|why|give|do|does|is|are)\b))",
    re.I,
)
_CONTRAST = re.compile(
    r"^(?:[^,:;?]*[,:;])?\W*(?:please )?(?:compare|contrast)\b[^;:?]*?\b(?P<with>with|to)\b", re.I
)
_LONG_NAME = 3  # letters
_VERBS = (
    r"(?:use|uses|report|reports|get|gets|have|has|employ|employs|apply|applies|rely|relies|start|starts|distinguish|"
    r"distinguishes|train|take|takes|reach|reaches|achieve|achieves|choose|chooses|work with)"
)
USES = re.compile(rf"\W*{_VERBS}\b")
# "Falk and Ek's neural parser"
_OWNED = re.compile(rf"'s?(?: (?!(?:{_VERBS}|used|took|and|or|vs)\b)[\w-]+){{1,4}}")
_CLOSED = re.compile(r"\([^()]{3,}\)|(?<!\w)(?:'[^']+'|\"[^\"]+\"|“[^”]+”|‘[^’]+’)(?!\w)")
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-Ž]"
_PARTICLES = r"(?:(?:van|von|de|der|den|la|le|di|da|del|ter|ten) )*"  # of "van Falk"
# "Falk & Ek", "Falk, Ek and Berg", "Falk, Ek, Berg", "Falk/Ek/Berg"; each at all of its words.
_AUTHORS = re.compile(
    rf"(?=\b(?P<names>{_PARTICLES}{_CAPITAL}[\w'-]+(?:(?:/{_CAPITAL}[\w-]*\w)+|"
    rf"(?:, {_CAPITAL}[\w'-]+)*(?:,? ?& ?|,? and |, ){_CAPITAL}[\w-]*\w)))"
)
_TWO_AUTHORS = re.compile(r"\b([A-Z][a-z][\w'-]+) (?:and|&) ([A-Z][a-z][\w-]+)\b(?! et al)")
# What is asked for, up to the verb, which names no paper: "which finite-state toolkit do".
ATTRIBUTE = re.compile(
    rf"^(?:(?:and|but|while|{PREPOSITIONS}) )*(?:what|which|whose|how (?:many|much))"
    rf"(?: (?!(?:{PREPOSITIONS}|{AUXILIARIES}|papers?)\b)[\w/-]+)+ (?:{AUXILIARIES})\b",
    re.I,
)
# "accuracy on the WSJ of Falk et al.": the name is behind the data; "the paper on parsing" is named by its topic.
_BEHIND_DATA = re.compile(r" on (?:.*) (?:of|by) (?P<name>\S.*)$")
_ON_TOPIC = re.compile(r"\b(?:paper|article|work|study|one) on\b", re.I)
_VERB = re.compile(rf"(?<!\bto )\b{_VERBS}\b")
_TITLE_WORDS = 3  # from here on a title is recognized as a whole, with the commas and conjunctions in it
_EDGE = " .?"
_BY = re.compile(r"\b(?:of|by|from) (?:the )?$", re.I)
_ASKED = re.compile(rf"\b(?:{QUESTION_WORDS}|{AUXILIARIES})\b", re.I)


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
    absent = _absent_works(text, index)
    for start, end in absent:
        text = text[:start] + " " * (end - start) + text[end:]
    for start, end in _segments(text, [span for span, _ in (*exact, *authors)]):
        mention = next(
            (
                _exact_mention(text, start, span, key, end, index, not mentions)
                for span, key in exact
                if start <= span[0] < end
            ),
            None,
        ) or _mention_in(text, start, end, index)
        if mention is None:
            continue
        same = next((other for other in mentions if other.paper_id == mention.paper_id), None)
        if same and ":" in text[same.end : mention.start]:
            mentions.remove(same)  # the topic, which happens to have words of a title
        elif same:
            continue
        mentions.append(mention)
    return mentions


def find_delimiters(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Spans of words and signs that divide names, in `text` from `start` to `end`: "and", "versus", "compare A with B"; none is
    in parentheses or quotation marks."""
    spans = [match.span() for match in _DELIMITER.finditer(text, start, len(text) if end is None else end)]
    closed = [(match.start() + 1, match.end()) for match in _CLOSED.finditer(text)]
    spans = [span for span in spans if not any(a <= span[0] < b for a, b in closed)]
    contrast = _CONTRAST.match(text)
    if contrast and start <= contrast.start("with") and (end is None or contrast.end("with") <= end):
        spans.append(contrast.span("with"))
    return sorted(spans)


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
        written = re.split(r",? ?& ?|,? and |, |/", match["names"])
        written[0] = written[0].rpartition(" ")[2]
        names = {fold_name(name).strip() for name in written}
        # A title page may lack a short name, or have other letters in place of accented ones.
        sure = {fold_name(name).strip() for name in written if len(name) >= _LONG_NAME and name.isascii()}
        if ids := _papers_by(names, index) or _papers_by(sure, index):
            spans.append((match.span("names"), ids))
    return spans


def _papers_by(names: Collection[str], index: SubjectIndex) -> list[str]:
    """The papers that all of `names`, folded surnames, have written; none for no names."""
    places = {place for name in names for place in index.author_places.get(name, ())}
    return [
        index.papers[place].id for place in sorted(places) if _surnames(index.papers[place]).issuperset(names)
    ]


def _absent_works(text: str, index: SubjectIndex) -> list[tuple[int, int]]:
    """Spans of `text` that cite a work outside the cluster by its two authors: "Falk and Ek", of whom one has written papers
    of the cluster with others, and the other none."""
    spans = []
    for match in _TWO_AUTHORS.finditer(text):
        known = [bool(index.author_places.get(fold_name(name).strip())) for name in match.groups()]
        stranger = match[1] if known[1] else match[2]
        if known[0] != known[1] and find_named(stranger, index) is None:
            spans.append(match.span())
    return spans


def _surnames(paper: PaperFacts) -> frozenset[str]:
    return frozenset(words[-1] for author in paper.authors if (words := fold_name(author).split()))


def _exact_mention(
    text: str, start: int, span: tuple[int, int], paper_id: str, end: int, index: SubjectIndex, is_first: bool
) -> PaperMention:
    """The paper `paper_id`, which `span` of `text` names exactly, with what belongs to the name from `start` to `end`;
    `is_first` if no paper is named before."""
    terms = name_terms(text[slice(*span)])
    owned = _OWNED.match(text[:end], span[1])
    titled = index.title_terms[paper_id]
    last = extend_right(text[:end], owned.end() if owned else span[1], terms | titled)
    # What is before the "of" of a further name is between two names.
    first = _topic_start(text, start, span[0], titled if is_first else frozenset())
    return PaperMention(paper_id, first, last, terms)


def _topic_start(text: str, start: int, first: int, titled: frozenset[str]) -> int:
    """The beginning of the topic with which the name at `first` goes, `start` if behind other words of the question: "act tagging
    in email (Falk, Ek)", "the subword tagger of Falk & Ek"; `first` where no topic is before it."""
    before = text[start:first]
    is_own = before.endswith("(") or (_BY.search(before) and not titled.isdisjoint(analyse(before)))
    return start if start and is_own and not _ASKED.search(before) else first


def _segments(text: str, names: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of `text` between delimiters that are in none of `names`."""
    cuts = [cut for cut in find_delimiters(text) if not any(a <= cut[0] < b for a, b in names)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    spans = (_strip(text, start, end) for start, end in zip(starts, ends, strict=True))
    return [(start, end) for start, end in spans if start < end]


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _EDGE:
        start += 1
    while start < end and text[end - 1] in _EDGE:
        end -= 1
    return start, end


def _cut_at_verb(segment: str) -> str:
    """`segment` up to a verb behind a few words, of which a name consists."""
    verb = _VERB.search(segment)
    return segment[: verb.start()] if verb and len(segment[: verb.start()].split()) > 1 else segment


def _mention_in(text: str, start: int, end: int, index: SubjectIndex) -> PaperMention | None:
    """The paper that a segment of `text` names before an "on", behind which are data, and not in what it asks for: the fewest
    words that name it about as clearly as any, and what belongs to them on both sides."""
    attribute = ATTRIBUTE.match(text[start:end])
    start += attribute.end() if attribute else 0
    segment = text[start:end]
    behind = _BEHIND_DATA.search(segment)
    before = segment if _ON_TOPIC.search(segment) else segment.partition(" on ")[0]
    tried = [(_cut_at_verb(before), 0), (before, 0), *([(segment, behind.start("name"))] if behind else [])]
    for part, offset in dict.fromkeys(tried):
        words = list(WORD.finditer(part, offset))
        if (window := name_window([word[0] for word in words], index)) is not None:
            break
    else:
        return None
    first, last, subject = window
    known = subject.terms | index.title_terms[subject.paper_id]
    first = extend_left([word[0] for word in words[:first]], known, start > 0)
    begin = words[first].start()
    end = extend_right(segment, words[last - 1].end(), known)
    if (topic := _ON_TOPIC.search(segment)) and topic.end() <= begin:  # "the paper on parsing with gaps"
        begin, end = topic.start(), len(_cut_at_verb(segment))
    size = end - begin
    name = segment[begin : begin + size].removesuffix("'s")
    begin += start
    return PaperMention(subject.paper_id, begin, begin + len(name), frozenset(subject.terms))
