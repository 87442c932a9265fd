"""Venues of the paper itself, not of its references, with volume, issue and pages."""

from __future__ import annotations

import pytest

from citehop.papers.parsing.record.venue import find_venue, read_place, read_venue
from citehop.papers.types import Paper

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
            "Rain on Mars References 1. Ek, B. Rain. 2022;1:2–3. Rainfall. 2022;165:141–142. © 2022 Ekby",
            "Rainfall. 2022;165:141–142",
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
    pages = (
        "Rain on Mars It rains. arXiv:2101.00001v1",
        "122 Rain Letters on Mars Volume 39, Number 1 It",
        "Falk 123",
        "124 Rain Letters on Mars Volume 39, Number 1 We",
    )
    found = read_venue(Paper("rain", "Rain on Mars", pages=4), read_text(*pages))
    assert found is not None
    assert (found.text, found.page) == ("Letters on Mars Volume 39, Number 1", 2)
    assert read_venue(Paper("rain", "Rain on Mars", pages=1), read_text(pages[0])) is None


@pytest.mark.parametrize(
    ("venue", "place"),
    [
        ("Earth Records, 9(3):12-40, 2022", ("9", "3", "12-40")),
        ("Letters on Mars Volume 39, Number 1", ("39", "1", "")),
        (
            "Proceedings of the 2013 Rain Conference, pages 311–321, Oslo, 18-21 October 2013.",
            ("", "", "311–321"),
        ),
        ("In Proceedings of the Rain Conference, April 23–28, 2023, Bergen", ("", "", "")),
    ],
)
def test_volume_issue_and_pages(venue: str, place: tuple[str, str, str]) -> None:
    found, issue = read_place(venue)
    assert (found.volume, issue, found.pages) == place
