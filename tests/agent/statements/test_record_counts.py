"""Parts of a paper that are counted, and the section about something."""

import pytest

from citehop.agent.statements.record_counts import count_parts, find_section, has_none, numbered_sections
from citehop.papers.types import BBox, Block, Figure, Paper

BOX = BBox(0, 0, 1, 1)
PAPER = Paper(
    "falk-2021-rills",
    "Rills",
    blocks=(
        Block("Abstract", 1, BOX, "heading", "Abstract"),
        Block("Rain fills basins, and wide ponds lose water.", 1, BOX, "paragraph", "Abstract"),
        Block("1 Introduction", 1, BOX, "heading", "1 Introduction"),
        Block("Rain fills the basins of the north.", 1, BOX, "paragraph", "1 Introduction"),
        Block("2 Losses at Night", 2, BOX, "heading", "2 Losses at Night"),
        Block("Water evaporates from wide ponds.", 2, BOX, "paragraph", "2 Losses at Night"),
        Block("Acknowledgements", 3, BOX, "heading", "Acknowledgements"),
        Block("We thank the ponds.", 3, BOX, "paragraph", "Acknowledgements"),
    ),
)


def test_a_heading_with_most_of_the_words_comes_first() -> None:
    assert _heading({"loss": 2.0, "pond": 1.0}) == "2 Losses at Night"


def test_a_paragraph_with_all_words_leads_to_its_heading() -> None:
    assert _heading({"basin": 1.0, "rain": 1.0}) == "1 Introduction"
    assert _heading({"wide": 1.0, "pond": 1.0}) == "2 Losses at Night"


def test_no_section_where_half_of_the_words_are_missing() -> None:
    assert _heading({"pond": 1.0, "bread": 1.0}) is None
    assert _heading({"thank": 1.0}) is None


def _heading(weights: dict[str, float]) -> str | None:
    heading = find_section(PAPER, weights)
    return heading.text if heading else None


def test_figures_are_counted_by_their_numbers() -> None:
    box = BBox(0, 0, 1, 1)
    figures = (
        Figure("p:1", "figure", "Figure 1", "", 1, box),
        Figure("p:4", "figure", "Figure 4", "", 2, box),
        Figure("p:t", "table", "Table 1", "", 2, box),
    )
    paper = Paper(id="p", title="T", figures=figures)
    assert [count_parts(paper, noun) for noun in ("figures", "tables", "references")] == [4, 1, 0]


@pytest.mark.parametrize(
    ("labels", "text", "count"),
    [
        (("Table 1", "Table 2", "Table on page 14"), "", 2),
        (("First table on page 5", "Second table on page 5"), "", 2),
        (("Table 1", "Table 2A", "Table 2B"), "", 2),
        (
            ("Table 1", "Table 2"),
            "Rain falls, see Table 3 and tables 4.1 and 9.",
            3,
        ),  # one that was not found
        (("Table 1", "Table A.1"), "", 2),
    ],
)
def test_tables_without_captions_and_parts_do_not_add_to_the_numbered_ones(
    labels: tuple[str, ...], text: str, count: int
) -> None:
    box = BBox(0, 0, 1, 1)
    figures = tuple(Figure(f"p:{label}", "table", label, "", 1, box) for label in labels)
    paper = Paper(id="p", title="T", figures=figures, blocks=(Block(text, 1, box),))
    assert count_parts(paper, "tables") == count


@pytest.mark.parametrize(
    ("headings", "sections"),
    [
        (("1 Rain", "1.1 Drops", "2. Rills", "References"), ["1 Rain", "2. Rills"]),
        (("1 Rain", "3 Rills"), []),
        (("Rain", "Rills"), []),
    ],
)
def test_sections_are_counted_where_their_numbers_are_complete(
    headings: tuple[str, ...], sections: list[str]
) -> None:
    blocks = tuple(Block(text, 1, BBox(0, 0, 9, 9), "heading") for text in headings)
    assert numbered_sections(Paper("falk", "Rain", blocks=blocks)) == sections


@pytest.mark.parametrize(
    ("noun", "text", "none"),
    [
        ("figures", "Rain falls on figures of fun, see Table 1.", True),
        ("tables", "Rain falls, see Table 1.", False),  # a table that was not found
        ("figures", "Rain falls, see Figs. 2 and 3.", False),
        ("references", "Rain falls.", False),  # none may have been read
    ],
)
def test_that_a_paper_has_none(noun: str, text: str, none: bool) -> None:
    blocks = (
        Block(text, 1, BBox(0, 0, 9, 9)),
        Block("Ek, Figure 1 of rain, Table 2.", 2, BBox(0, 0, 9, 9), "reference"),
    )
    assert has_none(Paper("ek", "Rain", blocks=blocks), noun) is none
    assert has_none(Paper("ek", "Rain"), noun) is False  # a paper without text
