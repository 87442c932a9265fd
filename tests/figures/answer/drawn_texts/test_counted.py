from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.counted import count_texts
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def drawn(text: str, x: float, y: float, height: float = 10) -> DrawnText:
    return DrawnText(text, BBox(x, y, x + 40, y + height))


HEADED = [
    drawn("input", 0, 0),
    drawn("output", 200, 0),
    drawn("w(1)", 10, 40),
    *(drawn(f"w({i})", 220, 20.0 * i) for i in (1, 2, 3)),
]
LINES = [drawn(text, 0, 15.0 * i) for i, text in enumerate(("pump", "pumpa", "bomba", "pompe"))]
BLOCK = [drawn("pump pumpa bomba pompe", 0, 0, 55), drawn("(candidates)", 100, 22)]


@pytest.mark.parametrize(
    ("question", "texts", "number"),
    [
        ("How many output boxes has the diagram?", HEADED, "3"),
        ("How many inputs are there?", HEADED, "1"),
        ("How many layers are there?", HEADED, ""),
        ("How many candidates came out of the rules?", BLOCK, "4"),
        ("Which output boxes are there?", HEADED, ""),
    ],
)
def test_texts_under_a_heading_and_lines_beside_a_label(
    question: str, texts: list[DrawnText], number: str
) -> None:
    assert count_texts(parse_question(question, one_hop=True), texts, LINES) == number
