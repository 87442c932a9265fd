"""The probability that sentences must have to answer a question about what is drawn."""

from __future__ import annotations

import re

from ...query.grammar.parser import Question
from .described_figure import describes_drawing
from .marks import asks_for_marks

# What a drawing shows is seldom in the text. Of 82 answers by sentences to questions about a figure, three of 14 below .6 and
# three of four above were right where it is named by its label, four of ten below .5 and all 12 above where it is a drawing
# ("in the plot"), three of eight below .28 and 30 of 34 above where its noun may mean another thing as well ("in the example").
_ANSWERS_LABELLED, _ANSWERS_DESCRIBED, _ANSWERS_HINTED, _ANSWERS_MARKS = 0.6, 0.45, 0.28, 0.55
_WHY = re.compile(r"\b(?:why|how come|reasons?)\b", re.IGNORECASE)


def asks_for_reason(question: str) -> bool:
    """True if `question` asks why, which the text of a paper may tell of a drawing as well."""
    return _WHY.search(question) is not None


def least_of_drawing(question: Question) -> float:
    """The probability from which sentences answer a question that may be about what is drawn."""
    if not asks_for_reason(question.text) and (question.figure or describes_drawing(question.text)):
        return _ANSWERS_LABELLED if question.figure else max(_ANSWERS_DESCRIBED, _least_of_marks(question))
    return _least_of_marks(question)


def _least_of_marks(question: Question) -> float:
    return _ANSWERS_MARKS if asks_for_marks(question.text) else _ANSWERS_HINTED
