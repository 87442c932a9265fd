"""Numbers as they are printed."""

import pytest

from citehop.figures.numbers import find_numbers, format_measured


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


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("at 10^-4 and 3x10^5", [1e-4, 3e5]),
        ("10^{-3}", [1e-3]),
        ("10⁸ and 10⁻⁷", [1e8, 1e-7]),
        ("5.81 × 10⁻⁴⁸ 0.2", [5.81e-48, 0.2]),
        ("10 to 4", [10.0, 4.0]),
        ("60·3 (9·6) and 3·10⁻⁵", [60.3, 9.6, 3, 1e-5]),
        ("2.5k", [2500.0]),
    ],
)
def test_powers_of_ten_are_one_number(text: str, values: list[float]) -> None:
    assert [number.value for number in find_numbers(text)] == pytest.approx(values)
