"""Requests to a table: the operations that may answer, and the parts of the question.

"Which parser has the highest F1, and what is its recall?" has two parts. The first is answered by itself. A further
part may refer back to that answer; it is asked of the row or column that the answer named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from ....figures.numbers import Number
from ....figures.operations import AtPosition, AtSide, Compare, Extreme, MissingValue, StyleFilter
from ...query.grammar.parser import Question, parse_question
from ...query.parts import split_parts
from .cells import given_value
from .question_words import without_paper

CellOperation = Literal["cell", "both", "difference", "ratio", "choice", "verdict", "extreme", "beyond"]

_READ: frozenset[CellOperation] = frozenset({"cell", "both", "extreme", "choice", "beyond"})
_JUDGED: frozenset[CellOperation] = frozenset({"verdict", "choice", "both", "beyond"})
_ASKS_NAME = re.compile(r"\b(?:which|what|who|whose|whom|where|name|winner)\b", re.IGNORECASE)
_NUMBER_WORD = re.compile(r"(?:an? |one )?(?:hundred|thousand|million|billion|half|quarter)\b", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:vs|versus|against|opposed to|compar\w+|than|both|each|between|respective(?:ly)?|change[sd]?|beats?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TableRequest:
    """The first part of a question, and its `further` parts as they are worded.

    `wording` is the first part without phrases that name the paper.
    """

    question: Question
    wording: str
    further: tuple[str, ...] = ()

    @staticmethod
    def of(text: str) -> TableRequest:
        first, *further = split_parts(text)
        question = parse_question(first)
        ranked = any(isinstance(operation, Extreme | Compare) for operation in question.operations)
        if question.wants == "name" and not ranked and not _ASKS_NAME.search(question.wording):
            question = replace(question, wants="value")  # "accuracy of RCNN on Fudan"
        return TableRequest(question, without_paper(first), tuple(further))

    @property
    def asks_for_cells(self) -> bool:
        """True if cells, a comparison or an extreme may answer the first part.

        They cannot answer if it asks for a sum, a position, a style, an empty cell, the number of entries above a
        value, or the name that belongs to a value that it gives.
        """
        otherwise = any(
            isinstance(operation, AtPosition | AtSide | MissingValue | StyleFilter)
            for operation in self.question.operations
        )
        counts = self.question.wants == "count" and any(
            isinstance(operation, Compare)
            and (isinstance(operation.to, Number) or _NUMBER_WORD.match(operation.to))
            for operation in self.question.operations
        )
        return (
            not otherwise
            and not counts
            and self.question.wants != "sum"
            and given_value(self.question) is None
        )

    @property
    def extreme(self) -> Extreme | None:
        """The first superlative of the question; None without a superlative."""
        return next((op for op in self.question.operations if isinstance(op, Extreme)), None)

    @property
    def reference(self) -> str:
        """The name that others are compared with, such as "QANet" in "better than QANet"; "" if there is no such
        name."""
        named = (
            op.to for op in self.question.operations if isinstance(op, Compare) and op.relation != "near"
        )
        return next((to for to in named if isinstance(to, str)), "")

    @property
    def is_compared(self) -> bool:
        """True if the words of the question compare two things."""
        return _COMPARES.search(self.wording) is not None

    @property
    def operations(self) -> frozenset[CellOperation]:
        """The operations that may answer."""
        if self.question.wants in ("difference", "ratio"):
            return frozenset({self.question.wants})
        return _JUDGED if self.question.wants == "verdict" else _READ
