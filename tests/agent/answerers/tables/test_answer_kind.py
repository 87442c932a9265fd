from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.answer_kind import fits_kind, keep_kind, lacks_asked
from citehop.agent.answerers.tables.matched_table import CellMatch
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.types import Fact


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("How many documents are in Debates?", "FooNet, Debates: 75.2", False),
        ("How many documents are in Debates?", "Debates, #docs: 1.6K", True),
        ("How many documents are in Debates?", "Debates, #docs: 1,600", True),
        ("How many parameters has the 5.0 release?", "Release 5.0: 4.3M", False),
        ("How many hours did FooNet train?", "FooNet: 6.5", True),
        ("How many words are there on average?", "Debates: 22.7", True),
        ("What recall does FooNet reach?", "FooNet: 75.2", True),
    ],
)
def test_a_number_of_things_has_no_fraction(question: str, text: str, fits: bool) -> None:
    assert fits_kind(text, False, parse_question(question, one_hop=True)) is fits


@pytest.mark.parametrize(
    "question", ["By how much is A better than B?", "How many times faster is A than B?"]
)
def test_differences_and_ratios_are_computed(question: str) -> None:
    parsed = parse_question(question, one_hop=True)
    assert fits_kind("9.7", True, parsed)
    assert not fits_kind("A: 80.1", False, parsed)


def test_a_count_keeps_the_cells_without_a_fraction() -> None:
    cells = tuple(
        ("Debates", name, Fact(0, column, text=text))
        for column, (name, text) in enumerate((("#docs", "1.6K"), ("#s/d", "22.7")))
    )
    match = CellMatch(cells, 0.9, choices=2)
    kept = keep_kind(match, parse_question("How many documents are in Debates?", one_hop=True))
    assert [text.text for _, _, text in kept.cells] == ["1.6K"]
    assert kept.choices == 1
    assert keep_kind(match, parse_question("How long are they?", one_hop=True)) == match


@pytest.mark.parametrize(
    ("question", "terms", "lacks"),
    [
        ("What batch size does FooNet use?", {"foonet"}, True),
        ("What batch size does FooNet use?", {"foonet", "batch"}, False),
        ("Which GPU was FooNet trained on?", {"foonet", "train"}, True),
        ("How many hours did FooNet train?", {"foonet", "minut"}, False),  # times are printed in some unit
        (
            "What accuracy does FooNet reach on Debates?",
            {"foonet", "debat"},
            False,
        ),  # need not be in the table
        ("Who proposed FooNet?", {"foonet"}, True),
        ("What F-score does FooNet obtain on trees?", {"foonet", "tree"}, False),
        ("What proportion of trees does FooNet get right?", {"foonet", "tree"}, False),
    ],
)
def test_a_table_has_what_is_asked_for(question: str, terms: set[str], lacks: bool) -> None:
    assert lacks_asked(question, terms, "75.2 (FooNet)") is lacks


def test_a_column_of_counts_counts_what_it_does_not_name() -> None:
    question = "How many instances has the subtype FooNet?"
    assert lacks_asked(question, {"foonet"}, "420 (FooNet, Accuracy)")
    assert not lacks_asked(question, {"foonet"}, "420 (FooNet, Freq)")
