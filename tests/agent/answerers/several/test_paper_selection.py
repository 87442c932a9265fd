"""Questions for the papers that do something."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.paper_selection import Selection, find_selection, select_papers
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "selection"),
    [
        ("Which of these papers train on SNLI?", Selection("train on SNLI")),
        ("which papers here run experiments on TriviaQA?", Selection("run experiments on TriviaQA")),
        ("List all papers that use foma.", Selection("use foma")),
        ("Which snow melt papers in this set use CRESTA?", Selection("use CRESTA", "snow melt")),
        ("Which data sets do the papers use?", None),
        ("Which papers cite RillNet?", None),
        ("Which paper introduces CRESTA?", None),
        ("Which papers are in the reference list of RillNet?", None),
    ],
)
def test_selections(question: str, selection: Selection | None) -> None:
    assert find_selection(question) == selection


def test_only_the_paper_that_uses_the_term_is_selected(by_words: Session) -> None:
    (row,) = select_papers(by_words, Selection("use dye tracers"))
    assert row.paper_id == "zielony-2023-flow-paths"
    assert row.answer.startswith("A test with dye tracers shows")
    assert [citation.page for citation in row.citations] == [1]


def test_a_citation_is_not_training(by_words: Session) -> None:
    rows = {row.paper_id: row.answer for row in select_papers(by_words, Selection("are trained on CRESTA"))}
    assert rows["castellanos-2021-rillnet"].startswith("Trained on the CRESTA benchmark, RillNet")
    assert rows["mbeki-laurent-2020-storage-gates"].startswith("It is trained on CRESTA [3] with sequences")
    assert "lindqvist-rao-2022-mossgauge" not in rows  # cites it as related data
    assert "orrin-2009-linear-reservoirs" not in rows


def test_a_term_that_no_paper_has_selects_none(by_words: Session) -> None:
    assert select_papers(by_words, Selection("train on ImageNet")) == []


def test_only_papers_on_the_topic_are_selected(by_words: Session) -> None:
    everywhere = {row.paper_id for row in select_papers(by_words, Selection("use CRESTA"))}
    on_topic = {row.paper_id for row in select_papers(by_words, Selection("use CRESTA", "gauge"))}
    assert on_topic < everywhere
    assert on_topic == {"abiodun-2020-cresta", "haldorsen-2021-donor-catchments", "varnholt-2024-braidnet"}
