"""Counted nouns."""

from __future__ import annotations

import pytest

from citehop.papers.plural import count_noun


@pytest.mark.parametrize(("number", "expected"), [(0, "0 papers"), (1, "1 paper"), (2, "2 papers")])
def test_only_one_is_singular(number: int, expected: str) -> None:
    assert count_noun(number, "paper") == expected
