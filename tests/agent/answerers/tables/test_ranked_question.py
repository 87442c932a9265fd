"""Sentences as answers to questions for the first among others."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.ranked_question import ranks, weigh_quotes
from citehop.agent.answerers.types import ComposedAnswer
from citehop.agent.types import Citation
from citehop.papers.types import BBox

RANKING = "Which parser has the highest recall?"


@pytest.mark.parametrize(
    ("question", "ranked"),
    [(RANKING, True), ("Which participant opened the most cards?", True), ("What is the recall?", False)],
)
def test_questions_that_rank(question: str, ranked: bool) -> None:
    assert ranks(question) is ranked


@pytest.mark.parametrize(
    ("question", "quote", "probability"),
    [
        (RANKING, "FooNet outperforms all others.", 0.6),
        (RANKING, "FooNet reaches the highest recall.", 0.6),
        (RANKING, "The recall of FooNet on the test set is 81.0.", 0.3),
        ("What is the recall of FooNet?", "The recall of FooNet is 81.0.", 0.6),
    ],
)
def test_a_sentence_that_ranks_nothing_counts_less(question: str, quote: str, probability: float) -> None:
    citation = Citation("a", 1, BBox(0, 0, 1, 1), quote)
    assert weigh_quotes(question, ComposedAnswer(quote, (citation,), probability=0.6)) == pytest.approx(
        probability
    )
