"""The probability that cells answer: the better the names fit, the likelier."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.answer import LEAST_ALONE
from citehop.agent.answerers.tables.gate import (
    ChosenFeatures,
    asks_for_reason,
    describe_match,
    probability,
)
from citehop.agent.answerers.tables.matched_table import CellMatch
from citehop.figures.types import Fact

CELL = (("FooNet", "Recall", Fact(0, 0, text="70.1")),)


def of(
    match: CellMatch, question: str = "What recall does FooNet reach?", similarity: float | None = None
) -> float:
    return probability(
        describe_match(match, question, number=True, computed=False, missing=False, similarity=similarity)
    )


def test_a_cell_whose_names_the_question_has_is_likelier_than_one_by_its_caption() -> None:
    named = CellMatch(CELL, 0.9, 0.9, True, True, 1.0)
    assert of(named) > 0.3 > 0.18 > of(CellMatch(CELL, 0.3, 0.0, False, True, 0.1))
    assert of(named, similarity=0.9) > of(named) > of(named, similarity=0.1)
    assert of(named) > of(named, "Which FooNet is it?")  # no word for a result


def test_more_cells_are_less_likely() -> None:
    assert of(CellMatch(CELL * 4, 0.9, 0.9, True, True, 1.0, choices=4)) < of(
        CellMatch(CELL, 0.9, 0.9, True, True, 1.0)
    )


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Why does Foo fail?", True),
        ("How does Foo parse?", True),
        ("How does Foo perform on Bar?", False),
        ("What recall?", False),
    ],
)
def test_asks_for_reason(question: str, reason: bool) -> None:
    assert asks_for_reason(question) is reason


def test_an_answer_far_ahead_of_the_others_is_likelier_and_so_is_one_of_several_cells() -> None:
    cells = describe_match(
        CellMatch(CELL, 0.6, 0.6, True, True, 0.8),
        "What recall does FooNet reach?",
        number=True,
        computed=False,
        missing=False,
        similarity=None,
    )
    ahead, level, pair = (
        ChosenFeatures(cells, share, several).probability
        for share, several in ((0.9, False), (0.1, False), (0.9, True))
    )
    assert pair > ahead > LEAST_ALONE > level > 0.0
