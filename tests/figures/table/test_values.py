"""Cell texts as values, dashes and names."""

import pytest

from citehop.figures.table.values import is_dash, is_value


@pytest.mark.parametrize(
    ("text", "dash"),
    [
        ("-", True),
        ("—", True),
        ("n/a", True),
        ("- / -", True),
        ("–|–", True),
        ("- / 7", False),
        ("a / b", False),
    ],
)
def test_dashes_of_one_or_several_values(text: str, dash: bool) -> None:
    assert is_dash(text) is dash


@pytest.mark.parametrize(
    ("text", "value"),
    [("40.0 / 51.0", True), ("- / -", True), ("3.5 h", True), ("FooNet-3", False), ("", False)],
)
def test_values_apart_from_names(text: str, value: bool) -> None:
    assert is_value(text) is value
