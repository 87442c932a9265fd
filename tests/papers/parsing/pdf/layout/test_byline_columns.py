"""Columns of authors that stand close to each other below a title."""

from citehop.papers.parsing.pdf.layout.byline_columns import divide_columns
from citehop.papers.parsing.pdf.layout.paragraphs import ParagraphPiece
from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.lines import Line, build_line
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox

FONT = Font("Times", 10.0, bold=False, italic=False)


def line_of(y: float, *cells: tuple[float, str]) -> Line:
    """A line with each cell from its x on, words of 5 points per letter and 3 points apart."""
    tokens = []
    for left, text in cells:
        for word in text.split():
            tokens.append(Token(word, BBox(left, y, left + 5 * len(word), y + 10), y + 8, FONT))
            left += 5 * len(word) + 3
    return build_line(tokens)


def columns_of(*lines: Line) -> list[str]:
    return [column.text for column in divide_columns(ParagraphPiece(1, lines))]


def test_cells_below_each_other_are_one_piece() -> None:
    first = line_of(100, (50, "Ada Falk"), (100, "Bo Ek"))
    second = line_of(112, (50, "Ekby Lab"), (100, "Rain Inc"))
    assert columns_of(first, second) == ["Ada Falk Ekby Lab", "Bo Ek Rain Inc"]


def test_a_line_across_the_columns_is_a_piece_of_its_own() -> None:
    names = line_of(100, (50, "Ada Falk"), (100, "Bo Ek"))
    shared = line_of(112, (60, "University of Ekby"))
    assert columns_of(names, shared) == ["Ada Falk", "Bo Ek", "University of Ekby"]
    assert columns_of(shared, names) == ["University of Ekby", "Ada Falk", "Bo Ek"]


def test_a_list_of_names_is_not_divided_at_its_wide_gaps() -> None:
    assert columns_of(line_of(100, (50, "Ada Falk and"), (120, "Bo Ek"))) == ["Ada Falk and Bo Ek"]
    assert columns_of(line_of(100, (50, "Ada Falk,"), (105, "Bo Ek"))) == ["Ada Falk, Bo Ek"]
    assert columns_of(line_of(100, (50, "Ada Falk"), (93, "Bo Ek"))) == ["Ada Falk Bo Ek"]
