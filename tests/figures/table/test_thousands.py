"""Numbers with a space before their last three digits, and columns that are as close."""

import pytest

from citehop.figures.table.joined_words import join_thousands
from citehop.figures.table.values import numbers_in
from citehop.papers.types import BBox, Word


def make_row(y: float, *cells: tuple[str, float]) -> list[Word]:
    return [Word(text, BBox(x, y, x + 6 * len(text), y + 10)) for text, x in cells]


def texts(words: list[Word]) -> list[str]:
    return [word.text for word in words]


def test_a_space_before_three_digits_is_part_of_the_number() -> None:
    words = [
        *make_row(0, ("Barley", 0), ("1", 60), ("204", 70), ("15", 120), ("455", 136)),
        *make_row(20, ("Timber", 0), ("77", 60), ("1", 106), ("234", 116), ("567", 138)),
    ]
    assert texts(join_thousands(words, 10)) == ["Barley", "1 204", "15 455", "Timber", "77", "1 234 567"]


def test_a_share_in_parentheses_may_follow() -> None:
    words = [*make_row(0, ("238", 60), ("794", 82), ("(10.4)", 104)), *make_row(20, ("48", 66), ("123", 82))]
    assert texts(join_thousands(words, 10)) == ["238 794", "(10.4)", "48 123"]


def test_columns_as_close_as_words_stay_apart() -> None:
    words = [*make_row(0, ("12", 60), ("853", 76)), *make_row(20, ("12", 60), ("85", 76))]
    assert join_thousands(words, 10) == words


def test_columns_further_apart_stay_apart() -> None:
    words = make_row(0, ("12", 60), ("853", 82))
    assert join_thousands(words, 10) == words


@pytest.mark.parametrize(
    ("text", "values"), [("15 455", [15455]), ("1 234 567", [1234567]), ("12 85", [12, 85])]
)
def test_values_of_spaced_numbers(text: str, values: list[float]) -> None:
    assert [number.value for number in numbers_in(text)] == values
