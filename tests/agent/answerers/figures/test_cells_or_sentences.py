"""Cells that are of another kind than what is asked for and what a sentence gives."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.answer import FigureAnswer
from citehop.agent.answerers.figures.cells_or_sentences import cells_fit
from citehop.agent.answerers.types import ComposedAnswer
from citehop.agent.first_hop import FirstHop
from citehop.agent.types import Citation
from citehop.figures.types import Fact
from citehop.indexes.text.analysis import analyse
from citehop.papers.types import BBox


@pytest.mark.parametrize(
    ("question", "quote", "row", "column", "fits"),
    [
        # What is counted: a result or a time is no count, a column of that name is.
        ("How many trees has it?", "It has 700 trees.", "Old trees", "Accuracy [%]", False),
        ("How many trees has it?", "It has 700 trees.", "Old trees", "Time (in hours)", False),
        ("How many trees has it?", "It has 700 trees.", "Oaks", "Trees", True),
        ("How many errors has it?", "It has 700 errors.", "Oaks", "Errors (of trees)", True),
        ("How many trees has it?", "It is full of trees.", "Oaks", "Accuracy of trees", True),
        # What somebody does.
        ("What does FooNet do with the trees?", "It fells trees.", "Trees", "Sum", False),
        ("What does FooNet do on trees?", "It fells trees.", "Trees", "Sum", True),
        # A thing that only the sentence names.
        ("hidden layer width, FooNet", "The hidden layer has width 9.", "FooNet", "ACL", False),
        ("hidden layer width, FooNet", "FooNet is slow.", "FooNet", "ACL", True),
        # A share.
        ("What part of the trees is old?", "Of the trees 35% are old.", "Trees", "Accuracy", False),
    ],
)
def test_cells_of_another_kind_than_a_sentence_gives_do_not_answer(
    question: str, quote: str, row: str, column: str, fits: bool
) -> None:
    cells = ((row, column, Fact(0, 0, (), "71")),)
    terms = frozenset(analyse(f"{row} {column}"))
    shown = FigureAnswer(ComposedAnswer("71"), FirstHop(), 0.5, terms=terms, cells=cells)
    text = ComposedAnswer(quote, (Citation("p", 1, BBox(0, 0, 1, 1), quote),))
    assert cells_fit(question, frozenset({"foonet"}), shown, text) is fits
