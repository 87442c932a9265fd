"""Cells of a table that are of another kind than what is asked for and what a sentence gives."""

from __future__ import annotations

import re

from ....indexes.text.analysis import analyse
from ...relevance.asked_for import lacks_attribute, lacks_unit, unit_degree
from ...relevance.question_terms import question_terms
from ...relevance.text_features import counted_terms, gives_count, word_terms
from ..several.relations import MEASURES
from ..several.values import has_number_of
from ..tables.ranked_question import ranks
from ..types import ComposedAnswer
from .answer import FigureAnswer

# "What do they do with the rest?": no cell of a table is an action.
_ASKS_FOR_ACTION = re.compile(
    r"\bwhat (?:do|does|did|must|should|could|can) (?:[\w'’-]+ ){1,7}?do\b(?! (?:on|for)\b)", re.IGNORECASE
)
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])")
_UNIT = re.compile(r"[(\[]\s?(?:%|in |[kmg]?b\b|m?s(?:ec)?\b|h(?:ours)?\b)|\btimes?\b|%", re.IGNORECASE)
_OF_FOCUS = 0.5  # share of what is asked for that a sentence has, and a table nothing of


def cells_fit(question: str, known: frozenset[str], shown: FigureAnswer, text: ComposedAnswer) -> bool:
    """False where the cells are of another kind than what `question` asks for: a number that a sentence gives and that is no
    result, such as a batch size or how many there are, one in a unit, such as hours, that their names do not have, what somebody
    does, or a thing that no name has a word of, but the sentence. `known` are the terms by which the question names the paper."""
    if _ASKS_FOR_ACTION.search(question):
        return False
    quotes = [citation.quote for citation in text.citations]
    names = " ".join(f"{row} {column}" for row, column, _ in shown.cells)
    caption = shown.hop.figure.caption if shown.hop.figure else ""
    in_unit = any(unit_degree(question, quote) > 0 for quote in quotes[:1])
    if in_unit and lacks_unit(question, f"{caption} {names}", shown.composed.text):
        return False
    if any(gives_count(question, quote) for quote in quotes[:1]) and _are_results(question, shown):
        return False
    if any(_lack_focus(question, known, shown, quote) for quote in quotes[:1]):
        return False
    if MEASURES.search(question) or not any(has_number_of(question, quote) for quote in quotes):
        return True
    if ranks(question):
        return True  # a number of one among others is no answer
    return not lacks_attribute(question, analyse(f"{caption} {names}"))


def _are_results(question: str, shown: FigureAnswer) -> bool:
    """True if the cells are results or in a unit, "Time (in hours)", and do not count what `question` counts: "Errors"."""
    counted = counted_terms(question)
    names = [name for row, column, _ in shown.cells for name in (row, column)]
    measures = [name for name in names if MEASURES.search(name) or _UNIT.search(name)]
    heads = [_BRACKETS.sub("", name).split()[-1:] for name in measures]
    return any(word_terms(" ".join(head)).isdisjoint(counted) for head in heads)


def _lack_focus(question: str, known: frozenset[str], shown: FigureAnswer, quote: str) -> bool:
    """True if neither the names of the cells nor the caption have a term of what is asked for of the paper, and `quote` many."""
    terms = question_terms(question, known)
    focus = [term for term in terms.focus if term not in known]
    own = word_terms(quote)
    return (
        bool(focus)
        and shown.terms.isdisjoint(focus)
        and sum(t in own for t in focus) >= _OF_FOCUS * len(focus)
    )
