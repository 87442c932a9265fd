"""Statements about six points of recall against precision, in two groups with different marks."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.numbers import Number
from citehop.figures.plot_statements.choose import choose_statement
from citehop.figures.types import Appearance, Attribute, Entries, Fact, FigureData, FigureName

POINTS = {"raw": ((0.1, 0.9), (0.3, 0.7), (0.5, 0.6)), "pruned": ((0.4, 0.5), (0.6, 0.65), (0.7, 0.4))}


def scatter() -> FigureData:
    points = [(group, point) for group, own in POINTS.items() for point in own]
    facts = tuple(
        Fact(row, axis, (Number(value, "", 1, 0.01),), printed=False)
        for row, (_, point) in enumerate(points)
        for axis, value in enumerate(point)
    )
    groups = Attribute("series", tuple(FigureName(group) for group, _ in points), (None,) * 6)
    looks = tuple(Appearance(marker="plus" if group == "raw" else "cross") for group, _ in points)
    titles = Attribute("column", (FigureName("Precision"), FigureName("Recall")), (None, None))
    return FigureData(
        "scatter",
        Entries(6, (groups,), looks),
        Entries(2, (titles,)),
        facts,
        x_title="Precision",
        y_title="Recall",
        x_range=(0.0, 1.0),
    )


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many points are there in total?", "6"),
        ("How many pruned points are plotted?", "3"),
        ("How many crosses are there?", "3"),
        ("How many pruned points have a recall above 0.45?", "2"),
        ("What are precision and recall of the point with the highest recall?", "Precision 0.1, Recall 0.9"),
        ("What is the recall of the point with the highest precision?", "0.4"),
        ("Where is the leftmost pruned point?", "Precision 0.4, Recall 0.5"),
        ("What is the highest recall of a pruned point?", "0.65"),
        ("Precision of the lowest raw point?", "0.5"),
    ],
)
def test_counts_and_places_of_points(question: str, text: str) -> None:
    statement = choose_statement(scatter(), parse_question(question, one_hop=True))
    assert statement is not None
    assert statement.text == text


@pytest.mark.parametrize(
    "question",
    [
        "Which group has the point with the highest recall?",
        "How many iterations were run?",
        "How many triangles are there?",
        "What is the recall of the second highest point?",
        "What is the highest value?",
        "What speed is reached with the highest recall?",
    ],
)
def test_no_statement_about_something_else(question: str) -> None:
    assert choose_statement(scatter(), parse_question(question, one_hop=True)) is None
