"""One paper's answer to the part of a question that is asked of several papers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ....figures.question.parser import parse_question
from ...relevance.question_terms import question_terms
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ..figures import SHARE_IN_SCOPE, answer_from_tables, outweighs_sentences
from ..quotes import answer_by_parts
from ..types import ComposedAnswer
from .paper_lists import NamedPaper

_OF_PART = 0.5  # share of the terms asked for that the names and caption of a table must have
_SUBJECT = re.compile(r"\bthey\b")


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


def extract_from_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The answer of one paper to a question about it alone: by quotes, or by a table whose names fit the question and that is
    likelier to answer."""
    alone = replace(context, question=parse_question(asked.text, one_hop=True))
    subjects = (asked.subject,)
    quoted = answer_by_parts(alone, asked.text, {asked.paper.paper_id: 1.0}, subjects)
    closest = (quoted.closest,) if quoted.closest else ()
    shown = answer_from_tables(alone, subjects, (*quoted.citations, *closest))
    # The paper's own name is in most of its tables.
    focus = question_terms(asked.part, asked.subject.terms).focus
    if shown is None or len(shown.terms.intersection(focus)) < _OF_PART * len(focus):
        return quoted
    if not outweighs_sentences(shown, quoted.probability, share=SHARE_IN_SCOPE):
        return quoted
    return replace(shown.composed, probability=shown.probability)
