"""Sections in which a paper describes what is asked for."""

from __future__ import annotations

from citehop.agent.answerers.facts.section_facts import _best_heading
from citehop.papers.types import BBox, Block, Paper

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
    heading = _best_heading(PAPER, weights)
    return heading.text if heading else None
