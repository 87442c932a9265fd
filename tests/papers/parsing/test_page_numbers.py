"""Numbers that are printed on pages, in running heads or feet."""

from pathlib import Path

import pytest

from citehop.papers.parsing.printed_pages import find_page, find_printed_page
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper, PublicationPlace
from citehop.settings import Settings

from .drawn import write_pages


@pytest.mark.parametrize(
    ("head", "foot", "first"),
    [
        ("", "N", 31),
        ("N  RIVERS OF THE NORTH", "", 31),
        ("", "- N -", 31),
        ("", "rivers.org", 0),
        ("", "2019", 0),
    ],
)
def test_numbers_at_the_edges_of_pages(tmp_path: Path, head: str, foot: str, first: int) -> None:
    edges = [[(50, 580, head), (190, 20, foot)]] * 4
    pages = [
        [
            *((x, y, text.replace("N", str(number))) for x, y, text in page),
            *((50, 520 - 14 * n, f"Line {n} says that river {7 * number + n} rose.") for n in range(20)),
        ]
        for number, page in enumerate(edges, 31)
    ]
    paper = read_paper(write_pages(tmp_path / "rivers.pdf", *pages, size=(400, 600)), Settings())
    assert paper.first_number == first


def test_pages_by_their_printed_numbers() -> None:
    paper = Paper("a", "A", pages=4, first_number=31)
    assert [find_printed_page(paper, page) for page in (0, 1, 4)] == [None, 31, 34]
    assert [find_page(paper, number) for number in (32, 3, 40)] == [2, 3, 0]
    cited = Paper("a", "A", pages=12, place=PublicationPlace(pages="464–75"))
    assert find_page(cited, 466) == 3
