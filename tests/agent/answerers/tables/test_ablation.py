from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.ablation import (
    added_terms,
    addition_terms,
    asks_for_ablation,
    leaves_out,
    left_out_terms,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("accuracy without bigrams", {"bigram"}),
        ("if you strip the lexicon out of FooNet", {"lexicon"}),
        ("FooNet with attention disabled", {"attent"}),
        ("stripping away attention", {"attent"}),
        ("not significant", {"signific"}),
        ("FooNet with attention", set()),
        ("normal and northern basins", set()),
    ],
)
def test_what_is_left_out(text: str, terms: set[str]) -> None:
    assert left_out_terms(text) == terms


def test_entries_that_leave_something_out() -> None:
    names = ("No char embedding", "w/o Full-Matching", "- encoder", "FooNet", "Dropout 0.5", "None", "Normal")
    assert [leaves_out(name) for name in names] == [True, True, True, False, False, False, False]


def test_questions_for_ablations() -> None:
    assert asks_for_ablation("Dropping which component costs the most?")
    assert asks_for_ablation("What hurts most when you take it out?")
    assert not asks_for_ablation("Which component has the lowest error?")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("score when authors are added to the input", {"author"}),
        ("adding the venue improves it", {"venu", "improv"}),
        ("How many points do bigrams bring with 50 units?", {"bigram"}),
        ("accuracy without bigrams", set()),
    ],
)
def test_what_is_added(text: str, terms: set[str]) -> None:
    assert added_terms(text) == terms


def test_entries_that_are_additions() -> None:
    names = ("+ author", "with attention", "w/ dropout", "w/o dropout", "FooNet + author")
    assert [bool(addition_terms(name)) for name in names] == [True, True, True, False, False]
