"""Numbers of notes and references raised behind the words of a table."""

from citehop.figures.table.joined_words import join_scripts
from citehop.papers.types import BBox, Word


def word(text: str, x0: float, y0: float, x1: float, y1: float) -> Word:
    return Word(text, BBox(x0, y0, x1, y1), 1.0)


def test_a_raised_number_joins_the_word_before_it() -> None:
    words = [word("AraC", 0, 10, 40, 24), word("⁸⁵", 41, 6, 50, 14), word("210", 120, 10, 140, 24)]
    assert [each.text for each in join_scripts(words, 14)] == ["AraC⁸⁵", "210"]


def test_a_raised_number_of_its_own_column_stays() -> None:
    words = [word("AraC", 0, 10, 40, 24), word("⁸⁵", 80, 6, 90, 14)]
    assert [each.text for each in join_scripts(words, 14)] == ["AraC", "⁸⁵"]
