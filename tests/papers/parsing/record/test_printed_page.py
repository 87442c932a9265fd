"""Values located on a page, word for word."""

from citehop.papers.boxes import BBox
from citehop.papers.parsing.record.marked_lines import MarkedLine
from citehop.papers.parsing.record.printed_page import PrintedPage, ReadPage, build_page, locate_in_block
from citehop.papers.types import Block, Word


def page_of(text: str, number: int = 1) -> PrintedPage:
    """A page whose words stand in one line, each ten points wide."""
    words = [
        Word(word, BBox(10.0 * place, 0, 10.0 * place + 9, 9)) for place, word in enumerate(text.split())
    ]
    return build_page(number, words, [MarkedLine(text, BBox(0, 0, 10, 9), 9, 9)])


def read_text(*texts: str) -> ReadPage:
    """The pages of these texts by their numbers, from 1; others are empty."""
    return lambda number: page_of(texts[number - 1] if 0 < number <= len(texts) else "", number)


def test_a_value_is_quoted_by_whole_words() -> None:
    page = page_of("Mail (falk@ekby.org) to Ada")
    found = page.find("falk@ekby.org", "Falk's address")
    assert found is not None
    assert (found.text, found.quote, found.page) == ("Falk's address", "(falk@ekby.org)", 1)
    assert found.bbox == BBox(10, 0, 19, 9)
    assert page.find("kby.org") is None
    assert page.find_any("x", ("Bo", "Ada")).quote == "Ada"
    assert page.find_any("x", ("Bo",)).quote == ""


def test_a_sentence_over_two_pages_is_quoted_by_its_beginning() -> None:
    sentence = "We thank Ada Falk and Bo Ek and Cleo Lind for rain."
    block = Block(sentence, 1, BBox(0, 0, 9, 9), spans=((1, BBox(0, 0, 9, 9)), (2, BBox(0, 0, 9, 9))))
    pages = read_text("It rains. We thank Ada Falk and Bo Ek and", "Cleo Lind for rain.")
    found = locate_in_block(block, sentence, pages)
    assert (found.text, found.quote, found.page) == (sentence, "We thank Ada Falk and Bo Ek and", 1)
    whole = locate_in_block(block, "Cleo Lind for rain.", pages)
    assert (whole.quote, whole.page) == ("Cleo Lind for rain.", 2)
