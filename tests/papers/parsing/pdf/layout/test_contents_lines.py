"""Lines of tables of contents."""

from collections.abc import Sequence

import pytest

from citehop.papers.parsing.pdf.layout.contents_lines import find_contents_lines
from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.lines import Line, build_line
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox


def make_lines(texts: Sequence[str]) -> list[Line]:
    font = Font("Times", 10, False, False)
    lines = []
    for place, text in enumerate(texts):
        boxes = [
            BBox(30.0 * i, 12.0 * place, 30.0 * i + 20, 12.0 * place + 8) for i in range(len(text.split()))
        ]
        tokens = [Token(word, box, box.y1, font) for word, box in zip(text.split(), boxes, strict=True)]
        lines.append(build_line(tokens))
    return lines


@pytest.mark.parametrize(
    ("texts", "left_out"),
    [
        (["1. Rain . . . . . . . . 59", "2.1 Snow ........ 61", "The rain fell."], [0, 1]),
        (
            ["Contents", "1 Rain 3", "2 Snow and its", "melt in the spring 4", "3 Ice 9", "Rain is wet."],
            [0, 1, 2, 3, 4],
        ),
        (["Contents", "Rain fell in the north.", "Snow fell in the south."], []),
        (["The depth was 3", "The height was 4", "The width was 5"], []),
        (["Mass ........ 40", "Age ......... 12"], []),
        (["and so on ...", "He said ... 4 times"], []),
    ],
)
def test_contents_are_left_out(texts: Sequence[str], left_out: Sequence[int]) -> None:
    lines = make_lines(texts)
    found = find_contents_lines(lines)
    assert [place for place, line in enumerate(lines) if id(line) in found] == left_out
