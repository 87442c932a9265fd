"""Headings of drawn pages: on their own line, run into their paragraph, in small capitals."""

from dataclasses import replace
from pathlib import Path

import pytest

from citehop.papers.parsing.pdf.layout.headings import (
    parse_heading,
    parse_plain_heading,
)
from citehop.papers.parsing.pdf.layout.paragraphs import ParagraphPiece
from citehop.papers.parsing.pdf.layout.run_in_headings import (
    find_definitions,
    parse_run_in_heading,
    split_run_in_heading,
)
from citehop.papers.parsing.pdf.text.fonts import Font
from citehop.papers.parsing.pdf.text.lines import Line, build_line
from citehop.papers.parsing.pdf.text.tokens import Token
from citehop.papers.types import BBox

from ...drawn import SENTENCE, TextLine, draw_text, read_pages

REGULAR, BOLD, ITALIC = (
    Font("Times", 10, False, False),
    Font("Times-Bold", 10, True, False),
    Font("Times-It", 10, False, True),
)
CAPS = Font("LMRomanCaps10", 10, False, False)


def make_line(*parts: tuple[str, Font], y: float = 100.0) -> Line:
    tokens, x = [], 60.0
    for text, font in parts:
        for word in text.split():
            tokens.append(Token(word, BBox(x, y - 8, x + 5 * len(word), y), y, font))
            x += 5 * len(word) + 3
    return build_line(tokens)


@pytest.mark.parametrize(
    ("parts", "heading", "level"),
    [
        ([("Training time.", BOLD), ("The survey was long.", REGULAR)], "Training time", 4),
        (
            [("2.1. Interviews and records.", BOLD), ("The survey was long.", REGULAR)],
            "2.1. Interviews and records",
            2,
        ),
        ([("1) The role of barley:", ITALIC), ("The survey was long.", REGULAR)], "1) The role of barley", 1),
        ([("Results.", ITALIC), ("The survey was long.", REGULAR)], "Results", 4),
    ],
)
def test_run_in_headings(parts: list[tuple[str, Font]], heading: str, level: int) -> None:
    split = split_run_in_heading(
        ParagraphPiece(1, (make_line(*parts), make_line((SENTENCE, REGULAR), y=112)))
    )
    assert split is not None
    head, rest = split
    parsed = parse_run_in_heading(head)
    assert (parsed.text, parsed.level) == (heading, level)
    assert rest.text == f"The survey was long. {SENTENCE}"


@pytest.mark.parametrize(
    "parts",
    [
        [("Theorem 3.", BOLD), ("The survey was long.", REGULAR)],
        [("Keywords:", BOLD), ("Surveys, districts", REGULAR)],
        [("Table 2.", BOLD), ("The survey by districts", REGULAR)],
        [("Barley", BOLD), ("was recorded first.", REGULAR)],
        [("In situ", ITALIC), ("The survey was long.", REGULAR)],
        [("A sentence that is set in bold type to its end and has far too many words.", BOLD), ("The end.", REGULAR)],
        [("All of it is bold.", BOLD)],
    ],
)  # fmt: skip
def test_other_emphasis_at_the_start_of_a_paragraph_is_no_heading(parts: list[tuple[str, Font]]) -> None:
    assert split_run_in_heading(ParagraphPiece(1, (make_line(*parts),))) is None


def test_a_line_in_a_font_of_small_capitals_is_a_heading() -> None:
    assert parse_heading(ParagraphPiece(1, (make_line(("3. Findings", CAPS)),)), 10.0) is not None
    assert parse_heading(ParagraphPiece(1, (make_line(("3. Findings", REGULAR)),)), 10.0) is None


def test_a_run_in_heading_opens_a_section(tmp_path: Path) -> None:
    page: list[TextLine] = [(60, 780, "The Effects of Rain", "Helvetica-Bold", 16)]
    for top, name in ((700, "Sampling."), (620, "Training time.")):
        page += [(60, top, name, "Helvetica-Bold", 10), (140, top, SENTENCE[:60]), *draw_text(top - 12, 3)]
    paper = read_pages(tmp_path / "a.pdf", page)
    assert [b.text for b in paper.blocks if b.kind == "heading"] == ["Sampling.", "Training time."]
    sections = [b.section for b in paper.blocks if b.kind == "paragraph"]
    assert sections == ["Sampling", "Training time"]


@pytest.mark.parametrize(
    ("text", "font", "level"),
    [
        ("3.2 Numerical stability", REGULAR, 2),
        ("Measures of rainfall", ITALIC, 3),
        ("3 Numerical stability", REGULAR, None),
        ("3.2 million", REGULAR, None),
        ("It was 3.2 Million", REGULAR, None),
        ("Measures of rainfall.", ITALIC, None),
        ("Rain", ITALIC, None),
    ],
)
def test_headings_in_the_type_of_the_text(text: str, font: Font, level: int | None) -> None:
    heading = parse_plain_heading(ParagraphPiece(1, (make_line((text, font)),)))
    assert (heading and heading.level) == level


def test_a_heading_at_the_top_of_a_page_is_no_running_head(tmp_path: Path) -> None:
    pages = [
        [(60, 800, name, "Helvetica-Bold", 14), *draw_text(760), (290, 30, name[0])]
        for name in ("1 Sampling", "2 Training time")
    ]
    paper = read_pages(tmp_path / "a.pdf", *pages)
    assert "2 Training time" in [b.text for b in paper.blocks if b.kind == "heading"]


def test_a_term_with_an_indented_definition_is_no_heading() -> None:
    first = make_line(("Barley:", BOLD), ("The survey was long.", REGULAR))
    below = make_line((SENTENCE, REGULAR), y=112)
    assert split_run_in_heading(ParagraphPiece(1, (first, below))) is not None
    moved = [replace(t, bbox=replace(t.bbox, x0=t.bbox.x0 + 20, x1=t.bbox.x1 + 20)) for t in below.tokens]
    assert split_run_in_heading(ParagraphPiece(1, (first, build_line(moved)))) is None


def test_terms_of_a_list_of_definitions_are_no_headings() -> None:
    pieces = [
        ParagraphPiece(1, (make_line((term, BOLD), ("The survey was long.", REGULAR), y=100 + 12 * i),))
        for i, term in enumerate(("Barley", "Dairy", "Road freight"))
    ]
    named = ParagraphPiece(1, (make_line(("Results.", BOLD), ("The survey was long.", REGULAR)),))
    text = ParagraphPiece(1, (make_line((SENTENCE, REGULAR)),))
    assert find_definitions([text, *pieces, text, named, named, text, pieces[0]]) == set(map(id, pieces))
