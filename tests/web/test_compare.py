"""The table of several papers with a quote in each cell."""

from __future__ import annotations

import html
import io
import re
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from PIL import Image

PAPERS = ("castellanos-2021-rillnet", "mbeki-laurent-2020-storage-gates", "duvaleix-2018-recurrent-memory")
QUESTIONS = "How many units does the recurrent cell have?\nWhat is the capital of Peru?"


def compare(site: Any, questions: str, papers: tuple[str, ...], token: str | None = None) -> Any:
    fields = [("form_token", site.form_token() if token is None else token), ("questions", questions)]
    body = urlencode([*fields, *(("paper", paper) for paper in papers)]).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
    return site.send("POST", "/clusters/sample/compare", body, kind)


@pytest.fixture(scope="module")
def table(site: Any) -> str:
    reply = compare(site, QUESTIONS, PAPERS)
    assert reply.status == 200, reply.text
    return str(reply.text.partition("<tbody>")[2].partition("</tbody>")[0])


def test_each_paper_is_a_row_and_each_question_a_column(table: str) -> None:
    rows = table.split("<tr>")[1:]
    assert len(rows) == 3
    assert [row.count("<td>") for row in rows] == [2, 2, 2]
    assert "64" in rows[0].split("<td>")[1]
    assert all("no answer" in row.split("<td>")[2] for row in rows)


def test_a_quote_opens_its_page_with_the_quote_highlighted(site: Any, table: str) -> None:
    address = re.search(r'href="(/clusters/sample/papers/[^"]+/pages/\d+\?quote=[^"]+)"', table)
    assert address
    page = site.get(html.unescape(address[1])).text
    image = re.search(r'class="sheet" src="([^"]+)"', page)
    assert image
    with Image.open(io.BytesIO(site.get(html.unescape(image[1])).body)) as opened:
        pixels = np.asarray(opened.convert("RGB"))
    assert (pixels == (255, 236, 130)).all(axis=-1).sum() > 500


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
