"""Lists of papers in a question, and the part of the question that is asked of each: "batch sizes: ESIM vs InferSent"."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from ....indexes.subjects import SubjectIndex
from ....indexes.text.analysis import analyse
from ...relevance.function_words import AUXILIARIES, PREPOSITIONS
from ...relevance.question_type import answer_type
from .gaps import (
    CLAUSE,
    COORDINATOR,
    RELATIVE,
    coordinates,
    find_gap,
)
from .mentions import ATTRIBUTE, PaperMention, find_mentions
from .paper_names import find_named
from .paper_parts import DANGLING, NamedPaper, PaperList, find_own_parts, find_shared_part
from .relations import (
    asks_for_shared,
    find_relation,
    without_ending,
)
from .wordings import unify_wording

_CUE = re.compile(
    r"\b(?:compar\w+|contrast|versus|vs|against|side by side|each|both|respectively|in common|common to|shared?|differ\w*|"
    r"(?:use|have|with|from) the same|all (?:of|two|three|four|five)\b|"
    r"which (?:two|three|of)|of the two)\b|\((?:a|i|1)\)",
    re.I,
)
# A table, not what the question does: "in the comparison by A", "the encoders compared in A".
_OF_TABLE = re.compile(
    r"\b(?:in|from|of|by|per|under)(?: (?:the|a|an|their|its|this|[\w.-]+['’]s?)){0,2}(?: [\w-]+){0,2}? comparisons?\b"
    r"|\b(?:the|[\w.-]+['’]s) comparisons? (?:of|in|by|that|which|with|from|table)\b|\bcompared (?:in|by)\b",
    re.I,
)
# "Which data sets do both A and B use?"
_ASKS_COMMON = re.compile(
    r"\b(?:which|what)(?: [\w-]+){0,4}(?:s|ora|data) (?:do|are|did|were) both\b"
    r"|\b(?:in common|common to|shared by)\b|\bdo both\b.*\bshare\b",
    re.I,
)
_ONE_PAPER = re.compile(r"\b(?:papers?|articles?|stud(?:y|ies)|tables?|figures?|authors?)\b", re.I)
_ENUMERATED = re.compile(r",[^,]+,|,[^,]*\b(?:and|or|vs\.?|versus)\b| / .* / ", re.I)
_UNCUED = 3  # papers that are a list without a word that compares
_CITES = re.compile(r"\bcit(?:e|es|ed|ing|ations?)\b", re.I)
_MAY_JOIN = re.compile(r"\b(?:and|or|than|opposed|against)\b|[&,]| / ", re.I)
# "..., and how many does B", "... in B", "and which one B", "and on how many B": the rest is as in the clause before.
_ELLIPTIC = re.compile(
    rf"and (?:(?:which|what|who|how(?: (?:many|much|long|large|big))?) (?:one )?(?:{AUXILIARIES}|{PREPOSITIONS})\b"
    rf"|which ones? |(?:{PREPOSITIONS}) (?:which|what|how (?:many|much)) )",
    re.I,
)
# A clause about a paper that is named before: "and what is it trained on".
_POINTS_BACK = re.compile(r"\b(?:it|its|they|their|them|this|these|there(?! (?:is|are|was|were)\b))\b", re.I)
_MOST_IN_TURN = 4
_TOPIC_END = re.compile(r"(?: [a-z-]+){0,3}(?::|,(?=.* (?:vs|versus|/)\b))")
_CONDITION = re.compile(r"[,;] (?:for|in|on|when|about|during|with) (?:the )?$", re.I)
_ET_AL = re.compile(r"\bet al\b\.?")
_SLASHED = re.compile(r"(?<=\s)[\w-]*[A-Z][\w-]*(?:/[\w-]*[A-Z][\w-]*)+(?!\w)")


def find_paper_list(question: str, index: SubjectIndex, cued: bool = True) -> PaperList | None:
    """The papers that `question` compares; None if it names fewer than two or, with `cued`, nothing in it compares.

    Two papers are compared where nothing but an "and", an "or" or the like is between them; three in a row are. A question for
    citations lists none unless it asks for those that papers share."""
    text = unify_wording(_divide_slashed(" ".join(question.split()), index))
    cites = bool(_CITES.search(text))
    if cites and not asks_for_shared(text):
        return None
    is_cued = not cued or bool(_CUE.search(_OF_TABLE.sub(" ", text)))
    listed = _find_listed(without_ending(text), index, is_cued)
    if listed is None:
        return None
    if listed.relation == "list" and _ASKS_COMMON.search(text) and answer_type(text) != "number":
        listed = replace(listed, relation="common")
    return replace(listed, cites=cites)


def _divide_slashed(text: str, index: SubjectIndex) -> str:
    """`text` with spaces about the slashes between names of which each is that of another paper: "BiDAF/R-NET"."""

    def divide(match: re.Match[str]) -> str:
        names = match[0].split("/")
        papers = {subject.paper_id for name in names if (subject := find_named(name, index))}
        return " / ".join(names) if len(papers) == len(names) else match[0]

    return _SLASHED.sub(divide, text)


def _find_listed(text: str, index: SubjectIndex, is_cued: bool) -> PaperList | None:
    if not is_cued and not _MAY_JOIN.search(text):
        return None
    mentions = find_mentions(text, index)
    if len(mentions) > 2 and _is_topic(text, mentions[0], index):
        mentions = mentions[1:]
    if len(mentions) > 2 and _is_condition(text, mentions[-1], index):
        mentions = mentions[:-1]
    gaps = [find_gap(text, one, other) for one, other in pairwise(mentions)]
    if len(mentions) < 2 and is_cued:
        return _listed_in_turn(text, index)
    in_row = len(mentions) >= _UNCUED and bool(_ENUMERATED.search(text)) and not _ONE_PAPER.search(text)
    if len(mentions) < 2:
        return None
    own = find_own_parts(text, mentions, gaps)
    if own and all(CLAUSE.match(gap.behind) and not _POINTS_BACK.search(text[gap.end :]) for gap in gaps):
        return own
    listed = own or find_shared_part(text, mentions, gaps)
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


def _is_topic(text: str, first: PaperMention, index: SubjectIndex) -> bool:
    """True if the `first` mention is no paper but what is asked for: "F-score on MSR: A or B", "kernel type, A vs B"."""
    if text[first.end :].lstrip().startswith(":"):
        return True
    words = text[: first.end].split()
    is_plain = all(word == word.lower() and word not in index.name_counts for word in words)
    return is_plain and bool(_TOPIC_END.match(text, first.end))


def _is_condition(text: str, last: PaperMention, index: SubjectIndex) -> bool:
    """True if the `last` mention is what all are asked about, at the end: "which does A use, and which B, for act tagging"."""
    words = text[last.start : last.end].split()
    is_plain = all(word == word.lower() and word not in index.name_counts for word in words)
    return is_plain and bool(_CONDITION.search(text[: last.start])) and not text[last.end :].strip(" ?.")


def _listed_in_turn(text: str, index: SubjectIndex) -> PaperList | None:
    """The papers that all of `text` names, each found after the words that name the ones before are taken away, for names
    without a delimiter that divides them; None if they are fewer than two."""
    named: list[NamedPaper] = []
    attribute = ATTRIBUTE.match(text)
    words = _ET_AL.sub("", text[attribute.end() if attribute else 0 :]).split()
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
    relation = find_relation(DANGLING.sub("", f"{lead} {' '.join(words)}"))
    return PaperList(relation.part, tuple(named), relation.kind)
