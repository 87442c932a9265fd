"""Questions that ask two things of each of several papers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.several.further_part import split_part, with_further
from citehop.agent.types import Citation, ComparisonRow
from citehop.papers.types import BBox


@pytest.mark.parametrize(
    ("part", "first", "further"),
    [
        (
            "What corpus did they test on and how big was the vocabulary in one",
            "What corpus did they test on",
            "how big was the vocabulary",
        ),
        (
            "Which corpus were they tested on? and with what error rate",
            "Which corpus were they tested on",
            "What is the error rate",
        ),
        ("What is the optimizer and batch size", "What is the optimizer", "What is the batch size"),
        ("What is the optimizer + initial learning rate", "What is the optimizer", "What is the initial learning rate"),
        # One thing, or two of which the first has no verb or noun of its own.
        ("What is the dropout rate", "What is the dropout rate", ""),
        ("What is the train and test size", "What is the train and test size", ""),
        ("How many and which languages do they use", "How many and which languages do they use", ""),
        ("Which optimizer do they use, and how", "Which optimizer do they use, and how", ""),
    ],
)  # fmt: skip
def test_a_part_is_divided_where_each_piece_asks_for_something(part: str, first: str, further: str) -> None:
    assert split_part(part) == (first, further)


def test_a_row_has_the_further_answer_without_the_quotes_that_it_has() -> None:
    known, new = (Citation("a", 1, BBox(0, 0, 1, 1), quote) for quote in ("We use Adam.", "The rate is 0.1."))
    row = ComparisonRow("a", "A", "We use Adam.", (known,), 0.5)
    more = replace(row, answer="We use Adam. The rate is 0.1.", citations=(known, new), probability=0.7)
    assert with_further([row], [more]) == [
        ComparisonRow("a", "A", "We use Adam. The rate is 0.1.", (known, new), 0.7)
    ]
