"""Title, names and notes on the first page of a paper."""

from pathlib import Path

import pytest

from citehop.papers.parsing.pdf.layout.front_matter import clean_title
from citehop.papers.types import Paper

from ...drawn import SENTENCE, draw_text, read_pages


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
    head = [(60, 790 - 24 * place, *line) for place, line in enumerate(lines)]
    return read_pages(path, [*head, *draw_text(778 - 24 * len(lines))])


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
    names = [(268, 750, "Anna Abbott"), (237, 736, "University of Northtown"), (255, 722, "anna@example.org")]
    head = [(220, 780, "The Growth of Barley", "Helvetica", 18), (276, 690, "Abstract", "Helvetica", 11)]
    page = [*head, *((*line, "Helvetica", 11) for line in names), *draw_text(670)]
    paper = read_pages(tmp_path / "a.pdf", page)
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
    title = (60, 780, "The Growth of Barley", "Helvetica-Bold", 18)
    text = draw_text(740, text="The survey of 2010 recorded the number of visits in the districts.")
    paper = read_pages(tmp_path / "a.pdf", [title, *text, (60, 40, foot, "Helvetica", 8)])
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


def test_the_title_page_behind_a_cover_page(tmp_path: Path) -> None:
    title = (60, 780, "The Effects of Barley on Rain", "Helvetica-Bold", 16)
    archive = (60, 756, "Archive of Fields", "Helvetica", 12)
    venue = (60, 732, "Barley Letters, 1926, Vol. 16, No. 1, pp. 1-13", "Helvetica", 12)
    authors = (60, 756, "Ada Falk and Ben Reyes", "Helvetica", 12)
    texts = [
        draw_text(700, text=f"The annual survey of page {page} recorded the visits.") for page in (1, 2, 3)
    ]
    paper = read_pages(tmp_path / "a.pdf", [title, archive, venue], [title, authors, *texts[0]], *texts[1:])
    assert (paper.title, paper.authors, paper.year) == (
        "The Effects of Barley on Rain",
        ("Ada Falk", "Ben Reyes"),
        1926,
    )


def test_what_a_title_page_does_not_name_is_a_warning(tmp_path: Path) -> None:
    paper = read_pages(tmp_path / "a.pdf", *[[(60, 700, SENTENCE.lower())]] * 3)
    assert paper.authors == ()
    assert paper.warnings[-2:] == (
        "a.pdf: the title could not be read",
        "a.pdf: the authors could not be read",
    )


def test_a_note_beside_the_title_does_not_end_it(tmp_path: Path) -> None:
    head = [
        (200, 740, "Gauges of Snow and their Use in", "Times-Bold", 18),
        (50, 729, "Cite this: Rain Lett., 2024,", "Times-Roman", 8),
        (200, 718, "Valleys of the North", "Times-Bold", 18),
        (200, 690, "Ada Falk, Bo Ek and Cleo Lind", "Times-Roman", 11),
    ]
    paper = read_pages(tmp_path / "beside.pdf", [*head, *draw_text(640, x=200)])
    assert paper.title == "Gauges of Snow and their Use in Valleys of the North"
