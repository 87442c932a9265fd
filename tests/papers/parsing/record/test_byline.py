"""The lines around the authors, and the author to whom letters go."""

import pytest

from citehop.papers.parsing.record.byline import find_correspondent, list_byline
from citehop.papers.types import BBox, Block, Paper

AUTHORS = ("Ada Falk", "Bo Ek", "Cleo Lind")


def paper_with(*lines: tuple[str, int], authors: tuple[str, ...] = AUTHORS) -> Paper:
    """A paper with these lines of its first page, each with its height."""
    blocks = tuple(Block(text, 1, BBox(100, y, 200, y + 10), "front") for text, y in lines)
    return Paper("rain", "Rain on Mars", authors, blocks=blocks, pages=4)


def test_the_byline_is_below_the_first_name_and_without_the_venue() -> None:
    paper = paper_with(
        ("Rain Notes", 20),
        ("Ada Falk Bo Ek", 100),
        ("University of Ekby", 115),
        ("Proceedings of the Rain Workshop, pages 1-4", 700),
    )
    assert [line.text for line in list_byline(paper)] == ["Ada Falk Bo Ek", "University of Ekby"]


@pytest.mark.parametrize(
    ("page", "author"),
    [
        ("Ada Falk ¹ Bo Ek †¹ Cleo Lind ¹ ... † Corresponding author.", "Bo Ek"),
        ("Ada Falk a,∗, Bo Ek b ... ∗ Corresponding author. Tel.", "Ada Falk"),
        ("Ada Falk ¹ Bo Ek ² ... Correspondence to: Bo Ek <bo@rain.com>", "Bo Ek"),
        ("Ada Falk ¹ Bo Ek ∗¹ ... ∗ Corresponding author: bo@rain.com", "Bo Ek"),
        ("Ada Falk ∗, Bo Ek ... Correspondence to: Letters Office. ∗ Corresponding author", "Ada Falk"),
        ("Ada Falk 2, Bo Ek 1 ... on page 12 corresponding author", None),
        ("Ada Falk, Bo Ek", None),
    ],
)
def test_the_corresponding_author(page: str, author: str | None) -> None:
    assert find_correspondent(paper_with(), page) == author


def test_a_name_ends_where_its_word_does() -> None:
    paper = paper_with(authors=("Wei Li", "Wei Liu"))
    assert find_correspondent(paper, "Correspondence to: Wei Liu") == "Wei Liu"
