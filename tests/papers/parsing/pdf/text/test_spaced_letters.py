"""Words with space between their letters."""

import pytest

from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.lines import build_line
from citehop.papers.parsing.pdf.text.spaced_letters import join_spaced_letters
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ("a r t i c l e  i n f o", "article info"),
        ("A B S T R A C T", "ABSTRACT"),
        ("T H E  R A I N  O F  M A R S", "THE RAIN OF MARS"),
        ("RE S ULTS", "RESULTS"),
        ("RE S ULTS AND D ISCUSSION", "RESULTS AND DISCUSSION"),
        ("RESULTS AND DISCUSSION", "RESULTS AND DISCUSSION"),
        ("A B testing", "A B testing"),
        ("x = a b", "x = a b"),
    ],
)
def test_words_are_joined(parts: str, expected: str) -> None:
    """One space in `parts` is one between letters or pieces, two are one between words."""
    x, tokens = 0.0, []
    for word in parts.split("  "):
        for part in word.split():
            box = BBox(x, 0, x + 6 * len(part), 8)
            tokens.append(Token(part, box, 8, Font("Times", 10, False, False)))
            x = box.x1 + 4
        x += 6
    assert join_spaced_letters(build_line(tokens)).text == expected
