"""Comparing papers: in Python, through `ask`, on the command line, with a model."""

import json
from dataclasses import replace
from typing import Any

import pytest

import citehop
from citehop.agent.llm.roles import open_models
from citehop.agent.session import Session
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.settings import Settings
from citehop.testing import ModelServer

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
QUESTION = "Median NSE on CRESTA: DeltaFormer vs RillNet vs TwinGauge"
DELTA, RILLNET, TWIN = (
    "nakadai-2022-antecedent-rainfall",
    "castellanos-2021-rillnet",
    "haldorsen-2021-donor-catchments",
)
PRINTED = {DELTA: "0.726", RILLNET: "0.713", TWIN: "0.701"}  # Table 1 of each paper


def test_each_paper_answers_from_its_own_table(by_words: Session) -> None:
    comparison = citehop.compare(by_words, QUESTION, [DELTA, RILLNET, TWIN])
    assert [row.paper_id for row in comparison.rows] == [DELTA, RILLNET, TWIN]
    for row in comparison.rows:
        assert PRINTED[row.paper_id] in row.answer
        assert {citation.paper_id for citation in row.citations} == {row.paper_id}
        assert any(PRINTED[row.paper_id] in citation.quote for citation in row.citations)


def test_values_and_the_verdict(by_words: Session) -> None:
    comparison = citehop.compare(by_words, QUESTION)
    assert {row.paper_id: row.value for row in comparison.rows} == PRINTED
    assert comparison.verdict == "From high to low: DeltaFormer 0.726, RillNet 0.713, TwinGauge 0.701."
    assert comparison.text.splitlines()[0] == comparison.verdict


def test_facts_of_the_record_are_compared(by_words: Session) -> None:
    authors = citehop.compare(by_words, "Who wrote RillNet and SnowLedger?").rows
    assert ["Castellanos" in row.answer for row in authors] == [True, False]
    assert "Thorvik" in authors[1].answer


def test_a_question_about_no_two_papers_names_every_form_that_is_compared(by_words: Session) -> None:
    with pytest.raises(
        UsageError, match=r'no two papers: .*"batch sizes: A vs B".*--paper.*all of them "Which papers'
    ):
        citehop.compare(by_words, "Which delay is used?")


def test_ask_gives_the_same_in_its_first_paragraph(by_words: Session) -> None:
    question = "Units of the recurrent cell: RillNet vs StateGate"
    assert citehop.ask(by_words, question).text == citehop.compare(by_words, question).text


def test_ask_has_all_values_in_its_first_paragraph(by_words: Session) -> None:
    answer = citehop.ask(by_words, QUESTION)
    assert all(value in answer.text.split("\n")[0] for value in PRINTED.values())


def test_citations_printed_within_a_quote_stay(by_words: Session) -> None:
    papers = ["mbeki-laurent-2020-storage-gates", RILLNET]
    row = citehop.compare(
        by_words, "How many days do the sequences have that it is trained on?", papers
    ).rows[0]
    assert row.answer == " ".join(citation.quote for citation in row.citations)
    assert "It is trained on CRESTA [3] with sequences of 730 days" in row.answer


def test_a_paper_without_an_answer_keeps_an_empty_row(by_words: Session) -> None:
    comparison = citehop.compare(by_words, "Who sponsored the Olympic marathon?", [RILLNET, TWIN])
    assert [(row.paper_id, row.answer, row.citations) for row in comparison.rows] == [
        (RILLNET, "", ()),
        (TWIN, "", ()),
    ]
    assert comparison.text.count("no answer found") == 2


def test_papers_given_by_name_replace_those_of_the_question(by_words: Session) -> None:
    comparison = citehop.compare(by_words, "What is the median NSE on CRESTA?", ["RillNet", DELTA])
    assert [row.paper_id for row in comparison.rows] == [RILLNET, DELTA]


def test_all_papers_of_a_cluster_of_few_are_asked(by_words: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citehop.agent.compare._FEW", len(by_words.cluster.paper_ids))
    comparison = citehop.compare(by_words, "What is the median NSE?")
    assert [row.paper_id for row in comparison.rows] == list(by_words.cluster.paper_ids)


@pytest.mark.parametrize("papers", [None, [RILLNET], ["RillNet", RILLNET]])
def test_one_paper_is_nothing_to_compare(by_words: Session, papers: list[str] | None) -> None:
    with pytest.raises(UsageError, match=r"names no two papers|only one paper"):
        citehop.compare(by_words, "What is a reach?", papers)


def test_a_name_that_no_paper_has_is_told_from_one_that_is_here(by_words: Session) -> None:
    with pytest.raises(UsageError, match=r"one paper of this cluster, 'RillNet.*', and no other"):
        citehop.compare(by_words, "median NSE: RillNet vs Nonexistent")


def test_a_model_is_asked_for_each_paper(by_words: Session, reader: Any) -> None:
    with ModelServer(reader(SENTENCE)) as server:
        settings = replace(by_words.settings, model="openai/scripted", api_base=server.url, no_cache=True)
        comparison = citehop.compare(
            by_words,
            "What is the timing error if all delays are fixed?",
            [RILLNET, TWIN],
            models=open_models(settings),
        )
    rillnet, twin = comparison.rows
    assert (rillnet.answer, [citation.quote for citation in rillnet.citations]) == (SENTENCE, [SENTENCE])
    assert "12.9 hours" in twin.answer  # in the paper's words, as the model had none
    assert comparison.text.count(f"{SENTENCE} [1]") == 1
    assert comparison.usage.calls == len(server.received) == 2


def test_json_of_the_command(word_settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        ["compare", "sample", QUESTION, "--json", "--home", word_settings.home, "--embedding-model", "none"]
    )
    fields = json.loads(capsys.readouterr().out)
    assert code == 0
    assert [row["paper_id"] for row in fields["rows"]] == [DELTA, RILLNET, TWIN]
    assert [row["value"] for row in fields["rows"]] == ["0.726", "0.713", "0.701"]
    assert fields["verdict"].startswith("From high to low: DeltaFormer")
    assert all(row["citations"][0]["page"] in (1, 2) for row in fields["rows"])


def test_papers_behind_the_question_of_the_command(
    word_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["compare", "sample", "What is the median NSE on CRESTA?", "RillNet", DELTA, "--paper", TWIN]
    assert main([*arguments, "--json", "--home", word_settings.home, "--embedding-model", "none"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["paper_id"] for row in rows] == [RILLNET, DELTA, TWIN]


def test_table_of_the_command(word_settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "sample", "Which papers use dye tracers?", "--home", word_settings.home]
    assert main([*arguments, "--embedding-model", "none"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Mixtures of Flow Paths" in printed
    assert "p. 1" in printed or "page 1" in printed
