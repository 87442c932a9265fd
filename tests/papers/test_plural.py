"""Counted nouns and lists of names."""

import pytest

from citehop.papers.plural import count_noun, list_some


@pytest.mark.parametrize(("number", "expected"), [(0, "0 papers"), (1, "1 paper"), (2, "2 papers")])
def test_only_one_is_singular(number: int, expected: str) -> None:
    assert count_noun(number, "paper") == expected


def test_long_lists_are_cut_and_counted() -> None:
    assert list_some(["a", "b", "c"], 2) == "a, b and 1 more"
    assert list_some([]) == "none"
