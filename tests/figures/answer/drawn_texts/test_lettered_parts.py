"""Lettered parts of drawings: chains of boxes side by side, and rows under one another."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.lettered_parts import answer_in_part
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def text(words: str, x: float, y: float) -> DrawnText:
    return DrawnText(words, BBox(x, y, x + 6.0 * len(words), y + 10))


# The titles of (b) and (c) were read as one text.
SIDE_BY_SIDE = [
    text("(a) Open", 0, 0), text("Ask", 10, 30), text("Wait", 10, 60),
    text("(b) Solved at last (c) Left", 100, 0),
    *(text(word, 130, y) for word, y in (("Query", 30), ("Answer", 60), ("Thanks", 90))),
    text("Plea", 220, 30), text("Silence", 220, 60),
]  # fmt: skip
ROWS = [
    text("a.) Morning", 0, 0), text("tea", 0, 20), text("bread", 60, 20), text("jam", 120, 20),
    text("b.) Evening", 0, 60), text("soup", 0, 80), text("salad", 60, 80),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Pattern (b): what is written in the box in the middle?", "Answer"),
        ("What is the last box of pattern (c)?", "Silence"),
        ("In (a), what does the second box say?", "Wait"),
        ("How many boxes does (b) have?", "3"),
        ("What is in the middle box of (c)?", ""),  # there are two
        ("What is in the fourth box of (b)?", ""),
        ("What does (b) show?", ""),
        ("What is written in the middle box?", ""),
        ("What is the last box of pattern (d)?", ""),
    ],
)
def test_a_place_in_a_lettered_part(question: str, answer: str) -> None:
    assert answer_in_part(parse_question(question, one_hop=True), SIDE_BY_SIDE) == answer


def test_parts_under_one_another() -> None:
    def answer(question: str) -> str:
        return answer_in_part(parse_question(question, one_hop=True), ROWS)

    assert answer("What is the first word in (b)?") == "soup"
    assert answer("What is the middle item of part (a)?") == "bread"


def test_no_order_where_two_texts_are_side_by_side_in_a_chain() -> None:
    texts = [*SIDE_BY_SIDE, text("Reply", 150, 60)]
    question = parse_question("What is the last box of (b)?", one_hop=True)
    assert answer_in_part(question, texts) == ""
