"""Raised numbers that belong to a word, told from markers."""

import pytest

from citehop.papers.parsing.raised_numbers import is_exponent, is_isotope


@pytest.mark.parametrize(
    ("word", "raised", "expected"),
    [
        ("cm", "2", True),
        ("(5mm", "3", True),
        ("W/cm", "2", True),
        ("Mpc", "-3", True),
        ("Ca", "2+", True),
        ("sin", "2", True),
        ("cm", "12", False),
        ("team", "2", False),
        ("Pamm", "2", False),
        ("diffusion,", "2", False),
        ("models", "2-4", False),
    ],
)
def test_exponents(word: str, raised: str, expected: bool) -> None:
    assert is_exponent(word, raised) == expected


@pytest.mark.parametrize(
    ("raised", "word", "expected"),
    [
        ("10", "B", True),
        ("13", "CO", True),
        ("18", "F-labelled", True),
        ("238", "U.", True),
        ("3", "He/", True),
        ("7", "Department", False),
        ("3", "In", False),
        ("13", "CNNs", False),
        ("40", "He", False),
    ],
)
def test_isotopes(raised: str, word: str, expected: bool) -> None:
    assert is_isotope(raised, word) == expected
