"""Lines by which journals cite the article itself, and journals that running heads name."""

import pytest

from citehop.papers.boxes import BBox
from citehop.papers.parsing.record.marked_lines import MarkedLine
from citehop.papers.parsing.record.own_citation import find_own_citation, find_running_journal
from citehop.papers.parsing.record.printed_page import PrintedPage, build_page
from citehop.papers.types import Word

BODY = ["It rains on rills and brooks."] * 30


def page_with(*texts: str, number: int = 1) -> PrintedPage:
    """A page of these lines below one another; a bar parts columns of a row."""
    lines = [
        MarkedLine(part, BBox(50 + 200 * column, 12 * row, 240 + 200 * column, 12 * row + 9), 12 * row + 8, 9)
        for row, text in enumerate(texts)
        for column, part in enumerate(text.split(" || "))
    ]
    words = [Word(word, line.bbox) for line in lines for word in line.text.split()]
    return build_page(number, words, lines)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("JRN 2018;361:k1479", ("361", "", "k1479")),
        ("JAMA Rain Open. 2021;4(5):e218418", ("4", "5", "e218418")),
        (
            "RAMA Rain Open. 2021;4(5):e218418. doi:10.1001/rain.2021 (Reprinted) | April 29, 2021 | 1/14",
            ("4", "5", "e218418"),
        ),
        ("Current Opinion in Rills & Brooks 2005, 15:116–124", ("15", "", "116–124")),
        ("RAIN REVIEW D 112, 103511 (2025)", ("112", "", "103511")),
        ("Rain Lett. 12(3), 45 (1999)", ("12", "3", "45")),
        ("RNRAS 492, 5721–5729 (2020)", ("492", "", "5721–5729")),
        ("RPL, 101 (2013) 68002", ("101", "", "68002")),
        ("Rain Econometrics (2021) 22(3):14", ("22", "3", "14")),
        ("Journal of Rain 13 (2020) 59–76", ("13", "", "59–76")),
        ("RNAS | July 19, 2011 | vol. 108 | no. 29 | 12173–12178", ("108", "29", "12173–12178")),
        (
            "Rain Biology | www.rain.org || 12 || July 2005 | Volume 8 | Issue 12 | e1002811",
            ("8", "12", "e1002811"),
        ),
        ("8 MAY 2011 | VOL 477 | RAIN | 203", ("477", "", "203")),
    ],
)
def test_a_row_of_the_margins(line: str, parts: tuple[str, str, str]) -> None:
    for texts in ([line, *BODY], [*BODY, line]):
        found = find_own_citation([page_with(*texts)], "")
        assert found is not None
        assert (found.volume, found.issue, found.pages) == parts
        assert found.venue.text in line.replace(" || ", " | ")
        assert found.venue.quote


def test_a_note_how_to_cite_the_article() -> None:
    note = ("Citation: Falk A, Ek B (2012) Rain on", "Mars. PLoS Biol 8(12): e1002811. doi:10.1/2")
    found = find_own_citation([page_with("Rain on Mars", *BODY, *note, *BODY)], "")
    assert found is not None
    assert (found.venue.text, found.volume, found.issue, found.pages) == (
        "PLoS Biol 8(12): e1002811",
        "8",
        "12",
        "e1002811",
    )


def test_a_number_to_be_filled_in_is_none() -> None:
    found = find_own_citation([page_with("RNRAS 000, 1–13 (2022)", *BODY)], "")
    assert found is not None
    assert (found.venue.text, found.volume, found.pages) == ("RNRAS 000, 1–13 (2022)", "", "")


@pytest.mark.parametrize(
    "line",
    [
        "Proceedings of the 2013 Rain Conference, pages 311–321, Oslo, 18-21 October 2013.",
        "See Figure 2, 3 (2010) and Table 4, 5 (2011).",
        "Received 12 May 2011; accepted 3 June 2012",
        "as was shown many times [73, 100–104]",
        "FALK ET AL. || 12,049",
        "The bmj.",
    ],
)
def test_other_numbers_are_none(line: str) -> None:
    assert find_own_citation([page_with(line, *BODY, line)], "") is None


def test_citations_in_the_text_are_those_of_others() -> None:
    assert (
        find_own_citation([page_with("Rain on Mars", *BODY, "Rain Lett. 12, 345 (1999)", *BODY)], "") is None
    )


@pytest.mark.parametrize(
    ("first", "second", "journal"),
    [
        ("Geophysical Research Letters || 10.1029/2018GL080494", "Falk", "Geophysical Research Letters"),
        ("RAIN AND FLOOD LETTERS. PREPRINT VERSION. MAY, 2020 || 1", "Falk", "RAIN AND FLOOD LETTERS"),
        ("12 || Science 18 September 2025", "Science 18 September 2025", "Science"),
        ("Science", "Falk", None),
        ("RESEARCH LETTER", "RESEARCH LETTER", None),
        ("Rain on Mars", "Rain on Mars", None),
    ],
)
def test_a_journal_in_the_margins(first: str, second: str, journal: str | None) -> None:
    pages = [page_with(first, *BODY), page_with(second, *BODY, number=2)]
    found = find_running_journal(pages)
    assert (found and found.venue.text) == journal
