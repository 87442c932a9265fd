"""Questions over a confusion matrix."""

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName

CLASSES = ["cat", "dog", "bird", "ship"]
COUNTS = [[70, 20, 7, 3], [15, 80, 4, 1], [9, 2, 60, 29], [1, 0, 30, 69]]


def matrix() -> FigureData:
    names = tuple(map(FigureName, CLASSES))
    facts = [
        Fact(r, c, (Number(float(n), str(n)),), str(n))
        for r, row in enumerate(COUNTS)
        for c, n in enumerate(row)
    ]
    rows = Entries(4, (Attribute("series", names, (None,) * 4),))
    columns = Entries(4, (Attribute("place", names, (None,) * 4),))
    return FigureData("heatmap", rows, columns, tuple(facts), x_title="Predicted class", y_title="True class")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which wrong class is predicted most often for bird?", "ship"),
        ("What class is most frequently predicted when the true label is dog?", "cat"),
        ("Which class has the highest number of correct predictions?", "dog"),
        (
            "Which class is recognised correctly least often, with the lowest number of correct predictions?",
            "bird",
        ),
        ("Which class is most often mistaken for bird?", "ship"),
    ],
)
def test_confusion_matrix(question: str, answer: str) -> None:
    assert answer_question(matrix(), parse_question(question)).entities[0].text == answer
