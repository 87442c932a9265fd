"""Rows of the paper's own system, which answer no question about the systems of others."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.own_system import without_own_system
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.operations import Compare
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName

TITLE = "QuillNet: parsing with feathers"


def table(*rows: str) -> FigureData:
    names = tuple(FigureName(row) for row in rows)
    columns = Entries(1, (Attribute("column", (FigureName("F1"),), (None,)),))
    facts = tuple(Fact(row, 0, text="80") for row in range(len(rows)))
    return FigureData(
        "table", Entries(len(rows), (Attribute("row", names, (None,) * len(rows)),)), columns, facts
    )


RESULTS = table("BarParse", "QuillNet", "ZooTag")


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        ("Which competitor has the best F1?", ("QuillNet",)),
        ("Among the earlier models in Table 4, which one has the best F1?", ("QuillNet",)),
        ("Which model has the best F1?", ()),
    ],
)
def test_a_question_about_others_excludes_the_own_system(text: str, excluded: tuple[str, ...]) -> None:
    question = parse_question(text)
    assert without_own_system(question, RESULTS, TITLE).excluded == excluded


def test_it_is_the_own_system() -> None:
    question = parse_question("Which of them beats it on F1?")
    (operation,) = without_own_system(question, RESULTS, TITLE).operations
    assert isinstance(operation, Compare)
    assert operation.to == "QuillNet"


def test_tables_without_a_row_of_others_and_diagrams_change_nothing() -> None:
    question = parse_question("Which competitor has the best F1?")
    for data in (table("QuillNet"), table("BarParse"), FigureData("diagram"), None):
        assert without_own_system(question, data, TITLE) is question
