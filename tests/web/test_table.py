"""The extraction sheet of the page: filled by a job, the same as that of the command line, each cell beside its page."""

import csv
import html
import io
import json
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from openpyxl import load_workbook

import citehop
from citehop.cli.main import main
from citehop.settings import Settings

PAPERS = ("castellanos-2021-rillnet", "mbeki-laurent-2020-storage-gates", "duvaleix-2018-recurrent-memory")
QUESTIONS = (
    "name,question\nunits,How many units does the recurrent cell have?\ncapital,What is the capital of Peru?"
)
ROWS = [
    ("units", "How many units does the recurrent cell have?"),
    ("capital", "What is the capital of Peru?"),
]


def make(
    site: Any, questions: str, papers: tuple[str, ...], token: str | None = None, least: str = ""
) -> Any:
    fields = [("form_token", site.form_token() if token is None else token), ("questions", questions)]
    fields += [("least", least)] if least else []
    body = urlencode([*fields, *(("paper", paper) for paper in papers)]).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
    return site.send("POST", "/clusters/sample/table", body, kind)


@pytest.fixture(scope="module")
def address(site: Any) -> str:
    """The address of a finished sheet."""
    reply = make(site, QUESTIONS, PAPERS, least="0.3")
    site.finished_job(reply)
    return str(reply.headers["location"])


@pytest.fixture(scope="module")
def table(site: Any, address: str) -> str:
    return str(site.get(address).text.partition("<tbody>")[2].partition("</tbody>")[0])


def test_each_paper_is_a_row_and_each_question_a_column(table: str) -> None:
    rows = table.split("<tr>")[1:]
    assert len(rows) == 3
    assert [row.count("<td>") for row in rows] == [2, 2, 2]
    assert "64" in rows[0].split("<td>")[1]
    assert all("blank" in row.split("<td>")[2] for row in rows)


def test_a_sheet_keeps_its_address(site: Any, address: str) -> None:
    page = site.get("/clusters/sample/table").text
    assert f'href="{address}"' in page
    assert site.get(f"{address.rpartition('/')[0]}/20200101-000000-000000").status == 404
    assert site.get("/clusters/sample/table/..%2F..%2Fx").status == 404


def test_the_sheet_is_that_of_the_command_and_of_python(
    site: Any, address: str, word_settings: Settings, tmp_path: Path
) -> None:
    with citehop.open("sample", word_settings) as session:
        sheet = citehop.extract(session, ROWS, PAPERS, least=0.3)
    questions, file = tmp_path / "questions.csv", tmp_path / "sheet.csv"
    questions.write_text(QUESTIONS)
    papers = [option for paper in PAPERS for option in ("--paper", paper)]
    options = ["--questions", str(questions), "--least", "0.3", "-o", str(file), "--home", word_settings.home]
    main(["table", "sample", *options, *papers])
    by_page = site.get(f"{address}/sheet.csv").body.decode("utf-8")
    by_command = sorted(csv.DictReader(io.StringIO(file.read_text("utf-8"))), key=lambda line: line["title"])
    assert sorted(csv.DictReader(io.StringIO(by_page)), key=lambda line: line["title"]) == by_command
    texts = {row.paper_id: "" if row.cells[0].is_blank(0.3) else row.cells[0].text for row in sheet.rows}
    assert {line["paper_id"]: line["units"] for line in by_command} == texts


def test_the_sheet_is_a_file_of_four_kinds(site: Any, address: str) -> None:
    fields = json.loads(site.get(f"{address}/sheet.json").body)
    assert [row["paper_id"] for row in fields["rows"]] == list(PAPERS)
    assert fields["rows"][0]["cells"]["capital"]["answer"] is None
    assert [line.count(" | ") for line in site.get(f"{address}/sheet.md").text.splitlines()] == [2] * 5
    book = load_workbook(io.BytesIO(site.get(f"{address}/sheet.xlsx").body))
    assert [cell.value for cell in book["Answers"][1]] == ["paper", "units", "capital"]
    assert site.get(f"{address}/sheet.exe").status == 404


def test_a_cell_opens_its_page_with_the_quote_highlighted(site: Any, table: str) -> None:
    found = re.search(r'href="(/clusters/sample/papers/[^"]+/pages/\d+\?quote=[^"#]+)#here"', table)
    assert found
    page = site.get(html.unescape(found[1])).text
    assert 'class="marks quote"' in page
    assert re.search(r'<rect id="here" x="[\d.]+" y="[\d.]+" width="[\d.]{3,}" height="[\d.]+"/>', page)


def test_an_unfinished_sheet_says_so_and_goes_on(own_site: Any, own_settings: Settings) -> None:
    reply = make(own_site, "How many units does the recurrent cell have?", PAPERS[:1])
    own_site.finished_job(reply)
    for cells in own_settings.home_path.glob("tables/sample/*.jsonl"):
        cells.write_text("")
    page = own_site.get(reply.headers["location"]).text
    assert "to come" in page
    assert "Go on" in page
    own_site.post(reply.headers["location"], {"form_token": own_site.form_token()})
    deadline = time.monotonic() + 60
    while "to come" in own_site.get(reply.headers["location"]).text:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("questions", "papers", "least", "status"),
    [
        ("", PAPERS, "", 400),
        ("\n".join(f"Question {number}?" for number in range(41)), PAPERS, "", 400),
        ("x" * 501, PAPERS, "", 400),
        ("Which?", (*PAPERS[:1], "../../etc/passwd"), "", 400),
        ("Which?", PAPERS, "2", 400),
        ("name,question\na,b,c", PAPERS, "", 404),
    ],
)
def test_a_sheet_needs_questions_and_papers(
    site: Any, questions: str, papers: tuple[str, ...], least: str, status: int
) -> None:
    assert make(site, questions, papers, least=least).status == status


def test_a_sheet_of_another_page_is_refused(site: Any) -> None:
    assert make(site, "Which?", PAPERS, token="x").status == 403


def test_a_quote_of_an_address_is_limited(site: Any) -> None:
    page = f"/clusters/sample/papers/{PAPERS[0]}/pages/1"
    assert site.get(f"{page}?quote={'x' * 5000}").status == 413
    assert "<script>alert" not in site.get(f"{page}?quote=%3Cscript%3Ealert(1)").text
    assert site.get(f"{page}/image.png?quote=not+there").status == 200
