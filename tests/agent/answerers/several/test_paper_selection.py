"""Questions for the papers that do something."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.paper_selection import select_papers
from citehop.agent.answerers.several.selection_forms import Selection, find_selection
from citehop.agent.ask import ask
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "selection"),
    [
        ("Which of these papers train on SNLI?", Selection("train on SNLI")),
        ("which papers here run experiments on TriviaQA?", Selection("run experiments on TriviaQA")),
        ("List all papers that use foma.", Selection("use foma")),
        ("Which snow melt papers in this set use CRESTA?", Selection("use CRESTA", "snow melt")),
        ("papers on snow", Selection("snow", kind="topic")),
        ("How many papers use CRESTA?", Selection("use CRESTA")),
        ("Are there any papers about snow?", Selection("snow", kind="topic")),
        ("Which river routing papers are there?", Selection("river routing", kind="topic")),
        ("Which papers have an author from the University of Oslo?", Selection("the University of Oslo", kind="affiliation")),
        ("Which data sets do the papers use?", None),
        ("How many papers have a map, and how many gauges has RillNet?", None),
        ("Which papers cite RillNet?", None),
        ("How many held-out articles does RillNet get tested on?", None),
        ("Which paper introduces CRESTA?", Selection("introduces CRESTA", is_one=True)),
        ("In which paper was CRESTA presented?", Selection("presented CRESTA", is_one=True)),
        ("In which papers is dropout used?", Selection("used dropout")),
        ("Who trained on a Tesla K40?", Selection("trained on a Tesla K40")),
        ("Does any paper here use dye tracers?", Selection("use dye tracers")),
        ("Is there anything written at Oslo University?", Selection("Oslo University", kind="affiliation")),
        ("Which river models in this folder use gauges?", Selection("use gauges", "river models")),
        ("Which of these mention CRESTA?", Selection("CRESTA", kind="mention")),
        ("Which paper reports the highest NSE on CRESTA?", None),
        ("Who trained on more data, RillNet or SnowLedger?", None),
        ("Which paper is RillNet based on?", None),
        ("Which papers are in the reference list of RillNet?", None),
    ],
)  # fmt: skip
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


def test_papers_about_a_topic_are_those_of_its_title_or_abstract(by_words: Session) -> None:
    about_snow = {row.paper_id for row in select_papers(by_words, Selection("snow", kind="topic"))}
    assert about_snow == {"thorvik-2023-snowledger", "duvaleix-2018-recurrent-memory"}


def test_the_newest_paper_on_a_topic(by_words: Session) -> None:
    selection = find_selection("What is the newest paper about snow?")
    assert selection is not None
    assert [row.paper_id for row in select_papers(by_words, selection)] == ["thorvik-2023-snowledger"]


def test_each_selected_paper_has_a_line_with_its_year_and_its_evidence(by_words: Session) -> None:
    count, *lines = ask(by_words, "Which papers are about snow?").text.splitlines()
    assert count == "2 papers:"
    assert lines[1].startswith("- SnowLedger: Keeping Account of Melt in Neural Runoff Models (2023): ")
    assert all(line.endswith(f"[{number}]") for number, line in enumerate(lines, 1))


def test_a_paper_is_selected_if_all_joined_predicates_hold_with_the_evidence_of_each(
    by_words: Session,
) -> None:
    rows = select_papers(by_words, Selection("train on CRESTA and use dye tracers"))
    assert [row.paper_id for row in rows] == [
        "zielony-2023-flow-paths"
    ]  # not RillNet and others, trained on it alone
    assert ["dye tracers" in citation.quote for citation in rows[0].citations] == [False, True]


def test_the_paper_that_introduced_something_is_given_with_its_authors(by_words: Session) -> None:
    text = ask(by_words, "In which paper was SnowLedger presented?").text
    assert text.startswith('"SnowLedger: Keeping Account of Melt in Neural Runoff Models" (Thorvik')
