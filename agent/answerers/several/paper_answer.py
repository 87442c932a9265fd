"""One paper's answer to the part of a question that is asked of several papers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ....figures.question.parser import parse_question
from ....indexes.text.analysis import analyse
from ...relevance.question_terms import question_terms
from ...relevance.question_type import answer_type
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ..facts.record import answer_from_record
from ..figures.answer import LEAST_IN_SCOPE, FigureAnswer, outweighs_sentences
from ..figures.answerer import answer_from_tables
from ..quotes import ANSWERS_IN_SCOPE, answer_by_parts
from ..types import ComposedAnswer
from .paper_lists import NamedPaper
from .relations import ASKS_TIME, has_quantity

_SUBJECT = re.compile(r"\bthey\b")
_RESTRICTION = re.compile(r"\S.*? ((?:on|in|with|for|at) \S.*)$", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SURE = 0.6  # probability of quotes from which no table is asked
_CLEAR_TABLE = 0.4  # probability of a table that answers a question for something else than a number
_TIME = re.compile(r"\b(?:times?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?)\b", re.I)
_OF_PART = 0.5  # share of the terms asked for that the names and caption of a table must have


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """The question to one paper: `part` of the question and the paper as the question names it."""

    part: str
    paper: NamedPaper

    @property
    def subject(self) -> Subject:
        """The paper as the only subject of the question."""
        return Subject(self.paper.paper_id, 1.0, 1.0, self.paper.terms)

    @property
    def text(self) -> str:
        """The question about this paper alone: its name in place of "they", or behind the question."""
        part = self.part.rstrip(" ?")
        if _SUBJECT.search(part):
            return _SUBJECT.sub(lambda _: self.paper.phrase, part, count=1) + "?"
        return f"{part}, in {self.paper.phrase}?"

    @property
    def text_without_name(self) -> str:
        """The question to the sentences of this paper, few of which have its name: the part, with the words of the phrase beyond
        the name ("on SQuAD", "600D")."""
        phrase = _YEAR.sub("", self.paper.phrase)
        restriction = _RESTRICTION.match(phrase)
        numbers = (
            word
            for word in phrase.split()
            if any(map(str.isdigit, word)) and self.paper.terms.isdisjoint(analyse(word))
        )
        detail = restriction[1] if restriction else " ".join(numbers)
        return f"{self.part.rstrip(' ?')} {detail}".strip() + "?"


def fits_part(part: str, shown: FigureAnswer) -> bool:
    """True if the table has the quantity that `part` asks for in its names or caption: a time for "how long"."""
    if ASKS_TIME.search(part):
        return bool(_TIME.search(shown.composed.text))
    return has_quantity(part, shown.terms)


def extract_from_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The answer of one paper to a question about it alone: from its record, by quotes, or by a table whose names fit the
    question where no sentence is sure to answer."""
    alone, subjects = replace(context, question=parse_question(asked.text, one_hop=True)), (asked.subject,)
    part = replace(context, question=parse_question(asked.part, one_hop=True))
    if (recorded := answer_from_record(part, subjects)) is not None:
        return recorded
    scope = {asked.paper.paper_id: 1.0}
    quoted = answer_by_parts(alone, asked.text_without_name, scope, subjects, ANSWERS_IN_SCOPE)
    if quoted.text:
        quoted = replace(quoted, text=" ".join(citation.quote for citation in quoted.citations))
    if quoted.probability >= _SURE:
        return quoted
    closest = (quoted.closest,) if quoted.closest else ()
    shown = answer_from_tables(alone, subjects, (*quoted.citations, *closest))
    if shown is None or not outweighs_sentences(shown, quoted.probability, LEAST_IN_SCOPE):
        return quoted
    if answer_type(asked.text) != "number" and shown.probability < _CLEAR_TABLE:
        return quoted
    # The paper's own name is in most of its tables.
    focus = question_terms(asked.part, asked.subject.terms).focus
    if len(shown.terms.intersection(focus)) < _OF_PART * len(focus) or not fits_part(asked.part, shown):
        return quoted
    return replace(shown.composed, probability=shown.probability)
