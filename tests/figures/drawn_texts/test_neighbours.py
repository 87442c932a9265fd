from __future__ import annotations

import pytest

from citehop.figures.drawn_texts.neighbours import answer_neighbour
from citehop.figures.drawn_texts.read import DrawnText
from citehop.figures.question.parser import Question, parse_question
from citehop.figures.types import Attribute, Edge, Entries, FigureData, FigureName
from citehop.papers.types import BBox

# Names of layers in a column at the left, boxes at the right; the drawing runs upwards.
LAYERS = [
    DrawnText("Output Layer", BBox(0, 0, 80, 10)),
    DrawnText("softmax", BBox(200, 0, 250, 10)),
    DrawnText("Modeling Layer", BBox(0, 40, 80, 50)),
    DrawnText("LSTM", BBox(200, 40, 250, 50)),
    DrawnText("Attention Layer", BBox(0, 80, 80, 90)),
    DrawnText("Embedding Layer", BBox(0, 120, 80, 130)),
    DrawnText("input", BBox(200, 120, 250, 130)),
]


def ask(text: str) -> Question:
    return parse_question(text, one_hop=True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which layer sits directly above the attention layer in Figure 1?", "Modeling Layer"),
        ("What comes after the attention layer in Figure 1?", "Modeling Layer"),
        ("Which layer comes before the attention layer in Figure 1?", "Embedding Layer"),
        (
            "Which layer lies between the output layer and the attention layer in Figure 1?",
            "Modeling Layer",
        ),
        ("Which layer comes after the dropout in Figure 1?", ""),
        ("Which layer is the widest in Figure 1?", ""),
    ],
)
def test_the_text_beside_a_named_one_follows_the_direction_of_the_drawing(question: str, answer: str) -> None:
    assert answer_neighbour(ask(question), LAYERS, None) == answer


def test_arrows_give_the_direction_before_words_do() -> None:
    names = tuple(FigureName(text.text) for text in LAYERS)
    boxes = tuple(text.box for text in LAYERS)
    rows = Entries(len(LAYERS), (Attribute("node", names, boxes),))
    downwards = FigureData("diagram", rows, edges=(Edge(0, 2, "arrow"), Edge(2, 4, "arrow")))
    question = ask("What comes after the attention layer in Figure 1?")
    assert answer_neighbour(question, LAYERS, downwards) == "Embedding Layer"


def test_names_of_curves_have_no_neighbours() -> None:
    names = (FigureName("Attention Layer"), FigureName("Modeling Layer"))
    chart = FigureData("line", Entries(2, (Attribute("series", names, (None, None)),)))
    assert answer_neighbour(ask("Which curve is above the attention layer?"), LAYERS, chart) == ""
