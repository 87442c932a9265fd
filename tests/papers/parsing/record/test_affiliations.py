"""Affiliations: by marks before or behind the institutions, in columns, or shared by all authors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.papers.parsing.record.affiliations import (
    find_affiliations,
    find_correspondent,
    list_byline,
)
from citehop.papers.types import BBox, Block, Paper

AUTHORS = ("Ada Falk", "Bo Ek", "Cleo Lind")


def paper_with(*lines: tuple[str, int, int], authors: tuple[str, ...] = AUTHORS) -> Paper:
    """A paper with these lines of its first page, each with its middle and its height."""
    blocks = tuple(Block(text, 1, BBox(x - 40, y, x + 40, y + 10), "front") for text, x, y in lines)
    return Paper("rain", "Rain on Mars", authors, blocks=blocks, pages=4)


def places(paper: Paper) -> list[str]:
    found = find_affiliations(paper, paper.authors)
    return [found.get(author, "") for author in paper.authors]


@pytest.mark.parametrize(
    "line",
    [
        "Ada Falk ¹,², Bo Ek ²∗, Cleo Lind ¹ ¹ University of Ekby {falk,lind}@ekby.org ² Rain Labs, Oslo bo@rain.com",
        "Ada Falk †‡ Bo Ek ‡ Cleo Lind † † University of Ekby ‡ Rain Labs, Oslo {a,b}@rain.com",
        "Ada Falk 1,2, Bo Ek 2 Cleo Lind 1 University of Ekby 1, Rain Labs, Oslo 2 {a,b}@rain.com",
        "Ada Falk α,β Bo Ekβ Cleo Lindα αUniversity of Ekby βRain Labs, Oslo",
    ],
)
def test_a_mark_leads_to_the_institution(line: str) -> None:
    ekby, labs = "University of Ekby", "Rain Labs, Oslo"
    assert places(paper_with((line, 300, 100))) == [f"{ekby}; {labs}", labs, ekby]


def test_the_lines_below_a_name_are_its_own() -> None:
    paper = paper_with(
        ("Ada Falk", 100, 100),
        ("Bo Ek", 300, 100),
        ("Department of", 100, 115),
        ("Rain Labs", 300, 115),
        ("Hydrology", 100, 130),
        ("bo@rain.com", 300, 130),
        ("Cleo Lind", 100, 150),
        ("Ekby College cleo@ekby.org", 100, 165),
    )
    assert places(paper) == ["Department of Hydrology", "Rain Labs", "Ekby College"]


def test_all_authors_share_what_is_below_them_all() -> None:
    paper = paper_with(
        ("Ada Falk Bo Ek", 200, 100),
        ("Cleo Lind", 400, 100),
        ("University of Ekby {a,b,c}@ekby.org", 300, 115),
        ("Proceedings of the Rain Workshop, pages 1-4", 300, 700),
    )
    assert places(paper) == ["University of Ekby"] * 3
    assert len(list_byline(paper)) == 3


def test_an_unclear_affiliation_is_none() -> None:
    assert places(paper_with(("Ada Falk Bo Ek Cleo Lind", 300, 100))) == [""] * 3
    rows = (("Ada Falk Bo Ek", 200, 100), ("University of Ekby Rain Labs", 200, 115), ("Cleo Lind", 200, 130))
    assert places(paper_with(*rows))[:2] == [""] * 2


@pytest.mark.parametrize(
    ("below", "found"), [("University of Ekby", {"Ada Falk": "University of Ekby"}), ("∗ 1", {}), ("", {})]
)
def test_an_only_author_without_an_institution_has_none(below: str, found: dict[str, str]) -> None:
    paper = paper_with(("Ada Falk", 300, 100), (below, 300, 115), authors=AUTHORS[:1])
    assert find_affiliations(paper, paper.authors) == found


def test_a_name_ends_where_its_word_does() -> None:
    authors = ("Wei Li", "Wei Liu")
    paper = paper_with(
        ("Wei Liu ¹ Wei Li ²", 300, 100), ("¹ Rain Labs ² Ekby College", 300, 115), authors=authors
    )
    assert places(paper) == ["Ekby College", "Rain Labs"]
    assert find_correspondent(paper, "Correspondence to: Wei Liu") == "Wei Liu"


def test_the_front_of_a_collaboration_is_read() -> None:
    authors = tuple(f"Ada{n} Falk{n}" for n in range(900))
    rows = [(" ".join(authors[n : n + 10]), 300, 100 + n) for n in range(0, 900, 10)]
    paper = paper_with(*rows, ("University of Ekby " + "rain" * 5000, 300, 2000), authors=authors)
    assert find_affiliations(paper, authors[-1:])[authors[-1]].startswith("University of Ekby")


def test_a_note_gives_the_affiliations_that_the_marks_mean() -> None:
    paper = paper_with(("Ada Falk * ¹ Bo Ek * ² Cleo Lind ²", 300, 100))
    note = Block("* Equal contribution ¹ University of Ekby ² Rain Labs.", 1, BBox(0, 700, 90, 710))
    assert places(replace(paper, blocks=(*paper.blocks, note)))[0] == "University of Ekby"


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


def test_a_name_of_another_column_does_not_end_a_staggered_one() -> None:
    paper = paper_with(
        ("Ada Falk", 100, 100),
        ("Bo Ek", 300, 110),
        ("Ekby University", 100, 115),
        ("Rain Labs", 300, 125),
        ("Cleo Lind", 200, 118),
        ("Oslo College", 200, 133),
    )
    assert places(paper) == ["Ekby University", "Rain Labs", "Oslo College"]


@pytest.mark.parametrize(
    "line", ["Ada Falk a,∗, Bo Ek b, Cleo Lind c", "Ada Falk *, Bo Ek †, and Cleo Lind *"]
)
def test_what_is_left_of_marks_is_no_institution(line: str) -> None:
    assert places(paper_with((line, 300, 100))) == ["", "", ""]
