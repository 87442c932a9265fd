"""Answers of several papers joined by their values and names."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.join import describe_join, with_values
from citehop.agent.answerers.several.values import comparable, find_number, find_numbers
from citehop.agent.query.types import Join
from citehop.agent.types import ComparisonRow


def rows(*answers: str) -> list[ComparisonRow]:
    return [ComparisonRow(name, name, answer) for name, answer in zip("AB", answers, strict=True)]


@pytest.mark.parametrize(
    ("join", "answers", "joined"),
    [
        ("most", ("We train 3 layers.", "It has 12 layers."), "B: 12 (A 3)."),
        ("least", ("We train 3 layers.", "It has 12 layers."), "A: 3 (B 12)."),
        ("most", ("It takes 90 minutes.", "It takes 2 hours."), "B: 2 hours (A 90 minutes)."),
        ("least", ("p = 5.81 x 10^-48", "p = 0.199"), "A: 5.81 x 10^-48 (B 0.199)."),
        ("most", ("3 layers", "3 layers"), "No difference: A 3, B 3."),
        ("same", ("a batch of 32", "a batch of 64"), "Not the same: A 32, B 64."),
        ("common", ("We use SNLI and Adam.", "Trained on SNLI."), "In common: SNLI."),
        ("most", ("It takes 2 hours.", "It has 12 layers."), ""),
        ("list", ("3 layers", "12 layers"), "From high to low: B 12, A 3."),
    ],
)
def test_join(join: Join, answers: tuple[str, str], joined: str) -> None:
    assert describe_join(join, with_values(rows(*answers), ["layer"], True), ()) == joined


def test_a_row_without_an_answer_is_not_joined() -> None:
    assert describe_join("most", rows("3 layers", ""), ()) == ""


def test_the_number_beside_the_words_asked_for() -> None:
    number = find_number({"head"}, "The 12 layers have 8 heads each.")
    assert number is not None
    assert number.text == "8"
    assert find_number({"head"}, "No number here.") is None


def test_labels_and_citations_are_no_numbers() -> None:
    assert [number.text for _, number in find_numbers("Table 3 and [12] give 4.5% (Falk, 2019).")] == ["4.5%"]


def test_counts_are_not_compared_with_times() -> None:
    hours, count = find_numbers("2 hours"), find_numbers("7 trees")
    assert comparable([hours[0][1], count[0][1]]) == []
