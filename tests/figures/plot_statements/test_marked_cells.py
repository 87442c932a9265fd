"""Statements about a grid of two words by four, three cells of which are black or gray."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.numbers import Number
from citehop.figures.plot_statements.choose import choose_statement
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName, Role

ROWS, COLUMNS = ("Haus", "gebaut"), ("the", "house", "was", "built")
DARKNESS = {(0, 0): 30.0, (0, 1): 100.0, (1, 3): 95.0}


def entries(role: Role, names: tuple[str, ...]) -> Entries:
    return Entries(len(names), (Attribute(role, tuple(map(FigureName, names)), (None,) * len(names)),))


def grid(least: float = 0.0) -> FigureData:
    facts = tuple(
        Fact(row, column, (Number(DARKNESS.get((row, column), least), "", 0, 1.0),), printed=False)
        for row in range(2)
        for column in range(4)
    )
    return FigureData("heatmap", entries("row", ROWS), entries("column", COLUMNS), facts)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which English words is Haus aligned with?", "the, house"),
        ("To what word is Haus linked by the black cell?", "house"),
        ("What is Haus aligned to by the gray point, and what by the black one?", "gray: the; black: house"),
        ("Which German word is built connected to?", "gebaut"),
        ("Which German word does the marked cell under house belong to?", "Haus"),
    ],
)
def test_the_other_side_of_marked_cells(question: str, text: str) -> None:
    statement = choose_statement(grid(), parse_question(question, one_hop=True))
    assert statement is not None
    assert statement.text == text


@pytest.mark.parametrize(
    "question",
    [
        "What does gebaut mean?",
        "To what word is gebaut linked by the gray cell?",  # there is none
        "Is Haus aligned with house?",
        "How many cells are black?",
    ],
)
def test_no_statement_about_something_else(question: str) -> None:
    assert choose_statement(grid(), parse_question(question, one_hop=True)) is None


def test_a_grid_shaded_all_over_has_no_marks() -> None:
    question = parse_question("Which English words is Haus aligned with?", one_hop=True)
    assert choose_statement(grid(least=20.0), question) is None
