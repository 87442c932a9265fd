"""Answers of a plot by the statement that fits the question, such as the value of a curve at a place."""

from __future__ import annotations

from collections.abc import Sequence

from ....figures.operations import AtPosition, AtSide, Extreme
from ....figures.plot_statements.choose import choose_statement
from ....figures.plot_statements.series import find_series
from ....figures.statements.series import name_series
from ....figures.types import Reading
from ...query.grammar.parser import Question, parse_question
from ...query.parts import asks_twice
from ...relevance.question_terms import focus_text
from .reading import PartAnswer, ShownFigure

STATEMENT = "statement"  # the operation of a reading that a statement gave


def answer_by_statement(shown: ShownFigure, question: Question, named: frozenset[str]) -> PartAnswer | None:
    """The statement of a plot that `question` asks for, first without the words `named`, by which it names the paper: a curve may
    have the paper's name too. None where none fits."""
    alone = parse_question(focus_text(question.text, named), one_hop=True) if named else question
    for asked in dict.fromkeys((alone, question)):
        if (statement := choose_statement(shown.data, asked)) is not None:
            reading = Reading(
                operation=STATEMENT, evidence=statement.boxes, abstained=False, value=statement.text
            )
            return PartAnswer(reading, statement.text)
    return None


def answer_by_other_series(
    shown: ShownFigure, question: Question, answers: Sequence[PartAnswer]
) -> PartAnswer | None:
    """The statement about the only curve that `question` names in full, where the value that was read is one of another curve."""
    reading = answers[0].reading
    if (
        shown.data.kind != "line"
        or not all(isinstance(op, AtPosition | AtSide | Extreme) for op in question.operations)
        or len(answers) != 1
        or not reading.value
        or not reading.entities
    ):
        return None
    rows = find_series(shown.data, question.wording)
    if len(rows) != 1 or name_series(shown.data)[rows[0]] in ("", reading.entities[0].text):
        return None
    return answer_by_statement(shown, question, frozenset())


def answer_with_place(
    shown: ShownFigure, question: Question, answers: Sequence[PartAnswer]
) -> PartAnswer | None:
    """The statement that has the answer that was read and more, where `question` asks for two things: a peak and its place."""
    if shown.data.kind != "line" or len(answers) != 1 or not asks_twice(question.wording):
        return None
    stated = answer_by_statement(shown, question, frozenset())
    return stated if stated and answers[0].text and answers[0].text in stated.text.split() else None
