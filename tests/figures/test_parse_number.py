"""Numbers of ticks and value labels."""

import pytest

from citehop.figures.numbers import parse_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,200", 1200.0),
        ("12.5%", 12.5),
        ("10^3", 1000.0),
        ("2 x 10^-2", 0.02),
        ("10⁴", 1e4),
        ("175B", 1.75e11),
        ("10^1.2", 15.848932),
        ("100µ", 1e-4),
        ("10−3", 1e-3),
    ],
)
def test_printed_numbers(text: str, value: float) -> None:
    assert parse_number(text) == pytest.approx(value)


@pytest.mark.parametrize("text", ["10^400", "9" * 400, "", "x", "1e309"])
def test_what_is_no_number_or_beyond_the_range(text: str) -> None:
    assert parse_number(text) is None
