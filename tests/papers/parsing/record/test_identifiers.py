"""The DOI, the arXiv number and other numbers of a paper."""

import pytest

from citehop.papers.parsing.record.identifiers import read_identifiers
from citehop.papers.parsing.references.ids import Stamp
from citehop.papers.types import Paper

from .test_printed_page import page_of

PAPER = Paper("rain", "Rain", pages=1)


@pytest.mark.parametrize(
    ("stamp", "text"),
    [
        (Stamp("2101.00001", 3, "cs.LG", "4 Feb 2021"), "2101.00001v3 [cs.LG], version 3 of 4 February 2021"),
        (Stamp("cs/9905001", 1, "", "17 May 1999"), "cs/9905001v1, version 1 of 17 May 1999"),
    ],
)
def test_the_arxiv_number_is_that_of_the_stamp(stamp: Stamp, text: str) -> None:
    (found,) = read_identifiers(PAPER, page_of("Rain"), stamp)
    assert (found.kind, found.value.text) == ("arxiv", text)


@pytest.mark.parametrize(
    ("page", "numbers"),
    [
        ("DOI:10.5555/RILL.1 Rills. References 1. Ek. doi:10.5555/9", {"doi": "10.5555/rill.1"}),
        ("Rills. References 1. Ek. doi:10.5555/9", {}),
        (
            "Rills. ACM, Article 111, 15 pages. ISBN 978-1-4503-9421-5. References 1. Ek. ISSN 1234-5678",
            {"article number": "111", "ISBN": "978-1-4503-9421-5"},
        ),
    ],
)
def test_numbers_of_the_references_are_not_the_paper_s_own(page: str, numbers: dict[str, str]) -> None:
    found = {each.kind: each.value for each in read_identifiers(PAPER, page_of(page), None)}
    assert {kind: value.text for kind, value in found.items()} == numbers
    assert all(value.text.casefold() in value.quote.casefold() for value in found.values())
