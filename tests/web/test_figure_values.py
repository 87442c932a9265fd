"""Values of tables and charts as files of the page."""

import csv
import io
import re
from typing import Any

import pytest
from openpyxl import load_workbook

PAPER = "/clusters/sample/papers/varnholt-2024-braidnet"


@pytest.fixture(scope="module")
def table(site: Any) -> str:
    """The address of the values of Table 1, as its page links them."""
    for figure in dict.fromkeys(re.findall(rf'href="({PAPER}/figures/[^"/]+)"', site.get(PAPER).text)):
        page = site.get(figure).text
        if "<h1>Ask about Table 1</h1>" in page:
            return str(re.findall(r'href="([^"]+/values)\.csv"', page)[0])
    raise AssertionError("no Table 1")


def test_a_table_is_a_csv_file_with_a_line_per_value(site: Any, table: str) -> None:
    reply = site.get(f"{table}.csv")
    lines = list(csv.DictReader(io.StringIO(reply.body.decode())))
    assert any("RillNet" in line["row"] and line["printed"].startswith("0.713") for line in lines)
    assert reply.headers["content-disposition"].endswith('"varnholt-2024-braidnet-table-1.csv"')


def test_a_table_is_an_excel_file(site: Any, table: str) -> None:
    book = load_workbook(io.BytesIO(site.get(f"{table}.xlsx").body))
    values = [[cell.value for cell in row] for row in book.worksheets[1].iter_rows()]
    assert any("RillNet" in str(row[0]) and row[2] == 0.713 for row in values)
    assert site.get(f"{table}.exe").status == 404


def test_all_figures_of_a_paper_are_one_workbook(site: Any) -> None:
    assert f'href="{PAPER}/values.xlsx"' in site.get(PAPER).text
    book = load_workbook(io.BytesIO(site.get(f"{PAPER}/values.xlsx").body))
    labels = [row[3].value for row in book["Figures"].iter_rows(min_row=2)]
    assert "Table 1" in labels
    assert any(label.startswith("Figure") for label in labels)


def test_a_figure_that_cannot_be_read_says_so(site: Any) -> None:
    assert site.get(f"{PAPER}/figures/p9:none/values.csv").status == 404
