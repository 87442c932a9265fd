"""Lines by which journals cite the article itself."""

from __future__ import annotations

import pytest

from citehop.papers.parsing.record.own_citation import find_own_citation

from .test_printed_page import page_of

TEXT = "It rains on rills and brooks. " * 20


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("JRN 2018;361:k1479", ("361", "", "k1479")),
        ("JAMA Rain Open. 2021;4(5):e218418", ("4", "5", "e218418")),
        ("Current Opinion in Rills & Brooks 2005, 15:116–124", ("15", "", "116–124")),
        ("RAIN REVIEW D 112, 103511 (2025)", ("112", "", "103511")),
        ("RNRAS 492, 5721–5729 (2020)", ("492", "", "5721–5729")),
        ("Earth Records, 9:12-40, 2022", ("9", "", "12-40")),
        ("RPL, 101 (2013) 68002", ("101", "", "68002")),
        ("Rain Econometrics (2021) 22(3):14", ("22", "3", "14")),
        ("Journal of Rain 13 (2020) 59–76", ("13", "", "59–76")),
        ("Rainpolymers Volume 85 / Number 2", ("85", "2", "")),
        ("RNAS | July 19, 2011 | vol. 108 | no. 29 | 12173–12178", ("108", "29", "12173–12178")),
        ("Rain Biology | www.rain.org | Volume 8 | Issue 12 | e1002811", ("8", "12", "e1002811")),
        ("VOL 477 | RAIN | 203", ("477", "", "203")),
        ("RAIN RESEARCH LETTERS, VOL. 39, L15707", ("39", "", "L15707")),
    ],
)
def test_a_line_at_an_edge_of_the_page(line: str, parts: tuple[str, str, str]) -> None:
    for text in (f"{line} {TEXT}", f"{TEXT} {line}"):
        found = find_own_citation(page_of(text))
        assert found is not None
        assert found.venue.text == line
        assert line in found.venue.quote
        assert (found.volume, found.issue, found.pages) == parts


def test_the_last_of_several_is_the_article_s_own() -> None:
    page = page_of(
        "Rain on Mars References 1. Ek, B. Rain. 2022;1:2–3. Rainfall. 2022;165:141–142. © 2022 Ekby"
    )
    found = find_own_citation(page)
    assert found is not None
    assert found.venue.text == "Rainfall. 2022;165:141–142"


@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT} Rain Lett. 12, 345 (1999) {TEXT}",
        "Proceedings of the 2013 Rain Conference, pages 311–321, Oslo, 18-21 October 2013.",
        "See Figure 2, 3 (2010) and Table 4, 5 (2011).",
        "Received 12 May 2011; accepted 3 June 2012",
    ],
)
def test_other_numbers_are_none(text: str) -> None:
    assert find_own_citation(page_of(text)) is None
