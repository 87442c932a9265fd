"""The table of several papers with a quote in each cell."""

import csv
import html
import io
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from openpyxl import load_workbook

PAPERS = ("castellanos-2021-rillnet", "mbeki-laurent-2020-storage-gates", "duvaleix-2018-recurrent-memory")
QUESTIONS = "How many units does the recurrent cell have?\nWhat is the capital of Peru?"


def compare(site: Any, questions: str, papers: tuple[str, ...], token: str | None = None) -> Any:
    fields = [("form_token", site.form_token() if token is None else token), ("questions", questions)]
    body = urlencode([*fields, *(("paper", paper) for paper in papers)]).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
    return site.send("POST", "/clusters/sample/compare", body, kind)


@pytest.fixture(scope="module")
def address(site: Any) -> str:
    """The address of a comparison."""
    reply = compare(site, QUESTIONS, PAPERS)
    assert reply.status == 303, reply.text
    return str(reply.headers["location"])


@pytest.fixture(scope="module")
def table(site: Any, address: str) -> str:
    return str(site.get(address).text.partition("<tbody>")[2].partition("</tbody>")[0])


def test_each_paper_is_a_row_and_each_question_a_column(table: str) -> None:
    rows = table.split("<tr>")[1:]
    assert len(rows) == 3
    assert [row.count("<td>") for row in rows] == [2, 2, 2]
    assert "64" in rows[0].split("<td>")[1]
    assert all("no answer: " in row.split("<td>")[2] for row in rows)
    assert all(re.search(r"\(\d+%\)|does not mention", row.split("<td>")[2]) for row in rows)


def test_a_comparison_keeps_its_address(site: Any, address: str) -> None:
    page = site.get("/clusters/sample/compare").text
    assert f'href="{address}"' in page
    assert site.get(f"{address.rpartition('/')[0]}/20200101-000000-000000").status == 404
    assert site.get("/clusters/sample/compare/..%2F..%2Fx").status == 404


def test_the_table_is_a_file_of_three_kinds(site: Any, address: str) -> None:
    lines = list(csv.reader(io.StringIO(site.get(f"{address}/table.csv").body.decode("utf-8-sig"))))
    assert lines[0] == ["Paper", *QUESTIONS.split("\n")]
    assert "64" in lines[1][1]
    assert "(page 1" in lines[1][1]
    assert lines[1][2].startswith("no answer: ")
    markdown = site.get(f"{address}/table.md").text.splitlines()
    assert [line.count(" | ") for line in markdown] == [2] * 5
    sheet = load_workbook(io.BytesIO(site.get(f"{address}/table.xlsx").body)).active
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == lines
    assert site.get(f"{address}/table.exe").status == 404


def test_a_quote_opens_its_page_with_the_quote_highlighted(site: Any, table: str) -> None:
    found = re.search(r'href="(/clusters/sample/papers/[^"]+/pages/\d+\?quote=[^"#]+)#here"', table)
    assert found
    page = site.get(html.unescape(found[1])).text
    assert 'class="marks quote"' in page
    assert re.search(r'<rect id="here" x="[\d.]+" y="[\d.]+" width="[\d.]{3,}" height="[\d.]+"/>', page)


@pytest.mark.parametrize(
    ("questions", "papers", "status"),
    [
        ("", PAPERS, 400),
        ("q\n" * 1 + "\n".join(map(str, range(7))), PAPERS, 400),
        ("x" * 501, PAPERS, 400),
        ("Which?", PAPERS[:1], 400),
        ("Which?", (*PAPERS[:1], "../../etc/passwd"), 400),
        ("Which?", (PAPERS[0],) * 3, 400),
    ],
)
def test_a_comparison_needs_questions_and_two_papers(
    site: Any, questions: str, papers: tuple[str, ...], status: int
) -> None:
    assert compare(site, questions, papers).status == status


def test_a_comparison_of_another_page_is_refused(site: Any) -> None:
    assert compare(site, "Which?", PAPERS, token="x").status == 403


def test_a_quote_of_an_address_is_limited(site: Any) -> None:
    page = f"/clusters/sample/papers/{PAPERS[0]}/pages/1"
    assert site.get(f"{page}?quote={'x' * 5000}").status == 413
    assert "<script>alert" not in site.get(f"{page}?quote=%3Cscript%3Ealert(1)").text
    assert site.get(f"{page}/image.png?quote=not+there").status == 200
