"""Lists of papers in a question, and the part of the question that is asked of each: "batch sizes: ESIM vs InferSent"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ....indexes.subjects import SubjectIndex
from ....indexes.text.analysis import analyse
from ...relevance.function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from .gaps import (
    AUXILIARY,
    BY,
    CLAUSE,
    COORDINATOR,
    INNER,
    PREPOSITION,
    RELATIVE,
    Gap,
    begins_part,
    content_terms,
    coordinates,
    find_gap,
)
from .mentions import ATTRIBUTE, PaperMention, find_mentions
from .paper_names import find_named
from .relations import (
    FILLER,
    SAME_USED,
    RelationKind,
    ask_verbatim,
    asks,
    asks_for_shared,
    find_relation,
    without_ending,
)

_CUE = re.compile(
    r"\b(?:compar\w+|contrast|versus|vs|side by side|each|both|respectively|in common|common to|shared?|differ\w*|"
    r"(?:use|have|with|from) the same|all (?:of|two|three|four|five)\b|"
    r"which (?:two|three|of)|of the two)\b|\((?:a|i|1)\)",
    re.I,
)
_ONE_PAPER = re.compile(r"\b(?:papers?|articles?|stud(?:y|ies)|tables?|figures?|authors?)\b", re.I)
_ENUMERATED = re.compile(r",[^,]+,|,[^,]*\b(?:and|or|vs\.?|versus)\b", re.I)
_UNCUED = 3  # papers that are a list without a word that compares
_CITES = re.compile(r"\bcit(?:e|es|ed|ing|ations?)\b", re.I)
_BEFORE_NAME = re.compile(
    r"(?:\s*(?:\b(?:both|each of|either|the|an?|paper|those|that)|\((?:[a-h]|i{1,3}|iv|[1-9])\)))+\s*$", re.I
)
_LEAD = re.compile(r"^(?:(?:the|an?|in|of|for|that|those|with)\s+)+", re.I)
_REMAINDER = re.compile(
    r"(?:,? and (?:which|what|how)\b[^,?;]*)?\b(?:the )?(?:third|other|last|remaining) (?:one|paper)\b(?: (?:do|does|use|uses))?",
    re.I,
)
_DANGLING = re.compile(r"(?:\s*\b(?:in|of|by|for|from|to|between|the|an?|and)|[\s,;:?.]+)+$", re.I)
_AFTER_NAME = re.compile(
    r"^(?:'s?\b|'|[\s,;:.?)]|(?:papers?|respectively|each|models?|and (?:colleagues|co-?workers|others))\b)+",
    re.I,
)
_MAY_JOIN = re.compile(r"\b(?:and|or|than|opposed|against)\b|[&,]", re.I)
_COMPARED = re.compile(r"(?:as )?(?:compared|opposed)|against|than|vs|versus", re.I)
# "On which benchmarks were both the": the attribute is complete, so a name follows.
_SUBJECT_FOLLOWS = re.compile(
    rf"^(?:\w+ )?(?:which|what)\b(?P<noun>[^?:;]*?)\b(?:{AUXILIARIES}) "
    r"(?:both )?(?P<name>[^,;:?]*)$",
    re.I,
)
# "..., and how many does B", "... in B": the rest is as in the clause before.
_ELLIPTIC = re.compile(
    rf"and (?:which|what|who|how(?: (?:many|much|long|large|big))?) (?:one )?(?:{AUXILIARIES}|{PREPOSITIONS})\b",
    re.I,
)
_OF_THESE = re.compile(r"(?:which|what|who)(?: one)? of\s*$", re.I)
# A clause about a paper that is named before: "and what is it trained on".
_POINTS_BACK = re.compile(r"\b(?:it|its|they|their|them|this|these)\b", re.I)
_TOPIC = re.compile(
    rf"^(?:[^:?]{{3,60}}:(?=\s)|(?:{PREPOSITIONS}) [^,:?]{{3,60}},(?= (?:please )?(?:compare|contrast)\b))",
    re.I,
)
_MOST_BEFORE = 3  # words before a name that belong to it behind a colon: "Transformer-based"
_NO_NAME = re.compile(rf"\b(?:{AUXILIARIES}|{PREPOSITIONS}|{QUESTION_WORDS})\b|[,;]", re.I)
_MOST_BEHIND = 2  # words behind the last name that belong to it where no verb can follow
_MOST_IN_TURN = 4


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


def find_paper_list(question: str, index: SubjectIndex, cued: bool = True) -> PaperList | None:
    """The papers that `question` compares; None if it names fewer than two or, with `cued`, nothing in it compares.

    Two papers are compared where nothing but an "and", an "or" or the like is between them; three in a row are. A question for
    citations lists none unless it asks for those that papers share."""
    text = " ".join(question.split())
    cites = bool(_CITES.search(text))
    if cites and not asks_for_shared(text):
        return None
    is_cued = not cued or bool(_CUE.search(text))
    listed = _find_listed(without_ending(text), index, is_cued)
    return replace(listed, cites=cites) if listed else None


def _find_listed(text: str, index: SubjectIndex, is_cued: bool) -> PaperList | None:
    if not is_cued and not _MAY_JOIN.search(text):
        return None
    mentions = find_mentions(text, index)
    if len(mentions) > 2 and text[mentions[0].end :].lstrip().startswith(":"):
        mentions = mentions[1:]  # the topic: "F-score on MSR: A or B"
    gaps = [find_gap(text, one, other) for one, other in pairwise(mentions)]
    if len(mentions) < 2 and is_cued:
        return _listed_in_turn(text, index)
    in_row = len(mentions) >= _UNCUED and bool(_ENUMERATED.search(text)) and not _ONE_PAPER.search(text)
    if len(mentions) < 2:
        return None
    own = _own_parts(text, mentions, gaps)
    if own and all(CLAUSE.match(gap.behind) and not _POINTS_BACK.search(text[gap.end :]) for gap in gaps):
        return own
    listed = own or _shared_part(text, mentions, gaps)
    is_topic = text[: mentions[0].start].rstrip().endswith(":")
    is_elliptic = bool(CLAUSE.match(text)) and all(_ELLIPTIC.match(text[gap.start :]) for gap in gaps)
    is_choice = listed.relation in ("most", "least") and any(
        gap.delimiter.casefold() in ("or", "than") for gap in gaps
    )
    if is_cued or in_row or is_elliptic or is_choice:
        return listed
    restricted = any(" on " in paper.phrase for paper in listed.papers) or bool(
        RELATIVE.search(text[len(text.split()[0]) : mentions[-1].end])
    )
    compared = is_topic or listed.relation != "list" or not restricted
    joined = any(COORDINATOR.match(gap.delimiter) for gap in gaps) and all(map(coordinates, gaps))
    return listed if compared and joined else None


def _own_parts(text: str, mentions: Sequence[PaperMention], gaps: Sequence[Gap]) -> PaperList | None:
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


def _shared_part(text: str, mentions: Sequence[PaperMention], gaps: Sequence[Gap]) -> PaperList:
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
        ends[place] += len(gap.before.rstrip(" ,;:"))
        starts[place + 1] -= len(gap.behind.lstrip())
    starts[0] = _subject_start(text, _name_start(text, starts[0]))
    is_elliptic = any(CLAUSE.match(gap.behind) for gap in gaps)
    # "..., and how many does the tagger of Falk and Ek (use)?": the clause before has the verb.
    end = ends[-1] if is_elliptic and any(gap.before.strip(" ,;") for gap in gaps) else len(text)
    lead = text[: starts[0]].rstrip()
    is_object = bool(lead.endswith((":", ",")) or PREPOSITION.search(lead)) and not _OF_THESE.match(lead)
    few = bool(SAME_USED.match(text)) and len(text[ends[-1] :].split()) <= _MOST_BEHIND
    if is_object and (is_elliptic or not has_auxiliary or few):  # no verb can follow the last name
        ends[-1] += len(re.split(r"[,;:?]|\.(?:\s|$)|\s[-–—]\s", text[ends[-1] :], maxsplit=1)[0])
    left = _without_names(text, 0, end, starts[0], ends[-1])
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
    return " ".join(f"{_DANGLING.sub('', before)} {pronoun} {_DANGLING.sub('', behind)}".split())


def _listed_in_turn(text: str, index: SubjectIndex) -> PaperList | None:
    """The papers that all of `text` names, each found after the words that name the ones before are taken away, for names
    without a delimiter that divides them; None if they are fewer than two."""
    named: list[NamedPaper] = []
    attribute = ATTRIBUTE.match(text)
    words = text[attribute.end() if attribute else 0 :].split()
    while len(named) < _MOST_IN_TURN:
        subject = find_named(" ".join(words), index)
        if subject is None or any(paper.paper_id == subject.paper_id for paper in named):
            break
        naming = [word for word in words if set(analyse(word.removesuffix("'s"))) & subject.terms]
        if not naming:
            break
        words = [word for word in words if word not in naming]
        phrase = " ".join(word.strip(",;:?.") for word in naming).removesuffix("'s")
        named.append(NamedPaper(subject.paper_id, phrase, subject.terms))
    if len(named) < 2:
        return None
    lead = attribute[0] if attribute else ""
    relation = find_relation(_DANGLING.sub("", f"{lead} {' '.join(words)}"))
    return PaperList(relation.part, tuple(named), relation.kind)
