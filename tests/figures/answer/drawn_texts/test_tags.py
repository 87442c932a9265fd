"""Numbers and tags right beside the texts of a small tree of words."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.tags import answer_attached
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def text(words: str, x: float, y: float) -> DrawnText:
    return DrawnText(words, BBox(x, y, x + 8.0 * len(words), y + 10))


# Codes over words, and tags under some of them; "oak" is as near to 010 as to 011.
TREE = [
    text("00", 0, 0), text("01", 150, 0),
    *(text(code, x, 40) for code, x in (("000", 0), ("001", 60), ("010", 130), ("011", 190))),
    *(text(word, x, 55) for word, x in (("elm", 0), ("Elm", 60), ("oak", 160))),
    text("NN", 0, 70), text("NNP", 60, 70),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which bit string does 'elm' have in the tree?", "000"),
        ("What code is assigned to Elm?", "001"),
        ("What is the code of elm in the word tree?", "000"),
        ("Which tag does elm have?", "NN"),
        ("What part of speech is 'Elm'?", "NNP"),
        ("Which code does oak have?", ""),  # two are as near
        ("Which code does ash have?", ""),
        ("Which codes do elm and Elm have?", ""),
        ("Which relation label does elm have?", ""),  # of a link
        ("How many codes does elm have?", ""),
        ("Which word has the code 001?", "Elm"),
        ("What word gets tag NN?", "elm"),
        ("Which word has the code 010?", "oak"),
        ("Which word has the code 111?", ""),
        ("Which paper has code 001?", ""),
    ],
)
def test_what_is_printed_beside_a_name(question: str, answer: str) -> None:
    assert answer_attached(parse_question(question, one_hop=True), TREE) == answer
