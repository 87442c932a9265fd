"""Papers of the sample cluster with the most or the fewest parts."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.record_extremes import (
    count_parts,
    find_extreme,
    has_none,
    numbered_sections,
)
from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.papers.types import BBox, Block, Figure, Paper


@pytest.mark.parametrize(
    ("question", "noun", "largest"),
    [
        ("Which paper has the most references?", "references", True),
        ("Which of these papers has the fewest authors?", "authors", False),
        ("what is the longest paper here?", "pages", True),
        ("Which paper cites the most papers?", "references", True),
        ("Which paper is cited most?", "citations", True),
        ("the least cited paper", "citations", False),
        ("Which paper has the largest number of tables?", "tables", True),
    ],
)
def test_extremes_of_counts_are_recognized(question: str, noun: str, largest: bool) -> None:
    extreme = find_extreme(question)
    assert extreme is not None
    assert (extreme.noun, extreme.largest) == (noun, largest)


@pytest.mark.parametrize("question", ["Which model has the most parameters?", "Most papers use Adam. Why?"])
def test_other_superlatives_are_left_alone(question: str) -> None:
    assert find_extreme(question) is None


def test_the_papers_with_an_extreme_are_named_with_its_value(by_words: Session) -> None:
    counts = {paper.id: len(paper.authors) for paper in by_words.cluster.summaries}
    most = [paper.title for paper in by_words.cluster.summaries if counts[paper.id] == max(counts.values())]
    answer = ask(by_words, "Which paper has the most authors?")
    assert answer.status == "answered"
    assert all(f'"{title}"' in answer.text for title in most)
    assert f"{max(counts.values())} author" in answer.text
    cited = {paper.id: len(by_words.cluster.citing(paper.id)) for paper in by_words.cluster.summaries}
    text = ask(by_words, "Which of these papers is cited most often?").text
    assert f"cited by {max(cited.values())} paper" in text


def test_a_superlative_of_something_else_than_the_papers_is_not_answered_from_the_record(
    by_words: Session,
) -> None:
    assert "in this cluster" not in ask(by_words, "Which paper with the most references uses Adam?").text


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
