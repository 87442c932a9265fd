import pytest

from citehop.papers.parsing.pdf.layout.paragraphs import split_paragraphs
from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.lines import Line, build_line
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox


def line(baseline: float, width: float, size: float) -> Line:
    return build_line(
        [Token("x", BBox(0, baseline - size, width, baseline), baseline, Font("F", size, False, False))]
    )


@pytest.mark.parametrize(("width", "size"), [(0.0, 10.0), (50.0, 0.0), (0.0, 0.0)])
def test_lines_without_width_or_size_are_split(width: float, size: float) -> None:
    """Damaged files set such type; it used to end in min() of nothing or a division by zero."""
    run = [line(float(baseline), width, size) for baseline in (10, 10, 22, 90)]
    pieces = split_paragraphs(run, 1)
    assert [piece.page for piece in pieces] == [1] * len(pieces)
    assert [found for piece in pieces for found in piece.lines] == run


def test_text_above_many_lines_in_small_type_stays_one_paragraph() -> None:
    """The distance of lines is that of their own size of type."""
    large, small = Font("Times", 9, False, False), Font("Times", 7, False, False)
    lines, y = [], 100.0
    for font, count in ((large, 12), (small, 40)):
        for place in range(count):
            y += 1.3 * font.size if font is large else 1.12 * font.size
            box = BBox(50, y - 0.7 * font.size, 250, y)
            lines.append(build_line([Token(f"words of line number {place} that go on", box, y, font)]))
    first = split_paragraphs(lines, 1)[0]
    assert len(first.lines) == 12
