"""Reading in a real browser: the cited page beside the answer, threads, figures, comparisons and drafts."""

import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.llm.roles import open_models
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn
from citehop.testing.browser import BROWSER, Browser
from citehop.web.site import Sample

from .test_browser_work import ask, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")]

CLUSTER = "/clusters/sample"
SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
WIDE, NARROW = 1366, 390
# True if the first mark of the page in the pane can be seen.
MARK_IS_SEEN = """(() => {
  const mark = document.querySelector("#pane rect")?.getBoundingClientRect();
  const view = document.querySelector("#pane .scroll").getBoundingClientRect();
  return !!mark && mark.height > 3 && mark.top >= view.top && mark.bottom <= view.bottom && mark.left >= view.left;
})()"""
# Milliseconds from a click on a selector until the mark of another page is seen.
TIME_CLICK = """(async () => {{
  const before = document.querySelector("#pane rect");
  const start = performance.now();
  document.querySelector({selector}).click();
  while (document.querySelector("#pane rect") === before || !({seen})) await new Promise((done) => requestAnimationFrame(done));
  return performance.now() - start;
}})()"""
AXE = Path(os.environ.get("AXE_CORE", "node_modules/axe-core/axe.min.js"))


@pytest.fixture
def own_site(page: Browser, own_site: Any) -> Iterator[Any]:
    """The server of the others; the browser leaves before it ends."""
    yield own_site
    page.open("about:blank")


def pane_title(browser: Browser) -> str:
    return str(browser.evaluate("document.querySelector('#pane-title').textContent"))


def wait_for_mark(browser: Browser, place: str) -> None:
    browser.wait(f"document.querySelector('#pane-title').textContent.includes({place!r}) && {MARK_IS_SEEN}")


def test_the_quote_and_the_cell_are_shown_beside_the_answer(page: Browser, own_site: Any, check: Any) -> None:
    page.look(WIDE)
    ask(page, own_site)
    wait_for_mark(page, "RillNet: Message Passing along Drainage Lines, page 1 of 2")
    page.evaluate("document.querySelector('#turn-1 .read a.source').click()")
    wait_for_mark(page, "Table 1, page 3 of 5")
    assert page.evaluate("document.querySelector('#pane .marks').classList.contains('cell')")
    page.click("#turn-1 .answer a[href='#turn-1-quote-1']")
    wait_for_mark(page, "page 1 of 2")
    page.evaluate("document.querySelector('#turn-1 .answer .said').click()")
    assert page.evaluate("location.pathname").startswith(f"{CLUSTER}/threads/")
    assert page.evaluate("document.querySelectorAll('.crop img')[0].checkVisibility()") is False
    check("beside")


def test_the_highlighted_place_is_there_at_once(page: Browser, own_site: Any) -> None:
    page.look(WIDE)
    ask(page, own_site)
    wait_for_mark(page, "page 1 of 2")
    time.sleep(1)  # the reader reads the answer; the other pages are fetched meanwhile
    cell, quote = (
        json.dumps("#turn-1 .read a.source"),
        json.dumps("#turn-1 .answer a[href='#turn-1-quote-1']"),
    )
    spent = [page.evaluate(TIME_CLICK.format(selector=each, seen=MARK_IS_SEEN)) for each in (cell, quote) * 5]
    print(f"from the click to the highlighted place: {min(spent):.0f} to {max(spent):.0f} ms")
    assert sorted(spent)[len(spent) // 2] < 300


def test_keys_step_through_the_quotes(page: Browser, own_site: Any) -> None:
    page.look(WIDE)
    ask(page, own_site)
    wait_for_mark(page, "page 1 of 2")
    page.press("k")
    wait_for_mark(page, "Table 1, page 3 of 5")
    page.press("j")
    wait_for_mark(page, "page 1 of 2")
    page.press("j")  # the last one stays
    assert "page 1 of 2" in pane_title(page)
    page.click("#question")
    page.press("k")
    assert "page 1 of 2" in pane_title(page)
    page.click("[data-zoom]")
    page.wait("document.querySelector('#pane .sheet').getBoundingClientRect().width > 1000")
    page.wait(MARK_IS_SEEN)


def test_a_narrow_screen_shows_the_crop_in_the_flow(page: Browser, own_site: Any, tmp_path: Path) -> None:
    page.look(NARROW)
    ask(page, own_site)
    page.wait("[...document.querySelectorAll('.crop img')].every((image) => image.naturalWidth > 200)")
    assert page.evaluate("document.querySelector('#pane').checkVisibility()") is False
    page.screenshot(tmp_path / "narrow.png")
    page.click("#turn-1-quote-1 .crop")
    page.wait("location.pathname.endsWith('/1/1') && document.querySelector('.sheet')?.naturalWidth > 900")
    page.wait("(() => { const b = document.querySelector('#here').getBoundingClientRect();"
              "return b.top > 0 && b.bottom < innerHeight; })()")  # fmt: skip


def test_an_answer_is_copied_and_noted(page: Browser, own_site: Any) -> None:
    page.look(WIDE)
    page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    ask(page, own_site)
    page.call("Page.bringToFront")
    page.click("#turn-1 [data-copy]")
    page.wait("document.querySelector('[data-copy]').textContent === 'Copied'")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith(QUESTION)
    assert f"[1] “{SENTENCE}” — RillNet: Message Passing along Drainage Lines, page 1" in copied
    page.evaluate("[...document.querySelectorAll('summary')].find((s) => s.textContent === 'Note').click()")
    page.click("textarea[name=note]")
    page.insert("Compare with <b>StateGate</b>.")
    page.click("form[action$='/note'] button")
    page.wait("document.querySelector('textarea[name=note]').value === 'Compare with <b>StateGate</b>.'")


def test_a_first_visitor_gets_the_sample_and_questions(
    page: Browser, visit: Any, tmp_path: Path, check: Any
) -> None:
    settings = Settings(home=str(tmp_path / "home"), embedding_model="none", workers=1)
    with visit(settings, sample=Sample(FOLDER, ANCHOR_FILE)) as site:
        page.look(WIDE)
        page.open(site.origin)
        check("first-visit")
        page.look(WIDE)
        page.click("form[action='/new/sample'] button")
        page.wait("location.pathname.startsWith('/jobs/')")
        wait_for(page, "Open the cluster")
        page.click("#progress .button")
        page.wait("document.querySelectorAll('.example').length === 3")
        wait_for(page, "The anchor is the paper whose figures")
        assert page.evaluate("document.querySelectorAll('.papers .button').length") == 13
        page.click(".examples li:last-child .example")
        page.wait("!!document.querySelector('#turn-1 .answer')")
        assert page.evaluate("document.querySelectorAll('#turn-1 .source').length") > 0


def test_a_figure_is_asked_beside_its_page(page: Browser, own_site: Any, check: Any) -> None:
    page.look(WIDE)
    page.open(f"{own_site.origin}{CLUSTER}/papers/castellanos-2021-rillnet")
    page.click(".gallery a img")
    page.wait("document.querySelector('h1').textContent.startsWith('Ask about ')")
    page.wait(MARK_IS_SEEN)
    assert page.evaluate("document.querySelector('#question').checkVisibility()")
    assert "RillNet: Message Passing" in page.evaluate("document.querySelector('.flow').textContent")
    check("figure")


def test_a_sheet_shows_its_pages_and_is_saved(page: Browser, own_site: Any, check: Any) -> None:
    page.look(WIDE)
    page.open(f"{own_site.origin}{CLUSTER}/table")
    page.click("#questions")
    page.insert("How many units does the recurrent cell have?\nWhat is the capital of Peru?")
    page.evaluate("document.querySelector('#least').value = '0.5'")
    page.click("form.panel summary")
    for paper in ("castellanos-2021-rillnet", "mbeki-laurent-2020-storage-gates"):
        page.click(f"input[value='{paper}']")
    page.click("form[action$='/table'] button")
    page.wait("document.querySelector('#progress')?.dataset.finished === 'yes'")
    page.wait("document.querySelectorAll('tbody tr').length === 2")
    wait_for_mark(page, "page ")
    assert "blank" in page.evaluate("document.querySelector('tbody td:last-child').textContent")
    check("sheet")
    address = page.evaluate("location.href")
    page.open(f"{own_site.origin}{CLUSTER}/table")
    page.click("main li a")
    page.wait(f"location.href === {address!r}")


def write_slowly(body: Mapping[str, Any]) -> ScriptedTurn:
    prompt = body["messages"][-1]["content"]
    text = prompt if isinstance(prompt, str) else prompt[0]["text"]
    listed = re.findall(r"^\[(\d+)\] (.*)$", text, re.MULTILINE)
    numbers = [int(number) for number, sentence in listed if SENTENCE in sentence]
    reply = {"reason": "", "statements": numbers[:1], "phrasing": SENTENCE if numbers else ""}
    return ScriptedTurn(json.dumps(reply), pace=0.2)


def test_a_model_is_stopped_and_the_quotes_stay(page: Browser, visit: Any, own_settings: Settings) -> None:
    with ModelServer(write_slowly) as model:
        settings = replace(own_settings, model="openai/scripted", api_base=model.url)
        with visit(settings, models=open_models(settings)) as site:
            page.look(WIDE)
            page.open(f"{site.origin}{CLUSTER}")
            page.click("#question")
            page.insert(QUESTION)
            page.evaluate("document.querySelector('#ask').requestSubmit()")
            page.wait("document.querySelector('.draft .sources')?.textContent.includes('page 1')")
            page.wait("document.querySelector('.draft .answer').textContent.length > 5")
            page.click(".draft button")
            page.wait("!!document.querySelector('#turn-1')")
            text = page.evaluate("document.querySelector('#turn-1').textContent")
            assert "the model was stopped; answered without the model" in text
            assert SENTENCE in text
            assert re.search(r"s, [\d,]+ tokens", text)


@pytest.mark.skipif(not AXE.is_file(), reason="npm pack axe-core; set AXE_CORE to its axe.min.js")
def test_axe_finds_nothing_serious(page: Browser, own_site: Any) -> None:
    ask(page, own_site)
    thread = page.evaluate("location.pathname")
    paper = f"{CLUSTER}/papers/varnholt-2024-braidnet"
    page.open(f"{own_site.origin}{paper}")
    figure = page.evaluate("document.querySelector('.gallery a').pathname")
    for path in ("/", "/new", CLUSTER, f"{CLUSTER}/compare", paper, figure, f"{paper}/pages/1", thread, f"{thread}/1/1",
                 f"{thread}/1/correct"):  # fmt: skip
        for width, scheme in ((WIDE, "light"), (WIDE, "dark"), (NARROW, "light")):
            page.look(width, scheme=scheme)
            page.open(own_site.origin + path)
            page.evaluate(AXE.read_text("utf-8") + "; 0")
            page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
            found = page.evaluate(
                "axe.run().then((all) => all.violations.filter((v) => ['serious', 'critical'].includes(v.impact))"
                ".map((v) => `${v.id}: ${v.nodes[0].html}`))"
            )
            assert found == [], (path, width, scheme)
