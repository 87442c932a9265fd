"""The page in a real browser: asking with the script and without, the keyboard, colors, widths, labels and contrast."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.sample_cluster import QUESTION
from citehop.testing.browser import BROWSER, Browser

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")]

SENTENCE = "the timing error rises from 9.6 to 13.1 hours"
PAPER = "/clusters/sample/papers/castellanos-2021-rillnet"
RULES = Path(__file__).with_name("accessibility_rules.js").read_text("utf-8")


def ask(browser: Browser, question: str) -> None:
    browser.evaluate("document.querySelector('#question').focus()")
    browser.insert(question)
    browser.evaluate("document.querySelector('#ask').requestSubmit()")


def wait_for_answer(browser: Browser, turn: int = 1) -> None:
    browser.wait(f"!!document.querySelector('#turn-{turn}')")


@pytest.fixture(scope="module")
def thread(browser: Browser, site: Any) -> str:
    browser.look()
    browser.open(f"{site.origin}/clusters/sample")
    ask(browser, QUESTION)
    wait_for_answer(browser)
    return str(browser.evaluate("location.pathname"))


def test_a_question_is_answered_with_its_quote_on_the_page(browser: Browser, site: Any, thread: str) -> None:
    browser.problems.clear()
    browser.open(site.origin + thread)
    assert SENTENCE in browser.evaluate("document.querySelector('.answer').textContent")
    browser.wait("document.querySelector('#pane .sheet')?.naturalWidth > 900")
    browser.open(browser.evaluate("document.querySelector('#turn-1-quote-1 .source').href"))
    browser.wait("location.pathname.endsWith('/1/1') && document.querySelector('.sheet')?.naturalWidth > 900")
    assert browser.problems == []


def test_a_follow_up_stays_in_the_thread(browser: Browser, site: Any) -> None:
    browser.open(f"{site.origin}/clusters/sample")
    ask(browser, QUESTION)
    wait_for_answer(browser)
    first = browser.evaluate("location.pathname")
    ask(browser, "and how many units does its recurrent cell have?")
    wait_for_answer(browser, 2)
    assert browser.evaluate("location.pathname") == first
    assert "64 units" in browser.evaluate("document.querySelector('#turn-2').textContent")


def test_a_wrong_figure_is_explained_beside_the_form(browser: Browser, site: Any) -> None:
    browser.open(f"{site.origin}/clusters/sample?figure=Table+99")
    ask(browser, "Which method is best?")
    browser.wait("document.querySelector('.status').textContent.includes('its figures: Table 1')")
    browser.wait("!document.querySelector('#ask button').disabled")


def test_the_form_works_without_the_script(browser: Browser, site: Any) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(f"{site.origin}/clusters/sample")
        ask(browser, QUESTION)
        wait_for_answer(browser)
        assert SENTENCE in browser.evaluate("document.querySelector('.answer').textContent")
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_asking_about_a_figure_of_the_gallery(browser: Browser, site: Any) -> None:
    browser.open(site.origin + PAPER)
    browser.wait("[...document.querySelectorAll('.gallery img')].every(image => image.naturalWidth > 200)")
    browser.evaluate("document.querySelector('.gallery .button').click()")
    browser.wait("document.querySelector('#figure')?.value === 'Table I'")
    ask(browser, "Which method has the best NSE?")
    wait_for_answer(browser)
    assert "RillNet" in browser.evaluate("document.querySelector('.answer').textContent")


def test_the_keyboard_reaches_the_content_first(browser: Browser, site: Any) -> None:
    browser.open(f"{site.origin}/clusters/sample")
    browser.press("Tab")
    assert browser.evaluate("document.activeElement.className") == "skip"
    assert browser.evaluate("document.activeElement.getBoundingClientRect().left") > 0
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert browser.evaluate(outline) == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1366, 390])
def test_every_page_is_accessible_and_fits(
    browser: Browser, site: Any, thread: str, width: int, scheme: str
) -> None:
    browser.look(width, scheme=scheme)
    for path in ("/", "/clusters/sample", PAPER, f"{PAPER}/pages/1", thread, f"{thread}/1/1", "/nosuch"):
        browser.open(site.origin + path)
        assert browser.evaluate(RULES) == [], path
        assert browser.evaluate("document.documentElement.scrollWidth") <= width, path
    browser.look()


def test_a_saved_thread_shows_its_images_without_the_server(
    browser: Browser, site: Any, thread: str, tmp_path: Path
) -> None:
    (tmp_path / "thread.html").write_bytes(site.get(f"{thread}/export").body)
    browser.open((tmp_path / "thread.html").as_uri())
    browser.wait(
        "document.images.length > 0 && [...document.images].every(image => image.naturalWidth > 200)"
    )
    assert SENTENCE in browser.evaluate("document.body.textContent")


def test_pages_are_served_while_many_ask(browser: Browser, site: Any) -> None:
    with ThreadPoolExecutor(20) as pool:
        replies = [pool.submit(site.ask, QUESTION) for _ in range(20)]
        time.sleep(0.5)
        assert browser.open(site.origin + PAPER) < 30  # a page of its own takes .3 s on an idle machine
        assert {reply.result().status for reply in replies} == {303}
