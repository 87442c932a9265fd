"""Questions for a page as a whole."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.pages import find_page_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("What is on page 220?", 220),
        ("what does p. 3 of the paper on linear reservoirs say?", 3),
        ("Summarize page 12", 12),
        ("Which table is on page 5?", 0),
        ("What is the depth on page 5?", 0),
        ("What is the mean range?", 0),
    ],
)
def test_numbers_of_pages(text: str, number: int) -> None:
    assert find_page_number(text) == number
