"""The words in which the cross-encoder reads an answer of a table."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.cell_words import join_in_words
from citehop.agent.answerers.tables.table_request import CellOperation

CELLS = [("FooNet", f"fold {number}", str(number)) for number in range(1, 5)]


@pytest.mark.parametrize(
    ("operation", "count", "words"),
    [
        ("cell", 1, "FooNet, fold 1: 1. Table 3: Folds.. Small Nets"),
        ("extreme", 1, "best: FooNet, fold 1: 1. Table 3: Folds.. Small Nets"),
        (
            "difference",
            2,
            "difference of FooNet, fold 1: 1; FooNet, fold 2: 2. Table 3: Folds.. Small Nets",
        ),
        ("both", 4, "FooNet, fold 1: 1; FooNet, fold 2: 2; FooNet, fold 3: 3. Table 3: Folds.. Small Nets"),
    ],
)
def test_the_operation_the_cells_and_their_place(operation: CellOperation, count: int, words: str) -> None:
    assert join_in_words(operation, CELLS[:count], "Table 3:  Folds.", "Small Nets") == words


def test_of_a_long_caption_and_title_the_first_words_are_read() -> None:
    words = join_in_words("cell", CELLS[:1], "word " * 30, "Nets " * 30).split()
    assert (words.count("word"), words.count("word."), words.count("Nets")) == (23, 1, 10)
