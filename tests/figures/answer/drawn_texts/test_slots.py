"""Slots of a form with two columns, each with a heading and two keys."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.slots import answer_slot
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def column(x: float, texts: str) -> list[DrawnText]:
    return [
        DrawnText(text, BBox(x, 12.0 * i, x + 6.0 * len(text), 12.0 * i + 10))
        for i, text in enumerate(texts.split("/"))
    ]


FORM = [
    *column(0, "Role: Buyer/Words: mer-/chant, client/Verbs: pay"),
    *column(150, "Role: Seller/Words: shop,/farmer/Verbs: offer,/hand over"),
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which words are listed for the Seller role?", "shop, farmer"),
        ("What are the words of the buyer?", "merchant, client"),
        ("Which verbs go with the seller?", "offer, hand over"),
        ("Which words are listed?", ""),  # of whom?
        ("Which words and verbs does the seller have?", ""),
        ("Which of the words of the buyer is underlined?", ""),
        ("Which nouns does the seller have?", ""),
        ("How many words does the buyer have?", ""),
    ],
)
def test_the_text_of_a_slot(question: str, answer: str) -> None:
    assert answer_slot(parse_question(question, one_hop=True), FORM) == answer


def test_a_drawing_with_few_keys_is_no_form() -> None:
    question = parse_question("What are the words of the buyer?", one_hop=True)
    assert answer_slot(question, FORM[:2]) == ""
