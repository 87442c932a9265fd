"""Campaign of scripts in papers, questions and answers, for the HTML pages that show them (cross-site scripting)."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from random import Random

from citehop.cli.main import main
from citehop.indexes.build.build import build
from citehop.testing.browser import BROWSER, Browser

from .campaign import LOST, Case, read_number
from .injections import CARRIERS, write_papers
from .small_cluster import settings_for
from .web_requests import read_form_token, send, send_form, serve_site

SCRIPTS = (
    "<script>planted()</script>",
    "<img src=x onerror=planted()>",
    '"><svg onload=planted()>',
    "'><body onload=planted()>",
    "</title><script>planted()</script>",
    "</script><script>planted()//",
    "<a href=javascript:planted()>x</a>",
    "{{planted()}}{%planted()%}${planted()}",
    "<iframe srcdoc='<script>planted()</script>'>",
    "<math><mtext></p><script>planted()",
    "&lt;script&gt;planted()&lt;/script&gt;",
    '[x](javascript:planted()) ![x](x"onerror=planted())',
    "<style>@import'//planted';</style>",
)
PLACES = ("cluster and paper", "answer in a thread", "evidence page")
_TAGS = {"script", "iframe", "style", "object", "embed", "base", "math"}


@contextmanager
def planted_script(_: Path) -> Iterator[Case]:
    """Yield a case with a script in the title, text, authors, captions and references of a paper and in the question.

    The pages must contain no tag, handler or address from it. A browser, if there is one, must not run it; it would
    report that planted is not defined.
    """
    yield _show


def _show(folder: Path, _: Random) -> str:
    number = read_number(folder)
    script, place = SCRIPTS[number % len(SCRIPTS)], PLACES[number // len(SCRIPTS) % len(PLACES)]
    settings = settings_for(folder / "home")
    write_papers(folder / "papers", CARRIERS, script)
    build(folder / "papers", "planted", None, settings)
    question = f"Which learning rate is EmberNet trained with? {script}"
    if place == "evidence page":
        command = [
            "ask",
            "planted",
            question,
            "--evidence",
            str(folder / "evidence"),
            "--home",
            settings.home,
        ]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            main([*command, "--embedding-model", "none"])
        pages = sorted((folder / "evidence").glob("*.html"))
        addresses = [page.as_uri() for page in pages]
        return _judge(place, [page.read_text("utf-8") for page in pages], addresses, folder)
    with serve_site(settings) as port:
        paths = ["/", "/clusters/planted", "/clusters/planted/papers/ember", "/clusters/planted/compare"]
        if place == "answer in a thread":
            token = read_form_token(port, "planted")
            reply = send_form(port, "/clusters/planted/ask", token, {"question": question})
            location = {name.lower(): value for name, value in reply[2].items()}.get("location", "")
            if reply[0] != 303:
                return f"{LOST}: {place}: status {reply[0]}"
            paths = [location.partition("#")[0], f"{location.partition('#')[0]}/export"]
        texts = [send(port, "GET", path)[1].decode("utf-8") for path in paths]
        return _judge(place, texts, [f"http://127.0.0.1:{port}{path}" for path in paths], folder)


def _judge(place: str, pages: list[str], addresses: list[str], folder: Path) -> str:
    if not pages or not any("planted()" in page or "EmberNet" in page for page in pages):
        return f"{LOST}: {place}: the pages do not show the paper"
    for page in pages:
        found = _FindMarkup()
        found.feed(page)
        if found.markup:
            return f"{LOST}: {place}: {found.markup[0]}"
    if not BROWSER:
        return "no markup of the paper"
    with Browser(folder / "profile") as browser:
        for address in filter(lambda each: not each.endswith("/export"), addresses):
            browser.open(address)
            if any("planted" in problem for problem in browser.problems):
                return f"{LOST}: {place}: {browser.problems[0]}"
    return "no markup of the paper, and the browser runs none"


class _FindMarkup(HTMLParser):
    """A parser that collects in `markup` the tags, handlers and addresses that the page's own templates do not have."""

    def __init__(self) -> None:
        super().__init__()
        self.markup: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            address = (value or "").strip().lower()
            if name.startswith("on") or (
                name in ("href", "src", "action") and address.startswith("javascript")
            ):
                self.markup.append(f"<{tag} {name}={value}>")
        inside = self.get_starttag_text() or ""
        if tag in _TAGS and "planted" in inside:
            self.markup.append(inside)

    def handle_data(self, data: str) -> None:
        if self.lasttag in ("script", "style") and "planted()" in data and self.cdata_elem:
            self.markup.append(data[:80])
