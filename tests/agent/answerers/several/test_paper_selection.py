"""Questions for the papers that do something."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.paper_selection import find_selection, select_papers
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "predicate"),
    [
        ("Which of these papers train on SNLI?", "train on SNLI"),
        ("which papers here run experiments on TriviaQA?", "run experiments on TriviaQA"),
        ("List all papers that use foma.", "use foma"),
        ("Which papers cite RillNet?", None),
        ("Which paper introduces CRESTA?", None),
        ("Which papers are in the reference list of RillNet?", None),
    ],
)
def test_predicates(question: str, predicate: str | None) -> None:
    assert find_selection(question) == predicate


def test_only_the_paper_that_uses_the_term_is_selected(by_words: Session) -> None:
    (row,) = select_papers(by_words, "use dye tracers")
    assert row.paper_id == "zielony-2023-flow-paths"
    assert row.answer.startswith("A test with dye tracers shows")
    assert [citation.page for citation in row.citations] == [1]


def test_a_citation_is_not_training(by_words: Session) -> None:
    rows = {row.paper_id: row.answer for row in select_papers(by_words, "are trained on CRESTA")}
    assert rows["castellanos-2021-rillnet"].startswith("Trained on the CRESTA benchmark, RillNet")
    assert rows["mbeki-laurent-2020-storage-gates"].startswith("It is trained on CRESTA [3] with sequences")
    assert "lindqvist-rao-2022-mossgauge" not in rows  # cites it as related data
    assert "orrin-2009-linear-reservoirs" not in rows


def test_a_term_that_no_paper_has_selects_none(by_words: Session) -> None:
    assert select_papers(by_words, "train on ImageNet") == []
