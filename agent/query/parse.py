"""Parser of a question into a Query: names of the cluster give the papers, fitted models and a grammar the other
slots."""

from __future__ import annotations

from ...indexes.subjects import SubjectIndex
from .fitted.slots import (
    PartSplit,
    find_answer_type,
    find_fields,
    find_intent,
    find_intent_of_one,
    find_join,
    find_split,
    score_intents,
)
from .grammar.embedded_work import split_embedded_work
from .grammar.equations import find_equation_number
from .grammar.parser import Hops, parse_question
from .named_papers import find_named_papers, mask_names
from .types import FigureRef, Follows, Query

# Least probability of the intent "compare" for a question that names several papers to compare them, and for a question
# with two parts to be one comparison.
_COMPARES, _SURELY_COMPARES = 0.1, 0.5
_SURELY_RECORD = 0.9  # probability from which a question for several facts of the record is not divided
_UNDIVIDED = (
    "compare",
    "record",
    "summary",
    "small_talk",
)  # questions of these intents are not divided into parts


def parse(text: str, index: SubjectIndex, *, one_hop: bool = False) -> Query:
    """Return the Query of `text` over the papers of `index`. With `one_hop`, it is not divided into parts. Never
    fails."""
    plain = " ".join(text.split())
    split = None if one_hop else find_split(plain)
    if split is not None and split.follows == "cited" and not _is_surely_whole(plain):
        return _parse_split(plain, split, index)
    whole = _parse_part(plain, index)
    if one_hop or whole.intent in _UNDIVIDED:
        return whole
    if split is not None:
        return _parse_split(plain, split, index)
    if (embedded := split_embedded_work(plain)) is not None:
        first, second = embedded
        return _parse_part(first, index, _parse_part(second, index), "embedded")
    return whole


def _is_surely_whole(text: str) -> bool:
    """True if a question surely compares papers, or asks for several facts of one paper's record."""
    scores = score_intents(text)
    asks_facts = scores["record"] >= _SURELY_RECORD and len(find_fields(text)) > 1
    return scores["compare"] >= _SURELY_COMPARES or asks_facts


def _parse_split(text: str, split: PartSplit, index: SubjectIndex) -> Query:
    first, second = split.divide(text)
    return _parse_part(first, index, _parse_part(second, index), split.follows)


def hops_of(query: Query, text: str) -> Hops:
    """Return the hops of `query` for the grammar. Both are `text` unless the second part is about a cited work."""
    if query.then is None or query.follows == "same":
        return Hops(text, text)
    return Hops(query.text, query.then.text, query.follows == "embedded")


def _parse_part(text: str, index: SubjectIndex, then: Query | None = None, follows: Follows = "") -> Query:
    """Return the Query of one part of a question."""
    request = parse_question(text)
    named = find_named_papers(text, index)
    papers = tuple(subject.paper_id for subject in named)
    wording = mask_names(text, frozenset().union(*(subject.terms for subject in named)))
    intent = find_intent(wording)
    if len(papers) > 1 and score_intents(text)["compare"] >= _COMPARES:
        intent = "compare"
    elif intent == "compare":
        intent = find_intent_of_one(wording)
    elif intent == "small_talk" and find_equation_number(text):
        intent = "fact"
    return Query(
        text,
        intent,
        find_answer_type(wording),
        papers,
        FigureRef(request.figure) if request.figure else None,
        request.asked,
        request,
        find_fields(wording) if intent in ("record", "select") else (),
        find_join(wording) if intent in ("compare", "select") else "",
        then=then,
        follows=follows,
        wording=wording,
    )
