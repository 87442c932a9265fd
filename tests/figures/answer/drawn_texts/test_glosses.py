from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.glosses import answer_gloss
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox

LINES = [
    DrawnText("NOM", BBox(40, 0, 60, 10)),
    DrawnText("kutub", BBox(30, 14, 70, 24)),
    DrawnText("‘books’", BBox(28, 28, 72, 38)),
    DrawnText("fI ‘in’", BBox(100, 14, 140, 24)),
    DrawnText("bayt", BBox(160, 14, 200, 24)),
    DrawnText("house", BBox(160, 28, 200, 38)),
]


@pytest.mark.parametrize(
    ("question", "gloss"),
    [
        ("What does kutub mean in Figure 2?", "‘books’"),
        ("what is the gloss of 'Kutub' in the example tree?", "‘books’"),
        ("How is fI translated in Figure 2?", "‘in’"),
        ("What does bayt mean in Figure 2?", ""),  # not in quotation marks: another node, perhaps
        ("What does NOM mean in Figure 2?", ""),
        ("What do the dashed lines mean in Figure 2?", ""),
        ("Which word is under NOM?", ""),
    ],
)
def test_a_gloss_is_printed_behind_or_under_its_word(question: str, gloss: str) -> None:
    assert answer_gloss(parse_question(question, one_hop=True), LINES) == gloss
