"""Authors of a paper, in the layouts of journals and conferences."""

from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

THREE = ("Jane Doe", "Tom Holm", "Ada Falk")


def read_authors(path: Path, *rows: str, abstract: bool = True) -> tuple[str, ...]:
    """Authors of a paper with these lines below its title, centered; "^" encloses raised marks, " | " stands between columns."""
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setFont("Times-Bold", 17)
    canvas.drawCentredString(297, 780, "A Study of Rainfall on Northern Fields")
    y = 750.0
    for row in rows:
        columns = row.split(" | ")
        for number, text in enumerate(columns):
            draw_marked(canvas, 297 + (number - (len(columns) - 1) / 2) * 160, y, text)
        y -= 15
    canvas.setFont("Times-Bold", 11)
    canvas.drawCentredString(297, y - 12, "Abstract" if abstract else "Introduction")
    canvas.setFont("Times-Roman", 10)
    for line in range(20):
        canvas.drawString(
            80, y - 26 - 12 * line, "The annual survey recorded the number of visits in the districts."
        )
    canvas.save()
    return read_paper(path, Settings()).authors


def draw_marked(canvas: Canvas, center: float, y: float, text: str) -> None:
    """Draw `text` with what "^" encloses raised and small."""
    parts = [(part, 8.0 if number % 2 else 12.0) for number, part in enumerate(text.split("^"))]
    x = center - sum(canvas.stringWidth(part, "Times-Roman", size) for part, size in parts) / 2
    for part, size in parts:
        canvas.setFont("Times-Roman", size)
        canvas.drawString(x, y + (4 if size < 12 else 0), part)
        x += canvas.stringWidth(part, "Times-Roman", size)


@pytest.mark.parametrize(
    "rows",
    [
        ["Jane Doe^1,*^, Tom Holm^2^, and Ada Falk^1,2^", "^1^University of Ekby, ^2^Holm Inc."],
        ["Jane Doe1, Tom Holm2, Ada Falk1,2", "1University of Ekby, 2Holm Inc."],
        ["Jane Doe (1), Tom Holm (2) and Ada Falk (1)", "(1) University of Ekby"],
        ["Jane Doe^1^[0000-0001-2345-6789], Tom Holm^2^[0000-0002-2345-678X], and Ada Falk^1^"],
        ["Jane Doe* Tom Holm* Ada Falk^†^", "University of Ekby"],
        ["Jane Doe  Tom Holm  Ada Falk", "University of Ekby"],
        ["Jane Doe / Tom Holm / Ada Falk", "University of Ekby"],
        ["Jane Doe, Student Member, IEEE, Tom Holm, Senior Member, IEEE, and Ada Falk, Fellow, IEEE"],
        ["Jane Doe, PhD^1^, Tom Holm, MD^2^, Ada Falk, MD, PhD^1^", "^1^ University of Ekby"],
        ["Jane Doe PhD, Tom Holm MD, Ada Falk MSc", "University of Ekby"],
        ["Dr. Jane Doe, Prof. Tom Holm and Dr. Ada Falk", "University of Ekby"],
        ["By Jane Doe, Tom Holm and Ada Falk"],
        ["Authors: Jane Doe, Tom Holm and Ada Falk", "University of Ekby"],
        ["Jane Doe, University of Ekby, Norway", "Tom Holm, Holm Institute", "Ada Falk, Oslo, Norway"],
        ["Jane Doe (jane2@ekby.edu)", "Tom Holm (tom@holm.no)", "Ada Falk (ada@ekby.edu)"],
        ["1^st^ Jane Doe | 2^nd^ Tom Holm | 3^rd^ Ada Falk", "Dept. of Rain | Holm Lab | Dept. of Rain"],
        ["Jane Doe | Tom Holm | Ada Falk", "Machine Learning | Mountain View | Computer Science"],
        ["Jane Doe and Tom Holm", "Ada Falk", "Natural Language Processing", "Working Paper"],
        ["A Long-Term Follow-Up of Barley Trials", "Jane Doe, PharmD; Tom Holm, MD, DrPH; Ada Falk, BA"],
        ["CONCEPTUAL DELIMITATION, ACTION AREAS", "Jane Doe^1^, Tom Holm^1^ y Ada Falk^1,2^"],
        ["Jane Doe (2022), Tom Holm (2022)", "Ada Falk (2022)"],
        [
            "Jane Doe https://orcid.org/0000-0001-2345-6789",
            "Tom Holm https://orcid.org/0000-0002-2345-678X",
            "Ada Falk",
        ],
    ],
)
def test_layouts_of_three_authors(tmp_path: Path, rows: list[str]) -> None:
    assert read_authors(tmp_path / "a.pdf", *rows) == THREE


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("Francesco Rossi and Gloria Corpas", ("Francesco Rossi", "Gloria Corpas")),
        ("Qingyao Ai, Adrien Laborde", ("Qingyao Ai", "Adrien Laborde")),
        ("Anatole France and Jane Doe", ("Anatole France", "Jane Doe")),
        ("Carlos dos Santos e Silva, Jane Doe", ("Carlos dos Santos e Silva", "Jane Doe")),
        (
            "L. A. C. van Holm^1,2^, S. E. de Falk^3^, and J K Doe",
            ("L. A. C. van Holm", "S. E. de Falk", "J K Doe"),
        ),
        ("Ada B. Falk, and Tom ffrench-Holm", ("Ada B. Falk", "Tom ffrench-Holm")),
        ("Lab Falk^1^, Tom Holm^2^, Ida Reyes^1^", ("Lab Falk", "Tom Holm", "Ida Reyes")),
        ("JANE DOE and ADA FALK, University of Ekby", ("JANE DOE", "ADA FALK")),
        ("Olivier FERRET", ("Olivier Ferret",)),
        ("Zden k Holm and Jane Doe", ("Zden\ufffdk Holm", "Jane Doe")),
    ],
)
def test_names_like_words_of_places_and_with_lost_letters(
    tmp_path: Path, row: str, names: tuple[str, ...]
) -> None:
    assert read_authors(tmp_path / "a.pdf", row, "University of Ekby") == names


def test_many_authors_over_several_lines_are_no_paragraph(tmp_path: Path) -> None:
    given = ("Ada", "Ben", "Ida", "Jane", "Tom", "Una", "Vera")
    names = [f"{first} {last}" for last in ("Doe", "Falk", "Holm", "Reyes") for first in given]
    rows = [", ".join(f"{name}^1^" for name in names[i : i + 4]) + "," for i in range(0, 28, 4)]
    assert read_authors(tmp_path / "a.pdf", *rows, abstract=False) == tuple(names)


def test_a_particle_at_the_end_of_a_line_belongs_to_the_name_that_follows(tmp_path: Path) -> None:
    rows = ("Jane Doe^1^, Mathieu de Bony de", "Falk^2^, Ada Holm^1^ and Brigitta M.", "Reyes^3^")
    assert read_authors(tmp_path / "a.pdf", *rows) == (
        "Jane Doe",
        "Mathieu de Bony de Falk",
        "Ada Holm",
        "Brigitta M. Reyes",
    )


def test_a_name_that_is_broken_at_the_end_of_a_line(tmp_path: Path) -> None:
    authors = read_authors(
        tmp_path / "a.pdf", "Jane Doe, Tom Holm, Ada", "Falk, Ben Reyes", "Ekby University"
    )
    assert authors == (*THREE, "Ben Reyes")


@pytest.mark.parametrize("row", ["Physical Review Letters, 2001", "6500 HD Nijmegen", "Original Article"])
def test_lines_above_the_authors_name_nobody(tmp_path: Path, row: str) -> None:
    assert read_authors(tmp_path / "a.pdf", row, "Jane Doe and Tom Holm") == ("Jane Doe", "Tom Holm")


def test_an_affiliation_below_names_is_no_author(tmp_path: Path) -> None:
    rows = ("Jane Doe, Tom Holm", "Holm Valley, University of Ekby", "^1^ Northern Rain")
    assert read_authors(tmp_path / "a.pdf", *rows) == ("Jane Doe", "Tom Holm")
