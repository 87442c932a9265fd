"""Lists of papers in a question, and the part of the question that is asked of each: "batch sizes: ESIM vs InferSent"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....indexes.subjects import SubjectIndex, fold_name
from ....indexes.text.analysis import analyse
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject, find_subjects

_CUE = re.compile(
    r"\b(?:compar\w+|contrast|versus|vs|side by side|each|both|respectively|in common|common to|shared?|differ\w*|"
    r"(?:use|have|with|from) the same|all (?:of|two|three|four|five)\b|"
    r"which (?:two|three|of)|of the two)\b|\((?:a|i|1)\)",
    re.I,
)
# "X: A, B and C", "Of A, B and C, which ...", "X in A and in B"
_LISTED = re.compile(
    r":(?![^?]*\b(?:what|which|how|why|is|are|was|were|does|do|did)\b)[^?]*(?:,| and | vs)|^\W*of\b[^?]*,[^?]*\band\b"
    r"|\b(in|of|by|for|from)\b[^?]*\band \1\b",
    re.I,
)
_ENUMERATED = re.compile(r",[^,]+,|,[^,]*\b(?:and|or|vs\.?|versus)\b", re.I)
# "What dropout rates do A and B use?"
_PLURAL = re.compile(
    r"^(?:(?:on|in|for|with|by|at) )?(?:what|which|how (?:many|much|long))\b[^?;]*\b(?:do|did|are|were)\b[^?;]*\band\b[^?;]*\?*$",
    re.I,
)
_ONE_PAPER = re.compile(r"\b(?:papers?|articles?|stud(?:y|ies)|tables?|figures?|authors?)\b", re.I)
_UNCUED = 3  # papers that are a list without a word that compares
_CITES = re.compile(r"\bcit(?:e|es|ed|ing|ations?)\b", re.I)
_DELIMITER = re.compile(
    r"(?:\((?:[a-h]|i{1,3}|iv|[1-9])\)|[,;:?]|\b(?:and(?! (?:colleagues|co-?workers|co-?authors|others)\b)|or|vs\.?|versus|both|"
    r"between|against|each of|than|while|whereas)(?!\w)|&|\.(?=\s+(?:which|what|how|who|where|why|give|do|does|is|are)\b))",
    re.I,
)
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
_FILLER = re.compile(
    r"\b(?:please|pls|for a survey|side by side|each of|respectively|both|the same|common to|in common|which two|which of them|"
    r"compare|comparison of|contrast|vs\.?|versus|each|list|give me|tell me|show me|i (?:wish|want|need|would like) to \w+|"
    r"for (?:the )?(?:one|other)|on (?:the )?(?:one|other)(?: hand)?|"
    r"(?:in|of|for|from|by|among|across) (?:these |the )?(?:two|three|four|five) (?:\w+ ){0,2}\w+s)(?!\w)",
    re.I,
)
_REMAINDER = re.compile(r"\b(?:the )?(?:third|other|last|remaining) (?:one|paper)\b", re.I)
_DANGLING = re.compile(
    r"(?:\s*\b(?:in|of|by|for|from|to|at|between|the|an?|do|does|did|and)|[\s,;:?.]+)+$", re.I
)
_RESTRICTION = re.compile(r"(\S.*?) ((?:on|in|with|for|at) \S.*)$", re.I)
_NO_TOPIC = frozenset(analyse("paper papers model method colleagues others"))
_NAME_START = re.compile(r"[A-Z0-9(]")
# Clearness and probability from which a phrase is the name of a paper, where its paper is ahead of the next by this factor.
_NAMED, _PROBABLE, _AHEAD = 0.45, 0.25, 1.4
_HALF_NAMED, _SURE = 0.3, 0.7  # less clear, but hardly any other paper
_TRIED = 4
_TWO_AUTHORS = re.compile(r"\b([A-Z][\w'-]+),? (?:&|and) ([A-Z][\w-]+)")
_OWN_PART = 1  # content words before its name from which a paper has a part of the question by itself
_MOST_IN_TURN = 4
_TITLE_WORDS = 3  # from here on a title is recognized as a whole, with the commas and conjunctions in it


@dataclass(frozen=True, slots=True)
class NamedPaper:
    """A paper as a question names it: `phrase` in the question's words; `detail` is what the phrase has beyond the name, such as
    "on SQuAD"; `terms` name the paper; `part` is what is asked of this paper alone, "" where all are asked the same."""

    paper_id: str
    phrase: str
    detail: str = ""
    terms: frozenset[str] = frozenset()
    part: str = ""


@dataclass(frozen=True, slots=True)
class PaperList:
    """The `papers` that a question lists, in its order, two or more, and the `part` of the question that is asked of each."""

    part: str
    papers: tuple[NamedPaper, ...]


def find_paper_list(
    question: str, index: SubjectIndex, cued: bool = True, citing: bool = False
) -> PaperList | None:
    """The papers that `question` compares; None if it names fewer than two or, with `cued`, no word of it compares.

    Three papers in a row need no such word, nor do two in a question in the plural. A question for citations lists none
    unless `citing`."""
    text = " ".join(question.split())
    is_cued = not cued or _is_comparison(text)
    is_plural = bool(_PLURAL.search(text))
    if (_CITES.search(text) and not citing) or not (
        is_cued or is_plural or (_ENUMERATED.search(text) and not _ONE_PAPER.search(text))
    ):
        return None
    asked: list[str] = []
    own_parts: list[str] = []
    named: list[NamedPaper] = []
    for segment in _split(text, [*_title_spans(text, index), *_author_spans(text, index)]):
        before, paper, after = _name_in(segment, index)
        if paper is None:
            asked.append(segment)
        elif not any(other.paper_id == paper.paper_id for other in named):
            named.append(paper)
            own_parts.append(before)
            asked += [before, after]
    if len(named) < 2 and is_cued:
        named, left = _named_in_turn(text, index)
        asked, own_parts = [left], []
    if len(named) < (2 if is_cued or is_plural else _UNCUED):
        return None
    if own_parts and all(len(_content(part)) >= _OWN_PART for part in own_parts):
        named = [
            replace(paper, part=_clean_part([part])) for paper, part in zip(named, own_parts, strict=True)
        ]
    return PaperList(_clean_part(asked), tuple(named))


def _content(text: str) -> set[str]:
    return set(analyse(text)) - GENERIC


def _named_in_turn(text: str, index: SubjectIndex) -> tuple[list[NamedPaper], str]:
    """The papers that all of `text` names, each found after the words that name the ones before are taken away, and the
    words that are left: for names without a delimiter that divides them."""
    named: list[NamedPaper] = []
    words = text.split()
    while len(named) < _MOST_IN_TURN:
        subject = _named(" ".join(words), index)
        if subject is None or any(paper.paper_id == subject.paper_id for paper in named):
            break
        naming = [word for word in words if _terms(word) & subject.terms]
        if not naming:
            break
        words = [word for word in words if word not in naming]
        phrase = " ".join(word.strip(",;:?.") for word in naming).removesuffix("'s")
        named.append(NamedPaper(subject.paper_id, phrase, "", subject.terms))
    return named, " ".join(words)


def _is_comparison(text: str) -> bool:
    return bool(_CUE.search(text) or _LISTED.search(text))


def _title_spans(text: str, index: SubjectIndex) -> list[tuple[int, int]]:
    """Spans of `text` that are titles of papers, or the part of a title before its colon."""
    folded = text.casefold()
    spans = []
    for paper in index.papers:
        for title in (paper.title, paper.title.partition(":")[0]):
            start = folded.find(title.casefold()) if len(title.split()) >= _TITLE_WORDS else -1
            if start >= 0:
                spans.append((start, start + len(title)))
                break
    return spans


def _author_spans(text: str, index: SubjectIndex) -> list[tuple[int, int]]:
    """Spans of `text` that are two authors of one paper, joined as in "Falk & Ek"."""
    return [
        match.span()
        for match in _TWO_AUTHORS.finditer(text)
        if {*index.author_places.get(fold_name(match[1]).strip(), ())}.intersection(
            index.author_places.get(fold_name(match[2]).strip(), ())
        )
    ]


def _split(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """The pieces of `text` between delimiters that are in no title and in no parentheses."""
    closed = [*spans, *((match.start() + 1, match.end()) for match in re.finditer(r"\([^()]{3,}\)", text))]
    pieces, start = [], 0
    for match in _DELIMITER.finditer(text):
        if not any(a <= match.start() < b for a, b in closed):
            pieces.append(text[start : match.start()])
            start = match.end()
    pieces.append(text[start:])
    return [piece.strip(" .?") for piece in pieces if piece.strip(" .?")]


def _name_in(segment: str, index: SubjectIndex) -> tuple[str, NamedPaper | None, str]:
    """`segment` divided into the text before a paper's name, the paper (None if it names none) and the text after it."""
    starts = [0, *(match.end() for match in _PREPOSITION.finditer(segment))]
    whole = _subject_of(segment, index)
    if whole is None:
        return segment, None, ""
    # The shortest end of the segment that names the same paper as clearly.
    for start in reversed(starts):
        phrase = segment[start:]
        subject = _subject_of(phrase, index)
        if subject is None or subject.paper_id != whole.paper_id or _ASKING.match(phrase):
            continue
        if _is_data(phrase, subject, index):
            break
        phrase, after = _trim(phrase, subject)
        detail = _detail(phrase, subject, index)
        return segment[:start], NamedPaper(subject.paper_id, phrase, detail, subject.terms), after
    return segment, None, ""


def _subject_of(phrase: str, index: SubjectIndex) -> Subject | None:
    """The paper that `phrase` names before an "on", behind which the data may be another paper, else as a whole."""
    head, on, _ = phrase.partition(" on ")
    return (_named(head, index) if on else None) or _named(phrase, index)


def _is_data(phrase: str, subject: Subject, index: SubjectIndex) -> bool:
    """True if `phrase` names the paper only behind "on", as the data that something is measured on ("accuracy on SNLI")."""
    head, on, _ = phrase.partition(" on ")
    if not on:
        return False
    alone = _named(head, index)
    return alone is None or alone.paper_id != subject.paper_id


def _named(phrase: str, index: SubjectIndex) -> Subject | None:
    """The paper whose probability and clearness are together the highest by far; None where none is."""
    ranked = sorted(
        find_subjects(phrase.replace("/", " "), index)[:_TRIED],
        key=lambda s: (-s.probability * s.named, s.paper_id),
    )
    if not ranked:
        return None
    best, second = ranked[0], ranked[1] if len(ranked) > 1 else None
    if second and best.probability * best.named < _AHEAD * second.probability * second.named:
        return None
    clear = best.named >= _NAMED and best.probability >= _PROBABLE
    return best if clear or (best.named >= _HALF_NAMED and best.probability >= _SURE) else None


def _trim(phrase: str, subject: Subject) -> tuple[str, str]:
    """`phrase` without its lead and without lower-case words behind the name, and these words."""
    while match := _LEAD.match(phrase):
        phrase = phrase[match.end() :]
    words = phrase.split()
    if not any(_NAME_START.match(word) for word in words):
        return phrase, ""  # a description: its words cannot be separated from a following verb
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
    return " ".join(words[:end]).removesuffix("'s"), " ".join(words[end:])


def _detail(phrase: str, subject: Subject, index: SubjectIndex) -> str:
    """Words of `phrase` besides the name: "on SQuAD", "600D"."""
    if match := _RESTRICTION.match(phrase):
        head = _named(match[1], index)
        if head and head.paper_id == subject.paper_id:
            return match[2]
    words = [
        word for word in phrase.split() if not _terms(word) & subject.terms and any(map(str.isdigit, word))
    ]
    return " ".join(words)


def _terms(word: str) -> set[str]:
    return set(analyse(word.removesuffix("'s")))


def _clean_part(pieces: Sequence[str]) -> str:
    """A question out of what is left when the names are taken away."""
    kept = [_trim_piece(piece) for piece in pieces if not _REMAINDER.search(piece)]
    text = " ".join(piece for piece in kept if set(analyse(piece)) - _NO_TOPIC)
    return text if _ASKING.match(text) else f"What {text}"


def _trim_piece(piece: str) -> str:
    """`piece` without words that compare and without function words at either end."""
    text = " ".join(_FILLER.sub(" ", piece).split())
    while (shorter := _DANGLING.sub("", text)) != text:
        text = shorter
    return re.sub(r"^(?:[,;:.\s]|(?:of|in|for|between|the|and)\s)+", "", text, flags=re.I)
