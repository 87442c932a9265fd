"""Venues of the paper itself, on its first page and in its running heads."""

import pytest

from citehop.papers.parsing.record.venue import find_venue, read_publication
from citehop.papers.types import BBox, Block, Paper

from .test_printed_page import read_text


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        (
            "Rain on Mars 2011 Seventh International Conference on Rain and Flood Security 978-0-76 $26.00",
            "2011 Seventh International Conference on Rain and Flood Security",
        ),
        (
            "Rain on Mars. Twenty-Third European Symposium on Rain, 12 pages",
            "Twenty-Third European Symposium on Rain",
        ),
        (
            "Rain on Mars. In Proceedings of the 2023 Rain Conference, April 23–28, 2023, Bergen, Norway. ACM, 15 pages.",
            "In Proceedings of the 2023 Rain Conference, April 23–28, 2023, Bergen, Norway",
        ),
        ("Rain on Mars. We first attended a Second Meeting on the second day.", ""),
        ("Rain on Mars. Proc. 3rd Rain Workshop, Oslo", "Proc. 3rd Rain Workshop, Oslo"),
    ],
)
def test_the_venue_of_a_page(text: str, venue: str) -> None:
    assert find_venue(text, "Rain on Mars") == venue


def test_running_heads_name_the_venue_that_the_first_page_does_not() -> None:
    pages = ("Rain on Mars It rains. arXiv:2101.00001v1", "122 Proceedings of the Rain Conference 2011")
    paper = Paper("rain", "Rain on Mars", pages=2)
    found = read_publication(paper, read_text(*pages))
    assert found is not None
    assert (found.venue.text, found.venue.page) == ("Proceedings of the Rain Conference 2011", 2)
    assert read_publication(Paper("rain", "Rain on Mars", pages=1), read_text(pages[0])) is None


def test_pages_with_references_cite_other_articles() -> None:
    entry = Block("Rain Lett. 12, 345 (1999)", 2, BBox(0, 0, 9, 9), "reference")
    paper = Paper("rain", "Rain on Mars", blocks=(entry,), pages=2)
    assert read_publication(paper, read_text("Rain on Mars", "Rain Lett. 12, 345 (1999)")) is None


@pytest.mark.parametrize(
    ("page", "pages"),
    [
        ("Proceedings of the 2013 Rain Conference, pages 311–321, Oslo, 18-21 October 2013.", "311–321"),
        ("In Proceedings of the Rain Conference, April 23–28, 2023, Bergen", ""),
    ],
)
def test_days_are_no_pages(page: str, pages: str) -> None:
    found = read_publication(Paper("mars", "Mars", pages=1), read_text(page))
    assert found is not None
    assert (found.volume, found.pages) == ("", pages)
