"""Affiliations: by marks, behind or below the names, in notes, at the end of the paper; none where it is not clear."""

import pytest

from citehop.papers.boxes import NOWHERE, BBox
from citehop.papers.parsing.record.affiliations import read_affiliations
from citehop.papers.parsing.record.marked_lines import MarkedLine
from citehop.papers.parsing.record.printed_page import build_page
from citehop.papers.types import Paper, Word

AUTHORS = ("Ada Falk", "Bo Ek", "Cleo Lind")
EKBY, LABS = "University of Ekby", "Rain Laboratory, Oslo"


def line_at(text: str, x: float, y: float, size: float = 10.0) -> MarkedLine:
    """A line of half a size for each letter that begins at `x`, with its baseline at `y`."""
    return MarkedLine(text, BBox(x, y - 0.8 * size, x + size * len(text) / 2, y), y, size)


def column(*texts: str, x: float = 50, y: float = 100) -> list[MarkedLine]:
    """Lines below one another."""
    return [line_at(text, x, y + 12 * place) for place, text in enumerate(texts)]


def places(*pages: list[MarkedLine], authors: tuple[str, ...] = AUTHORS) -> list[str]:
    """The institution of each author of a paper with these pages, "" where there is none."""

    def read_page(number: int):  # type: ignore[no-untyped-def]
        lines = pages[number - 1] if 0 < number <= len(pages) else []
        return build_page(
            number, [Word(word, NOWHERE) for line in lines for word in line.plain.split()], lines
        )

    found = {
        each.author: each.place.text
        for each in read_affiliations(Paper("rain", "Rain", authors, pages=len(pages)), read_page)
    }
    return [found.get(author, "") for author in authors]


@pytest.mark.parametrize(
    "lines",
    [
        ("Ada Falk⟦1,2⟧, Bo Ek⟦2,*⟧ and Cleo Lind⟦1⟧", "⟦1⟧University of Ekby", "⟦2⟧Rain Laboratory, Oslo"),
        (
            "Ada Falk⟦†‡⟧, Bo Ek⟦‡⟧, Cleo Lind⟦†⟧",
            "⟦†⟧University of Ekby. ⟦‡⟧Rain Laboratory,",
            "Oslo, bo@rain.com",
        ),
        (
            "Ada Falk, MD⟦a,b⟧, Bo Ek, PhD⟦b⟧, Cleo Lind,",
            "PhD⟦a⟧",
            "⟦a⟧University of Ekby; ⟦b⟧Rain Labora-",
            "tory, Oslo",
        ),
        (
            "Ada Falk 1,2, Bo Ek 2, Cleo Lind 1",
            "1 University of Ekby, 2 Rain Laboratory, Oslo",
            "Received 3 May 2020",
        ),
    ],
)
def test_a_mark_leads_to_the_institution(lines: tuple[str, ...]) -> None:
    assert places(column(*lines)) == [f"{EKBY}; {LABS}", LABS, EKBY]


def test_marks_may_stand_alone_beside_their_lines_at_the_foot() -> None:
    foot = [line_at("⟦1⟧", 50, 696, 6), line_at("⟦2⟧", 50, 710, 6)]
    foot += [line_at(EKBY, 62, 700), line_at(LABS, 62, 714)]
    assert places(column("Ada Falk⟦1⟧, Bo Ek⟦2⟧, Cleo Lind⟦1⟧", "It rains.") + foot) == [EKBY, LABS, EKBY]


def test_marks_may_be_behind_the_institutions() -> None:
    page = column("Ada Falk⟦1⟧, Bo Ek⟦2⟧, Cleo Lind⟦1,2⟧", "University of Ekby⟦1⟧, Rain Laboratory, Oslo⟦2⟧")
    assert places(page) == [EKBY, LABS, f"{EKBY}; {LABS}"]


def test_a_company_is_known_by_the_address_below_it() -> None:
    page = column("Ada Falk", "Rainsoft", "ada@rainsoft.com", "Bo Ek", "Mist on the hills", "it rains.")
    assert places(page, authors=AUTHORS[:2]) == ["Rainsoft", ""]


def test_names_beside_one_another_share_what_is_below_one() -> None:
    page = [
        *column("Ada Falk", x=50),
        *column("Bo Ek", "University of Ekby", x=200),
        *column("Cleo Lind", x=350),
    ]
    assert places(page) == [EKBY] * 3


def test_a_note_adds_the_department() -> None:
    page = column("Ada Falk⟦*⟧", "Ekby College", "Bo Ek⟦†⟧", "Ekby College")
    page += column(
        "⟦*⟧Department of Rain. E-mail: a@ekby.org", "⟦†⟧Department of Snow. E-mail: b@ekby.org", y=600
    )
    found = ["Department of Rain, Ekby College", "Department of Snow, Ekby College"]
    assert places(page, authors=AUTHORS[:2]) == found


def test_marks_may_stand_apart_from_the_last_name() -> None:
    page = [line_at("Ada Falk⟦1⟧ and Bo Ek Jr.", 50, 100), line_at("⟦1, 2⟧", 180, 97, 6)]
    page += column("⟦1⟧University of Ekby", "⟦2⟧Rain Laboratory, Oslo", y=120)
    assert places(page, authors=("Ada Falk", "Bo Ek Jr")) == [EKBY, f"{EKBY}; {LABS}"]


def test_several_departments_share_their_university() -> None:
    page = column(
        "Ada Falk⟦a⟧, Bo Ek⟦b⟧, Cleo Lind⟦c⟧",
        "Departments of ⟦a⟧Rain and ⟦b⟧Snow, Ekby College; ⟦c⟧Oslo Institute",
    )
    assert places(page) == [
        "Department of Rain, Ekby College",
        "Department of Snow, Ekby College",
        "Oslo Institute",
    ]


def test_citations_in_the_text_are_no_marks_of_institutions() -> None:
    text = column("⟦1⟧ This was shown at the University of Ekby by others⟦2⟧ Later it rained.", y=300)
    assert places(column("Ada Falk⟦1⟧, Bo Ek⟦2⟧, Cleo Lind⟦1⟧") + text) == ["", "", ""]


def test_the_lines_below_a_name_are_its_own() -> None:
    page = column(
        "Ada Falk", "Department of", "Hydrology", "ada@ekby.org", "Cleo Lind", "Ekby College", "Abstract"
    )
    page += column("Bo Ek", "Rain Laboratory, Oslo", "bo@rain.com", x=250)
    assert places(page) == ["Department of Hydrology", LABS, "Ekby College"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Ada Falk and Bo Ek", "Cleo Lind", "University of Ekby", "Author Note"),
        ("By Ada Falk, Bo Ek and Cleo Lind, University of Ekby",),
        (
            "Ada Falk⟦1⟧, Bo Ek⟦1⟧ and Cleo Lind⟦1⟧",
            "It rains on rills.",
            "⟦1⟧All authors are with the University of Ekby.",
        ),
    ],
)
def test_all_authors_share_one_institution(lines: tuple[str, ...]) -> None:
    assert places(column(*lines))[0] == EKBY


@pytest.mark.parametrize(
    ("note", "found"),
    [
        (
            "Author Affiliations: University of Ekby (Falk, Lind); Rain Laboratory, Oslo (Ek, Lind).",
            [EKBY, LABS, f"{EKBY}; {LABS}"],
        ),
        (
            "University of Ekby (Prof A Falk MD, C Lind PhD); Rain Laboratory, Oslo (B Ek FRCP)",
            [EKBY, LABS, EKBY],
        ),
        (
            "⟦*⟧ Falk: University of Ekby (email: a@ekby.org); Ek: Rain Laboratory, Oslo (email: b@rain.com).",
            [EKBY, LABS, ""],
        ),
        (
            "A. Falk and C. Lind are with the University of Ekby. B. Ek is with Rain Laboratory, Oslo.",
            [EKBY, LABS, EKBY],
        ),
    ],
)
def test_a_note_names_the_authors(note: str, found: list[str]) -> None:
    assert places(column("Ada Falk, Bo Ek, Cleo Lind"), [], column(note)) == found


def test_the_addresses_are_at_the_end() -> None:
    end = column("ADA FALK, BO EK AND CLEO LIND", y=20)
    end += column("Ada Falk", "University of Ekby") + column("Bo Ek", "Rain Laboratory, Oslo", x=300)
    end += column("Cleo Lind", "University of Ekby", y=150)
    assert places(column("Ada Falk, Bo Ek and Cleo Lind", "Abstract"), [], end) == [EKBY, LABS, EKBY]


def test_a_block_at_the_foot_is_that_of_all() -> None:
    foot = column("University of Ekby, 123 45 Ekby, Sweden. E-mail: ada@ekby.org", y=700)
    page = column("Ada Falk,⟦*⟧ Bo Ek and Cleo Lind", "We measure rain.")
    assert places(page + foot) == ["University of Ekby, 123 45 Ekby, Sweden"] * 3
    assert places(page + foot + column("Rain Laboratory, Oslo, Norway", y=760)) == ["", "", ""]


@pytest.mark.parametrize(
    "line",
    [
        "LETTER",
        "Author Note",
        "Contents lists available at ScienceDirect",
        "Research",
        "CHI 2018, April 21-26",
        "We thank the University of Ekby for rain, and it was good.",
        "⟦*⟧ Correspondence to: University of Ekby",
    ],
)
def test_other_lines_are_no_institutions(line: str) -> None:
    assert places(column("Ada Falk⟦*⟧, Bo Ek and Cleo Lind", line)) == ["", "", ""]


def test_institutions_in_other_languages() -> None:
    page = column(
        "И.А. Фальк⟦1⟧, Б. Эк⟦1⟧", "⟦1⟧Институт космических исследований РАН, Москва", "Поступила в редакцию"
    )
    authors = ("И.А. Фальк", "Б. Эк")
    assert places(page, authors=authors) == ["Институт космических исследований РАН, Москва"] * 2
    spanish = column(
        "Ada Falk⟦1⟧", "⟦1⟧Facultad de Ciencias Exactas y Naturales, Departamento de Física, Argentina"
    )
    assert places(spanish, authors=AUTHORS[:1])[0].startswith("Facultad de Ciencias")


def test_a_page_with_a_cover_before_it() -> None:
    cover = column("Rain Letters", "Ada Falk et al.")
    assert places(cover, column("Ada Falk⟦1⟧ Bo Ek⟦1⟧ Cleo Lind⟦1⟧", "⟦1⟧University of Ekby")) == [EKBY] * 3


def test_many_names_and_marks_are_read_in_time() -> None:
    authors = tuple(f"Ada{n} Falk{n}" for n in range(100))
    page = column(*(f"{name}⟦{n % 9 + 1}⟧," for n, name in enumerate(authors)), "⟦1⟧" + "A. B, " * 20_000)
    assert places(page, authors=authors) == [""] * 100
