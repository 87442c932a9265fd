"""Line numbers within the lines of a bibliography."""

import pytest

from citehop.papers.parsing.pdf.numbered_lines import drop_numbers
from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.lines import Line, build_line
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox

FONT = Font("Rain", 10.0, False, False)


def build(text: str) -> Line:
    return build_line(
        Token(word, BBox(40.0 * place, 100.0, 40.0 * place + 30.0, 110.0), 109.0, FONT)
        for place, word in enumerate(text.split())
    )


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ([f"{i} Byron of rain" for i in range(955, 963)], ["Byron of rain"] * 8),
        (["Byron", "Rain 20", *["Meier, K."] * 4, "Wei of 25", *["Rain, L."] * 4, "Poe 30"],
         ["Byron", "Rain", *["Meier, K."] * 4, "Wei of", *["Rain, L."] * 4, "Poe"]),
        ([f"{i} Byron of rain" for i in range(1, 9)], [f"{i} Byron of rain" for i in range(1, 9)]),
        ([f"{i} Byron of rain" for i in range(1, 25)], [f"{i} Byron of rain" for i in range(1, 25)]),
        (["95 Byron", "of rain", *[f"{i} Byron" for i in range(96, 101)], "of rain"],
         ["95 Byron", "of rain", *[f"{i} Byron" for i in range(96, 101)], "of rain"]),
        (["Rain, 1999", "Meier", "Wei, 2004"], ["Rain, 1999", "Meier", "Wei, 2004"]),
    ],
    ids=["each line", "each fifth line", "entries of one line", "many entries", "entries of one line among others", "years"],
)  # fmt: skip
def test_line_numbers_are_left_out(printed: list[str], read: list[str]) -> None:
    lines = drop_numbers([build(text) for text in printed], [1] * len(printed))
    assert [line.text for line in lines] == read
