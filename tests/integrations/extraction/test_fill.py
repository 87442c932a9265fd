"""Extraction sheets over real papers: one row per paper, honest blanks, and no question asked twice."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

import citehop
from citehop.agent.ask import ask
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.session import Session
from citehop.agent.types import Answer
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.integrations.extraction import fill
from citehop.integrations.extraction.columns import build_columns, read_questions
from citehop.integrations.extraction.formats import write_sheet
from citehop.integrations.extraction.types import Sheet
from citehop.settings import Settings
from citehop.testing import QueueLLM

OUTCOME = ("outcome", "What was the primary outcome?")
FUNDING = ("funding", "Who funded the study?")
OFF = ("river", "How many basins does the streamflow benchmark have?")
PAPERS = ("Dasa2021", "Smith2016")


@pytest.fixture(scope="module")
def medicine(real_session: Callable[..., Session]) -> Session:
    """Two real trials."""
    return real_session("medicine", *PAPERS)


@pytest.fixture(scope="module")
def sheet(medicine: Session) -> Sheet:
    return citehop.extract(medicine, [OUTCOME, FUNDING, OFF], least=0.6)


def test_each_paper_is_asked_alone(sheet: Sheet) -> None:
    assert [row.paper_id[:4] for row in sheet.rows] == ["dasa", "smit"]
    for row in sheet.rows:
        assert {each.paper_id for cell in row.cells for each in cell.citations} == {row.paper_id}


def test_a_cell_is_the_answer_of_ask(sheet: Sheet, medicine: Session) -> None:
    row = sheet.rows[1]
    answer = ask(medicine, FUNDING[1], papers=(row.paper_id,))
    assert (row.cells[1].text, row.cells[1].citations) == (answer.text, answer.citations)
    assert "R01HL091841" in answer.text


def test_a_question_that_no_paper_answers_is_blank(sheet: Sheet) -> None:
    assert all(row.cells[2].is_blank(sheet.least) for row in sheet.rows)


def test_a_sentence_that_announces_limitations_comes_with_the_first(medicine: Session) -> None:
    sheet = citehop.extract(medicine, ["What are the limitations of the study?"], ["Smith2016"], least=0)
    quotes = [citation.quote for citation in sheet.rows[0].cells[0].citations]
    assert not any(quote.endswith("limitations.") for quote in quotes), quotes


def test_what_authors_disclose_is_no_place_of_a_study(medicine: Session) -> None:
    question = "In which country was the study conducted?"
    sheet = citehop.extract(medicine, [question], ["Dasa2021"], least=0)
    assert not any(
        citation.quote.startswith("Dr ") for cell in sheet.rows[0].cells for citation in cell.citations
    )


def test_an_interrupted_sheet_continues(medicine: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    questions = [f"What does the paper say about topic {n}?" for n in range(3)]

    def fail_at_third(session: Session, question: str, **options: Any) -> Answer:
        asked.append(question)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return ask(session, question, **options)

    monkeypatch.setattr(fill, "ask", fail_at_third)
    with pytest.raises(KeyboardInterrupt):
        citehop.extract(medicine, questions)
    before = len(asked)
    sheet = citehop.extract(medicine, questions)
    assert len(sheet.rows) * len(sheet.columns) == 6
    assert len(asked) - before == 6 - 2


def test_another_wording_counts_if_its_answer_is_likelier(medicine: Session) -> None:
    sheet = citehop.extract(medicine, [("funding", OFF[1]), FUNDING], ["Smith2016"])
    assert len(sheet.columns) == 1
    assert "R01HL091841" in sheet.rows[0].cells[0].text


def test_a_model_that_fails_leaves_the_cells_as_they_are_without_it(sheet: Sheet, medicine: Session) -> None:
    llm = QueueLLM(default="I do not follow schemas.")
    found = citehop.extract(medicine, [FUNDING, OUTCOME], ["Smith2016"], models=Models(llm, llm, Meter()))
    assert llm.requests
    outcome, funding = sheet.rows[1].cells[:2]
    assert [cell.text for cell in found.rows[0].cells] == [funding.text, outcome.text]
    assert any("model" in note for cell in found.rows[0].cells for note in cell.notes)
    before = len(llm.requests)
    citehop.extract(medicine, [OUTCOME], ["Smith2016"], models=Models(llm, llm, Meter()))
    assert len(llm.requests) > before  # asked again, as the model failed


def test_every_format_has_answers_quotes_pages_and_blanks(
    sheet: Sheet, medicine: Session, tmp_path: Path
) -> None:
    files = {suffix: tmp_path / f"sheet.{suffix}" for suffix in ("csv", "xlsx", "md", "json")}
    for file in files.values():
        write_sheet(sheet, medicine, file)
    lines = list(csv.DictReader(io.StringIO(files["csv"].read_text())))
    assert lines[1]["funding: page"] == "9"
    assert lines[1]["funding: quote"] in lines[1]["funding"]
    assert lines[1]["river"] == lines[1]["river: quote"] == ""
    book = load_workbook(files["xlsx"])
    assert [cell.value for cell in book["Answers"][1]] == ["paper", "outcome", "funding", "river"]
    assert book["Evidence"].max_row == 7
    assert files["md"].read_text().splitlines()[2].count(" – |") >= 1
    rows = json.loads(files["json"].read_text())["rows"]
    assert rows[1]["cells"]["river"]["answer"] is None
    assert rows[1]["cells"]["funding"]["citations"][0]["page"] == 9


def test_a_cell_of_the_page_opens_its_quote(sheet: Sheet, medicine: Session, tmp_path: Path) -> None:
    row = sheet.rows[1]
    hostile = replace(row.cells[0], text="<script>alert(1)</script>", probability=1.0)
    page = tmp_path / "sheet.html"
    write_sheet(replace(sheet, rows=(replace(row, cells=(hostile, *row.cells[1:])),)), medicine, page)
    text = page.read_text()
    assert "<script>" not in text
    quote = row.cells[1].citations[0].quote
    assert re.search(rf"<details>.*<blockquote>{re.escape(quote)}<br>.*page 9.*</details>", text, re.DOTALL)
    assert text.count('<td class="quiet">') == 1


def test_text_of_papers_is_no_formula(sheet: Sheet, medicine: Session, tmp_path: Path) -> None:
    row = sheet.rows[0]
    forged = replace(row.cells[0], text="=HYPERLINK(1)", probability=1.0)
    forged_sheet = replace(sheet, rows=(replace(row, cells=(forged, *row.cells[1:])),))
    for suffix in ("csv", "xlsx"):
        write_sheet(forged_sheet, medicine, tmp_path / f"sheet.{suffix}")
    assert "'=HYPERLINK" in (tmp_path / "sheet.csv").read_text()
    assert load_workbook(tmp_path / "sheet.xlsx")["Answers"]["B2"].data_type == "s"


def test_questions_come_from_files(tmp_path: Path) -> None:
    table, lines = tmp_path / "questions.csv", tmp_path / "questions.txt"
    table.write_text('name,question\nsize,"How many, in all?"\nsize,How large is the sample?\n')
    lines.write_text("How many?\n\nWhere?\n")
    (column,) = build_columns(read_questions(table))
    assert (column.name, column.wordings) == ("size", ("How many, in all?", "How large is the sample?"))
    assert [each.name for each in build_columns(read_questions(lines))] == ["How many?", "Where?"]
    with pytest.raises(UsageError, match="0 questions"):
        build_columns([])


def test_the_command_prints_a_table(own_settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "table",
        "sample",
        "--question",
        "How many units does the recurrent cell have?",
        "--least",
        "0.2",
    ]
    assert main([*arguments, "--paper", "rillnet", "--home", own_settings.home]) == 0
    printed = capsys.readouterr()
    assert "64 units" in printed.out
    assert printed.err.strip().endswith("1 of 1 cells filled")
    assert main([*arguments, "--home", own_settings.home, "-o", "sheet.doc"]) == 2
