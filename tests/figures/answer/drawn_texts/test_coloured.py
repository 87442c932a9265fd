from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.coloured import answer_coloured
from citehop.figures.statements.texts import DrawnText
from citehop.figures.types import Appearance, Attribute, Entries, FigureData, FigureName
from citehop.papers.types import BBox

GREEN, RED = (46.0, -52.0, 50.0), (53.0, 80.0, 67.0)
NODES = (("Pooling", GREEN), ("Encoder", RED), ("Projector", GREEN), ("Projector", GREEN))
DIAGRAM = FigureData(
    "diagram",
    Entries(
        4,
        (
            Attribute(
                "node",
                tuple(FigureName(name) for name, _ in NODES),
                tuple(BBox(0, 40.0 * i, 60, 40.0 * i + 20) for i in (0, 1, 2, 2)),
            ),
        ),
        tuple(Appearance(colour) for _, colour in NODES),
    ),
)
LINES = [DrawnText("Attention", BBox(0, 160, 60, 170))]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What are the green blocks right above the attention part called?", "Projector"),
        ("What is the red box called?", "Encoder"),
        ("What are the green boxes called?", ""),  # two names
        ("What is the blue box called?", ""),
        ("What are the green blocks right above the furnace called?", ""),
        ("How many green boxes are there?", ""),
    ],
)
def test_the_boxes_of_a_colour(question: str, answer: str) -> None:
    assert answer_coloured(parse_question(question, one_hop=True), LINES, DIAGRAM) == answer


@pytest.mark.parametrize("rows", [Entries(0), Entries(4, DIAGRAM.rows.attributes)])
def test_a_diagram_without_boxes_or_colours_has_none(rows: Entries) -> None:
    question = parse_question("What is the red box called?", one_hop=True)
    assert answer_coloured(question, LINES, FigureData("diagram", rows)) == ""
