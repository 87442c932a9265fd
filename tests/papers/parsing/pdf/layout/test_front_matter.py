"""Title, names and notes on the first page of a paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.pdf.layout.front_matter import clean_title
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("Kelips *", "Kelips"),
        ("Slow Engines ? ??", "Slow Engines"),
        ("Slow Engines \ufffd", "Slow Engines"),
        ("Do Engines Stall?", "Do Engines Stall?"),
        ("Rain¹ ²", "Rain"),
    ],
)
def test_footnote_marks_at_the_end_of_a_title(printed: str, title: str) -> None:
    assert clean_title(printed) == title


def read_first_page(path: Path, *lines: tuple[str, str, float]) -> Paper:
    """The paper with these lines, (text, font, size), above a paragraph."""
    canvas = Canvas(str(path), pagesize=A4)
    y = 790.0
    for text, font, size in lines:
        canvas.setFont(font, size)
        canvas.drawString(60, y, text)
        y -= 24
    canvas.setFont("Helvetica", 10)
    for _ in range(20):
        y -= 12
        canvas.drawString(60, y, "The annual survey recorded the number of visits in the northern districts.")
    canvas.save()
    return read_paper(path, Settings())


@pytest.mark.parametrize("title", ["TOWARD A THEORY OF BARLEY", "Toward a Theory of Barley"])
def test_a_title_in_the_size_of_the_text(tmp_path: Path, title: str) -> None:
    paper = read_first_page(
        tmp_path / "a.pdf",
        (title, "Helvetica-Bold", 10.0),
        ("Anna Abbott, Regional Office", "Helvetica", 10.0),
    )
    assert paper.title == title


@pytest.mark.parametrize(
    "venue",
    [
        "Journal of Barley Studies 1998; 12(3): 41-58",
        "Offices, Vol. 3, March 1998",
        "Copyright 1998 by the Offices. All rights reserved.",
    ],
)
def test_the_year_of_a_venue_in_small_type_above_the_title(tmp_path: Path, venue: str) -> None:
    lines = ((venue, "Helvetica", 8.0), ("The Effects of Barley on Rain", "Helvetica-Bold", 16.0))
    assert read_first_page(tmp_path / "a.pdf", *lines).year == 1998


def test_the_year_of_a_date_below_the_authors(tmp_path: Path) -> None:
    lines = (
        ("The Effects of Barley on Rain", "Helvetica-Bold", 16.0),
        ("Anna Abbott", "Helvetica", 12.0),
        ("March 1998", "Helvetica", 12.0),
    )
    assert read_first_page(tmp_path / "a.pdf", *lines).year == 1998


def test_authors_in_larger_type_than_the_text(tmp_path: Path) -> None:
    lines = (
        ("The Effects of Barley on Rain", "Helvetica-Bold", 16.0),
        ("Anna Abbott, Boris Brandt", "Helvetica", 12.0),
    )
    assert read_first_page(tmp_path / "a.pdf", *lines).authors == ("Anna Abbott", "Boris Brandt")


def test_affiliations_and_addresses_are_front_matter(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 18)
    canvas.drawCentredString(297, 780, "The Growth of Barley")
    canvas.setFont("Helvetica", 11)
    canvas.drawCentredString(297, 750, "Anna Abbott")
    canvas.drawCentredString(297, 736, "University of Northtown")
    canvas.drawCentredString(297, 722, "anna@example.org")
    canvas.drawCentredString(297, 690, "Abstract")
    canvas.setFont("Helvetica", 10)
    for line in range(20):
        canvas.drawString(
            60, 670 - 12 * line, "The annual survey recorded the number of visits in the northern districts."
        )
    canvas.save()
    paper = read_paper(tmp_path / "a.pdf", Settings())
    front = " ".join(block.text for block in paper.blocks if block.kind == "front")
    assert paper.authors == ("Anna Abbott",)
    assert front == "Anna Abbott University of Northtown anna@example.org"
    assert not any("Northtown" in block.text for block in paper.blocks if block.kind != "front")


@pytest.mark.parametrize(
    "foot",
    [
        "Proceedings of the 3rd Workshop on Barley, pages 12–19, Oslo, July 2012.",
        "© 2012 Society for Barley. All rights reserved.",
        "Submission received: 1 October 2011; accepted for publication: 3 August 2012.",
    ],
)
def test_the_publishers_notes_at_the_foot_are_no_text(tmp_path: Path, foot: str) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(60, 780, "The Growth of Barley")
    canvas.setFont("Helvetica", 10)
    for line in range(20):
        canvas.drawString(
            60, 740 - 12 * line, "The survey of 2010 recorded the number of visits in the districts."
        )
    canvas.setFont("Helvetica", 8)
    canvas.drawString(60, 40, foot)
    canvas.save()
    paper = read_paper(tmp_path / "a.pdf", Settings())
    assert paper.year == 2012
    assert [block.kind for block in paper.blocks if foot in block.text] == ["front"]
    assert any("survey" in block.text for block in paper.blocks if block.kind == "paragraph")


def test_a_title_in_capitals_goes_on_with_a_linking_word_and_leaves_the_authors(tmp_path: Path) -> None:
    paper = read_first_page(
        tmp_path / "a.pdf",
        ("THE EFFECTS OF BARLEY ON RAIN", "Helvetica", 10),
        ("AND ON SNOW IN VALLEYS*", "Helvetica", 10),
        ("Anna Abbott and Boris Brandt", "Helvetica", 10),
    )
    assert paper.title == "THE EFFECTS OF BARLEY ON RAIN AND ON SNOW IN VALLEYS"
    assert paper.authors == ("Anna Abbott", "Boris Brandt")


def test_authors_in_another_weight_do_not_continue_the_title(tmp_path: Path) -> None:
    paper = read_first_page(
        tmp_path / "paper.pdf",
        ("A Practical Gauge of Snow", "Helvetica-Bold", 12),
        ("Ada Falk and Ben Reyes and Ida Holm", "Helvetica", 12),
    )
    assert paper.title == "A Practical Gauge of Snow"
    assert paper.authors == ("Ada Falk", "Ben Reyes", "Ida Holm")


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        ("FALK AdaMarie HOLM Ida REYES Ben", ("AdaMarie Falk", "Ida Holm", "Ben Reyes")),
        ("Ada Marie FALK, Ida HOLM and Ben REYES", ("Ada Marie Falk", "Ida Holm", "Ben Reyes")),
        ("Ada Falk, Ida Holm", ("Ada Falk", "Ida Holm")),
        ("6525 HD Nijmegen and 5000 LE Tilburg", ()),
    ],
)
def test_family_names_in_capitals(printed: str, names: tuple[str, ...], tmp_path: Path) -> None:
    paper = read_first_page(
        tmp_path / "paper.pdf",
        ("A Practical Gauge of Snow", "Helvetica-Bold", 16),
        (printed, "Helvetica", 12),
    )
    assert paper.authors == names


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (
            [
                ("Barley in a Changing Climate", "Helvetica-Bold", 16),
                ("III. The northern fields", "Helvetica-Bold", 13),
            ],
            "Barley in a Changing Climate III. The northern fields",
        ),
        (
            [
                ("Barley in a Changing Climate", "Helvetica-Bold", 16),
                ("A Trial on Northern Fields", "Helvetica", 16),
            ],
            "Barley in a Changing Climate A Trial on Northern Fields",
        ),
        (
            [
                ("Barley in a Changing Climate", "Helvetica", 16),
                ("Barley in a Changing Climate", "Helvetica", 16),
            ],
            "Barley in a Changing Climate",
        ),
        (
            [("BarleyComm", "Helvetica-Bold", 24), ("Barley in a Changing Climate", "Helvetica-Bold", 14)],
            "Barley in a Changing Climate",
        ),
    ],
)
def test_titles_over_two_levels_with_subtitles_shadows_and_below_logos(
    tmp_path: Path, lines: list[tuple[str, str, float]], title: str
) -> None:
    paper = read_first_page(tmp_path / "a.pdf", *lines, ("Ada Falk and Ben Reyes", "Helvetica", 11))
    assert (paper.title, paper.authors) == (title, ("Ada Falk", "Ben Reyes"))


def write_covered(path: Path, cover: list[str]) -> Paper:
    """A paper of three pages behind a cover page with these lines."""
    canvas = Canvas(str(path), pagesize=A4)
    for page in range(4):
        y = 780.0
        for text in cover if page == 0 else ["The Effects of Barley on Rain"] if page == 1 else []:
            canvas.setFont("Helvetica-Bold" if y == 780 else "Helvetica", 16 if y == 780 else 12)
            canvas.drawString(60, y, text)
            y -= 24
        canvas.setFont("Helvetica", 12)
        canvas.drawString(60, y, "Ada Falk and Ben Reyes" if page == 1 else "")
        canvas.setFont("Helvetica", 10)
        for line in range(20 if page else 0):
            canvas.drawString(
                60, 700 - 12 * line, f"The annual survey of page {page} recorded the number of visits."
            )
        canvas.showPage()
    canvas.save()
    return read_paper(path, Settings())


def test_the_title_page_behind_a_cover_page(tmp_path: Path) -> None:
    cover = [
        "The Effects of Barley on Rain",
        "Archive of Fields",
        "Barley Letters, 1926, Vol. 16, No. 1, pp. 1-13",
    ]
    paper = write_covered(tmp_path / "a.pdf", cover)
    assert (paper.title, paper.authors, paper.year) == (
        "The Effects of Barley on Rain",
        ("Ada Falk", "Ben Reyes"),
        1926,
    )


def test_what_a_title_page_does_not_name_is_a_warning(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    for _ in range(3):
        canvas.drawString(
            60, 700, "the annual survey recorded the number of visits in the northern districts."
        )
        canvas.showPage()
    canvas.save()
    paper = read_paper(tmp_path / "a.pdf", Settings())
    assert paper.authors == ()
    assert paper.warnings[-2:] == (
        "a.pdf: the title could not be read",
        "a.pdf: the authors could not be read",
    )


def test_a_note_beside_the_title_does_not_end_it(tmp_path: Path) -> None:
    pdf = Canvas(str(tmp_path / "beside.pdf"), pagesize=A4)
    pdf.setFont("Times-Bold", 18)
    pdf.drawString(200, 740, "Gauges of Snow and their Use in")
    pdf.setFont("Times-Roman", 8)
    pdf.drawString(50, 729, "Cite this: Rain Lett., 2024,")
    pdf.setFont("Times-Bold", 18)
    pdf.drawString(200, 718, "Valleys of the North")
    pdf.setFont("Times-Roman", 11)
    pdf.drawString(200, 690, "Ada Falk, Bo Ek and Cleo Lind")
    pdf.setFont("Times-Roman", 10)
    for place in range(20):
        pdf.drawString(
            200, 640 - 13 * place, f"The gauge in valley {place} was read twice a day by the same crew."
        )
    pdf.save()
    paper = read_paper(tmp_path / "beside.pdf", Settings())
    assert paper.title == "Gauges of Snow and their Use in Valleys of the North"
