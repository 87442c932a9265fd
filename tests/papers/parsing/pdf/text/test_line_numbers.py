"""Columns of numbers in the margin, against numbers of the text."""

from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.line_numbers import drop_line_numbers
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox

FONT = Font("Times", 10, False, False)


def make_token(text: str, right: float, y: float) -> Token:
    return Token(text, BBox(right - 5 * len(text), y - 8, right, y), y, FONT)


def make_text(lines: int = 20) -> list[Token]:
    return [make_token("barley", x, 12.0 * line) for line in range(lines) for x in (100.0, 140.0, 180.0)]


def make_numbers(right: float, step: int = 1, lines: int = 20) -> list[Token]:
    return [make_token(str(1 + step * line), right, 12.0 * line) for line in range(lines)]


def test_numbers_left_and_right_of_the_text_are_dropped() -> None:
    text = make_text()
    assert drop_line_numbers([*make_numbers(50), *text, *make_numbers(210)]) == text


def test_numbers_between_words_stay() -> None:
    tokens = [*make_text(), *make_numbers(120)]
    assert drop_line_numbers(tokens) == tokens


def test_few_numbers_and_other_numbers_stay() -> None:
    few = [*make_text(), *make_numbers(50, lines=9)]
    assert drop_line_numbers(few) == few
    sevens = [*make_text(), *make_numbers(50, step=7)]
    assert drop_line_numbers(sevens) == sevens


def test_labels_of_a_list_in_its_own_type_stay() -> None:
    labeled = [*make_text(), *make_numbers(70)]
    assert drop_line_numbers(labeled) == labeled


def test_small_numbers_close_to_the_text_are_dropped() -> None:
    small = Font("Helvetica", 6, False, False)
    numbers = [Token(t.text, t.bbox, t.baseline, small) for t in make_numbers(70)]
    assert drop_line_numbers([*make_text(), *numbers]) == make_text()


def test_the_numbers_of_the_rows_of_a_table_stay() -> None:
    steps = [1, 2, 3, 4, 5, 10, 15, 20, 25, 30]
    parameters = [make_token(str(value), 50, 12.0 * line) for line, value in enumerate(steps)]
    tokens = [*make_text(), *parameters]
    assert drop_line_numbers(tokens) == tokens
    short = [*make_text(80), *make_numbers(50, lines=12)]
    assert drop_line_numbers(short) == short


def test_few_numbers_go_on_from_the_page_before() -> None:
    text = make_text(5)
    numbers = [make_token(str(41 + line), 50, 12.0 * line) for line in range(5)]
    before = [*make_text(), *make_numbers(50)]
    assert drop_line_numbers([*text, *numbers], lambda: before) == text
    elsewhere = [*make_text(), *make_numbers(40)]
    assert drop_line_numbers([*text, *numbers], lambda: elsewhere) == [*text, *numbers]
