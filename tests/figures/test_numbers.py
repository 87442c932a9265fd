"""Numbers as they are printed."""

from __future__ import annotations

import pytest

from citehop.figures.numbers import format_measured


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1700312.0, "1700000"),
        (0.00523, "0.00523"),
        (82.5, "82.5"),
        (-1e-7, "-0.0000001"),
        (0.0, "0"),
        (12, "12"),
    ],
)
def test_measured_values_have_three_digits_and_no_exponent(value: float, text: str) -> None:
    assert format_measured(value) == text
