"""Work on the page in a real browser: clusters, corrections, regions, tables, runs and reviews, each with a screenshot."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.evaluation.question_generation.review import read_decisions
from citehop.settings import Settings
from citehop.testing.browser import BROWSER, Browser

from .test_review import write_questions
from .test_runs import write_run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")]

PAPER = "/clusters/sample/papers/varnholt-2024-braidnet"


@pytest.fixture
def own_site(page: Browser, own_site: Any) -> Iterator[Any]:
    """The server of the others; the browser leaves before it ends."""
    yield own_site
    page.open("about:blank")


def wait_for(page: Browser, text: str) -> None:
    page.wait(f"document.querySelector('main').textContent.includes({text!r})")


def test_pdfs_are_dropped_indexed_deleted_and_restored(
    page: Browser, visit: Any, tmp_path: Path, check: Any
) -> None:
    files = [
        file
        for file in sorted(Path(FOLDER).glob("*.pdf"))
        if "braidnet" in file.name or "rillnet" in file.name
    ]
    with visit(Settings(home=str(tmp_path / "home"), embedding_model="none", workers=1)) as site:
        page.open(f"{site.origin}/new")
        page.drop_files("#files", files)
        page.wait("document.querySelector('#files').files.length === 2")
        page.evaluate("document.querySelector('#name').value = 'dropped'")
        check("new")
        page.click("form[action^='/new/files'] button")
        page.wait("location.pathname.startsWith('/jobs/')")
        wait_for(page, "Open the cluster")
        check("job")
        page.click("#progress .button")
        wait_for(page, "2 papers")
        page.click("form[action$='/anchor'] button")
        page.wait("document.querySelectorAll('strong.tag').length === 1")
        check("cluster")
        page.click("form[action$='/delete'] button")
        wait_for(page, "dropped was deleted")
        check("deleted")
        page.click("form[action$='/restore'] button")
        page.wait("location.pathname === '/clusters/dropped'")
        wait_for(page, "2 papers")


def ask(page: Browser, site: Any) -> None:
    page.open(f"{site.origin}/clusters/sample")
    page.click("#question")
    page.insert(QUESTION)
    page.evaluate("document.querySelector('#ask').requestSubmit()")
    page.wait("!!document.querySelector('#turn-1')")


def test_the_right_cell_is_clicked(page: Browser, own_site: Any, check: Any) -> None:
    ask(page, own_site)
    page.click("#turn-1 a[href$='/correct']")
    page.wait("document.querySelectorAll('.choices rect').length > 50")
    page.click(".choices a[aria-label^='SnowLedger, Without a river map, NSE, CRESTA'] rect")
    page.wait("document.querySelector('input[name=name]')?.value === 'SnowLedger'")
    check("correct")
    page.click("#use button")
    page.wait("!!document.querySelector('#turn-2')")
    assert "SnowLedger (100%)" in page.evaluate("document.querySelector('#turn-2').textContent")
    assert "SnowLedger: Accumulation" in page.evaluate(
        "document.querySelector('#turn-2 .path').textContent"
    ) or ("thorvik-2023-snowledger" in page.evaluate("document.querySelector('#turn-2 .path').innerHTML"))
    check("corrected")


def test_the_right_paper_is_clicked(page: Browser, own_site: Any) -> None:
    ask(page, own_site)
    page.click("#turn-1 .ranking summary")
    page.click("#turn-1 form:has(input[value='duvaleix-2018-recurrent-memory']) button")
    page.wait("!!document.querySelector('#turn-2')")
    assert "duvaleix-2018" in page.evaluate("document.querySelector('#turn-2 .path').innerHTML")


def test_a_cell_is_chosen_with_the_keyboard(page: Browser, own_site: Any) -> None:
    ask(page, own_site)
    page.click("#turn-1 a[href$='/correct']")
    page.wait("document.querySelectorAll('.choices rect').length > 50")
    page.evaluate("document.querySelector('.choices a').focus()")
    page.press("Tab")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label
    page.press("Enter")
    page.wait("!!document.querySelector('.choices .chosen')")
    assert page.evaluate("document.querySelector('.choices .chosen').getAttribute('aria-label')") == label


def test_a_region_is_dragged_and_asked_about(page: Browser, own_site: Any, check: Any) -> None:
    page.open(f"{own_site.origin}{PAPER}/pages/3")
    page.wait("document.querySelector('.sheet').naturalWidth > 900")
    page.click("#region summary")
    x, y, width, height = page.evaluate(
        "(async () => { scrollTo({ top: 300, behavior: 'instant' });"
        "for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done));"
        "const b = document.querySelector('.sheet').getBoundingClientRect();"
        "return [b.x, b.y, b.width, b.height]; })()"
    )
    page.drag((x + 0.08 * width, y + 0.09 * height), (x + 0.92 * width, y + 0.38 * height))
    assert abs(float(page.evaluate("document.querySelector('#right').value")) - 92) < 1
    assert page.evaluate("document.activeElement.id") == "question"
    check("region")
    page.insert("Which method has an NSE of 0.713 on CRESTA?")
    page.press("Enter")
    page.wait("!!document.querySelector('#turn-1')")
    assert "RillNet" in page.evaluate("document.querySelector('.answer').textContent")
    check("region-answer")


def test_a_table_is_filled_and_its_cells_open_their_pages(page: Browser, own_site: Any, check: Any) -> None:
    page.open(f"{own_site.origin}/clusters/sample/table")
    page.click("#questions")
    page.insert("How many units does the recurrent cell have?")
    page.evaluate("document.querySelector('#least').value = '0.5'")
    page.click("form.panel summary")
    for paper in ("castellanos-2021-rillnet", "mbeki-laurent-2020-storage-gates"):
        page.click(f"input[value='{paper}']")
    page.click("form[action$='/table'] button")
    page.wait(
        "document.querySelector('#progress')?.dataset.finished === 'yes' && !!document.querySelector('#pane')"
    )
    assert "64" in page.evaluate("document.querySelector('tbody td').textContent")
    check("table")
    page.click("tbody blockquote a")
    page.wait("document.querySelector('.sheet')?.naturalWidth > 900")


def test_two_runs_are_compared(page: Browser, visit: Any, tmp_path: Path, check: Any) -> None:
    write_run(tmp_path, "bm25", [0.0, 0.5] * 10)
    write_run(tmp_path, "dense", [1.0, 0.5, 0.0, 0.0] * 5)
    with visit(Settings(home=str(tmp_path))) as site:
        page.open(f"{site.origin}/runs")
        check("runs")
        page.click("tbody tr:nth-child(1) input[name=first]")
        page.click("tbody tr:nth-child(2) input[name=second]")
        page.click("form button")
        wait_for(page, "5 better, 5 worse of 20")
        check("runs-compare")
        page.click("main p a")
        wait_for(page, "lowest MRR first")
        check("run")


def test_questions_are_reviewed_with_the_keyboard(
    page: Browser, visit: Any, tmp_path: Path, check: Any
) -> None:
    folder = tmp_path / "made"
    write_questions(folder, 4)
    with visit(Settings(home=str(tmp_path / "home")), reviews=[folder]) as site:
        page.open(f"{site.origin}/review/1")
        check("review")
        page.press("a")
        wait_for(page, "1 of 4 questions are decided")
        page.press("e")
        page.insert("Clearer: ")
        page.press("Escape")
        page.press("a")
        wait_for(page, "2 of 4 questions are decided")
        page.press("s")
        page.wait("document.querySelector('input[name=pair]')?.value === 'q3'")
        page.press("r")
        wait_for(page, "3 of 4 questions are decided")
        page.press("b")
        page.wait("document.querySelector('input[name=pair]')?.value === 'q1'")
    found = {pair: decision.decision for pair, decision in read_decisions(folder).items()}
    assert found == {"q0": "accept", "q1": "edit", "q3": "reject"}
