from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.several import answer_several
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def drawn(*texts: str) -> list[DrawnText]:
    return [DrawnText(text, BBox(0, 20 * i, 80, 20 * i + 10)) for i, text in enumerate(texts)]


ERRORS = drawn(
    "score", "deletion error", "insertion error", "move error", "text attention", "query attention", "0.5"
)
TOOLS = drawn("Crawler", "[Open]", "[Search]", "[Stop]", "Queue")
PANELS = drawn("(a) Iron", "(b) Tin", "(c) Zinc")


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        ("Which three kinds of mistakes are marked?", ERRORS, "deletion error, insertion error, move error"),
        ("What are the names of the two attention blocks?", ERRORS, "text attention, query attention"),
        ("Which two mistakes are marked?", ERRORS, ""),  # two are no kind that the question does not name
        ("Which four errors are marked?", ERRORS, ""),
        ("Which three actions can the crawler take?", TOOLS, "Open, Search, Stop"),
        ("Which three metals are shown?", PANELS, "Iron, Tin, Zinc"),
        ("Which three metals are better than zinc?", PANELS, ""),
        ("Which metals are shown?", PANELS, ""),
    ],
)
def test_as_many_texts_of_one_kind_as_are_asked_for(
    question: str, texts: list[DrawnText], answer: str
) -> None:
    assert answer_several(parse_question(question, one_hop=True), texts) == answer


def test_only_a_kind_that_the_question_names() -> None:
    assert answer_several(parse_question("Which three actions are there?"), TOOLS, named=True) == ""
    assert answer_several(parse_question("Which three errors are there?"), ERRORS, named=True) != ""
