"""The part of a question that is asked of each of the papers that it names: one and the same, or one for each paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...relevance.function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from .gaps import (
    AUXILIARY,
    BY,
    CLAUSE,
    INNER,
    PREPOSITION,
    Gap,
    begins_part,
    content_terms,
    repeats_attribute,
)
from .mentions import USES, PaperMention
from .relations import (
    FILLER,
    SAME_USED,
    RelationKind,
    ask_verbatim,
    asks,
    find_relation,
)

_BEFORE_NAME = re.compile(
    r"(?:\s*(?:\b(?:both|each of|either|the|an?|paper|those|that)|\((?:[a-h]|i{1,3}|iv|[1-9])\)))+\s*$", re.I
)
_LEAD = re.compile(r"^(?:(?:the|an?|in|of|for|that|those|with)\s+)+", re.I)
_REMAINDER = re.compile(
    r"(?:,? and (?:which|what|how)\b[^,?;]*)?\b(?:the )?(?:third|other|last|remaining) (?:one|paper)\b(?: (?:do|does|use|uses))?",
    re.I,
)
DANGLING = re.compile(r"(?:\s*\b(?:in|of|by|for|from|to|between|the|an?|and)|[\s,;:?.]+)+$", re.I)
_AFTER_NAME = re.compile(
    r"^(?:'s?\b|'|[\s,;:.?)]|(?:papers?|respectively|each|models?|and (?:colleagues|co-?workers|others))\b)+",
    re.I,
)
_COMPARED = re.compile(r"(?:as )?(?:compared|opposed)|against|than|vs|versus", re.I)
_ENDS_WITH_AUXILIARY = re.compile(rf"\b(?:{AUXILIARIES})$", re.I)
# "On which benchmarks were both the": the attribute is complete, so a name follows.
_SUBJECT_FOLLOWS = re.compile(
    rf"^(?:\w+ )?(?:which|what)\b(?P<noun>[^?:;]*?)\b(?:{AUXILIARIES}) "
    r"(?:both )?(?P<name>[^,;:?]*)$",
    re.I,
)
# "Which corpus were A on parsing and B both trained on": all between the verbs is names.
_BRACKETED = re.compile(
    rf"^(?:which|what) (?:(?!\b(?:{AUXILIARIES})\b)[^,:;?])+ (?:{AUXILIARIES}) (?P<names>[^?]*?) both (?=[a-z])",
    re.I,
)
_OF_THESE = re.compile(r"(?:which|what|who)(?: one)? of\s*$", re.I)
_TOPIC = re.compile(
    rf"^(?:[^:?]{{3,60}}:(?=\s)|(?:{PREPOSITIONS}) [^,:?]{{3,60}},(?= (?:please )?(?:compare|contrast)\b))",
    re.I,
)
_MOST_BEFORE = 3  # words before a name that belong to it behind a colon: "Transformer-based"
_NO_NAME = re.compile(rf"\b(?:{AUXILIARIES}|{PREPOSITIONS}|{QUESTION_WORDS})\b|[,;]", re.I)
_MOST_BEHIND = 2  # words behind the last name that belong to it where no verb can follow


@dataclass(frozen=True, slots=True)
class NamedPaper:
    """A paper as a question names it: `phrase` in the question's words, of which `terms` name the paper.

    `part` is what is asked of this paper alone, and `question` the same in the question's words with the paper's name; both are
    "" where all papers are asked the same.
    """

    paper_id: str
    phrase: str
    terms: frozenset[str] = frozenset()
    part: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class PaperList:
    """The `papers` that a question lists, in its order, two or more, the `part` of the question that is asked of each, and
    their `relation` that it asks for.

    `is_complete` if the papers are all that the question names; `cites` if it asks who cites whom.
    """

    part: str
    papers: tuple[NamedPaper, ...]
    relation: RelationKind = "list"
    is_complete: bool = True
    cites: bool = False


def find_own_parts(text: str, mentions: Sequence[PaperMention], gaps: Sequence[Gap]) -> PaperList | None:
    """The papers with what is asked of each alone: "batch size of A and learning rate of B"; None if all are asked the same."""
    if not all(begins_part(text, mentions[0], gap) for gap in gaps):
        return None
    starts = [0, *(gap.end for gap in gaps)]
    ends = [*(gap.start for gap in gaps), len(text)]
    left = [
        _without_names(text, start, end, mention.start, mention.end)
        for mention, start, end in zip(mentions, starts, ends, strict=True)
    ]
    if not all(content_terms(each) for each in left):
        return None
    lead = _TOPIC.match(left[0])
    topic = f"{lead[0]} " if lead else ""
    clauses = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    heads = [topic, *(_head_of(clauses[0], clause) or topic for clause in clauses[1:])]
    parts = [find_relation(left[0]).part]
    parts += [find_relation(f"{head} {each}").part for head, each in zip(heads[1:], left[1:], strict=True)]
    clauses[0] = clauses[0].removeprefix(topic)
    papers = tuple(
        _named_paper(text, mention, mention.start, mention.end, part, ask_verbatim(f"{head} {clause}"))
        for mention, part, head, clause in zip(mentions, parts, heads, clauses, strict=True)
    )
    return PaperList(find_relation(" ".join(left)).part, papers)


def _head_of(first: str, clause: str) -> str:
    """The part of the `first` clause that one which begins with a preposition leaves out: "kappa" of "and for all tags"."""
    preposition = re.match(rf"\s*({PREPOSITIONS})\b", clause, re.I)
    before, _, _ = first.partition(f" {preposition[1]} ") if preposition else ("", "", "")
    return before if before != first else ""


def find_shared_part(text: str, mentions: Sequence[PaperMention], gaps: Sequence[Gap]) -> PaperList:
    """The papers with what is left of the question when they and the text between them are taken away."""
    starts = [mention.start for mention in mentions]
    ends = [mention.end for mention in mentions]
    clauses = []
    has_auxiliary = bool(AUXILIARY.search(text[: starts[0]]))
    for place, gap in enumerate(gaps):
        if not gap.joins or CLAUSE.match(gap.behind) or (has_auxiliary and _COMPARED.match(gap.delimiter)):
            clauses.append(gap.before.removeprefix("'s"))
            continue
        # What is between a name and the delimiter belongs to the name: "the tagger learned from Wiktionary and ...".
        if not USES.match(gap.before):
            ends[place] += len(gap.before.rstrip(" ,;:"))
        if not repeats_attribute(text, mentions[0], gap):
            starts[place + 1] -= len(gap.behind.lstrip())
    starts[0] = _subject_start(text, _name_start(text, starts[0]))
    if bracketed := _BRACKETED.match(text):
        starts[0] = min(starts[0], bracketed.start("names"))
        ends[-1] = max(ends[-1], bracketed.end("names"))
    is_elliptic = any(CLAUSE.match(gap.behind) for gap in gaps)
    # "..., and how many does the tagger of Falk and Ek (use)?": the clause before has the verb.
    end = ends[-1] if is_elliptic and any(gap.before.strip(" ,;") for gap in gaps) else len(text)
    lead = text[: starts[0]].rstrip()
    is_object = bool(lead.endswith((":", ",")) or PREPOSITION.search(lead)) and not _OF_THESE.match(lead)
    few = bool(SAME_USED.match(text)) and len(text[ends[-1] :].split()) <= _MOST_BEHIND
    if is_object and (is_elliptic or not has_auxiliary or few):  # no verb can follow the last name
        ends[-1] += len(re.split(r"[,;:?]|\.(?:\s|$)|\s[-–—]\s", text[ends[-1] :], maxsplit=1)[0])
    left = _without_names(text, 0, end, starts[0], ends[-1])
    if end < len(text) and _ENDS_WITH_AUXILIARY.search(left):
        left = f"{left} they"
    relation = find_relation(" ".join([left, *clauses]))
    papers = tuple(
        _named_paper(text, mention, start, end)
        for mention, start, end in zip(mentions, starts, ends, strict=True)
    )
    is_last = not text[ends[-1] :].strip(" ?.")
    if relation.kind == "list" and is_last and not clauses and has_auxiliary and asks(lead):
        papers = tuple(replace(paper, question=ask_verbatim(f"{lead} {paper.phrase}")) for paper in papers)
    return PaperList(relation.part, papers, relation.kind)


def _name_start(text: str, start: int) -> int:
    """The beginning of the name that `start` is a part of, right behind a colon with nothing but a few nouns between."""
    words = text[:start].rpartition(": ")[2]
    is_name = start > len(words) and len(words.split()) <= _MOST_BEFORE and not _NO_NAME.search(words)
    return start - len(words) if is_name else start


def _subject_start(text: str, start: int) -> int:
    """The beginning of the name that `start` is a part of: right behind the auxiliary if all that is asked for is before it."""
    match = _SUBJECT_FOLLOWS.match(text[:start])
    if not match or not content_terms(match["noun"]) or INNER.search(BY.sub("", match["name"])):
        return start
    return match.start("name")


def _named_paper(
    text: str, mention: PaperMention, start: int, end: int, part: str = "", question: str = ""
) -> NamedPaper:
    phrase = _LEAD.sub("", FILLER.sub("", text[start:end]).strip(" ,;:?."))
    phrase = phrase.removesuffix("'s").removesuffix("'")
    return NamedPaper(mention.paper_id, phrase, mention.terms, part, question)


def _without_names(text: str, start: int, end: int, first: int, last: int) -> str:
    """`text` from `start` to `end` without its piece `first` to `last`, which names papers: "they" if it is the subject."""
    before = _BEFORE_NAME.sub("", text[start:first].rstrip(" :,;("))
    behind = _REMAINDER.sub("", text[last:end])
    is_subject = bool(re.match(r"'?s? *\w", behind)) and not re.search(r"[,:;.?]\s*$", text[start:first])
    behind = _AFTER_NAME.sub("", behind)
    pronoun = ""
    if PREPOSITION.search(before):
        before = PREPOSITION.sub("", before)
    elif before.strip() and behind and is_subject:
        pronoun = "they"
    return " ".join(f"{DANGLING.sub('', before)} {pronoun} {DANGLING.sub('', behind)}".split())
