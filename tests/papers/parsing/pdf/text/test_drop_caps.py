"""Large initials joined with their word."""

import pytest

from citehop.papers.parsing.pdf.text.drop_caps import join_drop_caps
from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox

BODY = 10.0


def make_token(text: str, x: float, baseline: float, size: float = BODY) -> Token:
    box = BBox(x, baseline - 0.7 * size, x + 0.5 * size * len(text), baseline)
    return Token(text, box, baseline, Font("Times", size, False, False))


@pytest.mark.parametrize(
    ("initial", "first", "below", "expected"),
    [
        ("T", "HE", "river", "THE"),
        ("R", "adio", "collars", "Radio"),
        ("“W", "here", "it", "“Where"),
        ("A", "river", "river", "A river"),
        ("A", "ll", "river", "All"),
    ],
)
def test_initials_over_two_lines(initial: str, first: str, below: str, expected: str) -> None:
    """Of two lines beside the initial only the first begins with the rest of its word."""
    beside = 50.0 + 15 * len(initial) + 1
    tokens = [
        make_token(initial, 50, 121, 30),
        make_token(first, beside, 109),
        make_token(below, beside, 121),
        make_token("below", 50, 133),
    ]
    assert [token.text for token in join_drop_caps(tokens)] == [expected, below, "below"]


def test_large_letters_with_one_line_beside_them_stay() -> None:
    tokens = [make_token("B", 50, 121, 30), make_token("panel", 66, 119), make_token("text", 50, 160)]
    assert list(join_drop_caps(tokens)) == tokens
