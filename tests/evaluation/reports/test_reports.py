"""Reports: what is averaged, compared and printed; the HTML page in a real browser."""

import json
import re
import shutil
import socket
import subprocess
import threading
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from citehop.agent.types import Usage
from citehop.errors import UsageError
from citehop.evaluation.ablations import Ablation, ablate
from citehop.evaluation.prepared_task import PreparedTask, run_task
from citehop.evaluation.reports.formats import markdown, report_fields
from citehop.evaluation.reports.page import html_page
from citehop.evaluation.reports.report import ReportCurve, ReportExtra, ReportTable, summarize
from citehop.evaluation.runs.run_folder import RunFolder, RunManifest, find_run
from citehop.evaluation.statistics.comparison import compare_runs
from citehop.evaluation.types import AnswerQuote, Document, Example, Picture, Prediction, Scores
from citehop.figures.types import Entity, Reading
from citehop.settings import Settings

EVIL = "</script><img src=http://evil.example/x onerror=alert(1)> & \"quotes\" '$' | bars"


def score(example: Example, prediction: Prediction) -> dict[str, float | None]:
    return {
        "right": float(prediction.answer == example.answers[0]),
        "judge": None if example.id == "0" else 0.5,
    }


def made(folder: Path, wrong: str = "0123", picture: str = "") -> RunFolder:
    """A run over eight questions of four groups, those in `wrong` answered wrongly."""
    examples = tuple(
        Example(
            str(n),
            f"Question {n}? {EVIL}",
            answers=(EVIL,),
            pictures=(Picture("p", picture),) if picture else (),
            documents=(Document("d1", f"First {EVIL}"), Document("d2", "Second")),
            gold=("d2",),
            group=str(n // 2),
            tags=(("modal", "table" if n % 2 else "figure"), ("type", EVIL)),
        )
        for n in range(8)
    )

    def batch(asked: object) -> list[Prediction]:
        return [
            Prediction(
                e.id,
                ("d1", "d2"),
                Reading((Entity(EVIL, 0.7),), "max", (), False),
                answer="wrong" if e.id in wrong else EVIL,
                reply=EVIL,
                quotes=(AnswerQuote("d1", EVIL),),
                usage=Usage(1, 90, 10, 0.01),
            )
            for e in examples
        ]

    further = ReportTable(
        "Further", ("share", "count"), (("row", (0.25, 3.0)), ("none", (None, None))), ("count",), "A note."
    )
    extra = ReportExtra(
        (further,), (ReportCurve("all", (0.2, 0.5, 1.0)), ReportCurve("some", (0.2, 0.4, 1.0))), "recall"
    )
    manifest = RunManifest("made", "up", (("wrong", wrong),), ())
    task = PreparedTask(
        f"Made up {EVIL}",
        manifest,
        examples,
        lambda _: batch,
        score,
        "right",
        by=("modal", "type"),
        show=lambda *_: extra,
        notes=(EVIL,),
    )
    found = RunFolder(folder / manifest.name)
    run_task(task, found)
    return found


def test_means_count_what_is_unscored_and_resample_groups(tmp_path: Path) -> None:
    report = made(tmp_path).report
    assert [(part.by, part.label, part.n) for part in report.parts] == [
        ("", "", 8),
        ("modal", "figure", 4),
        ("modal", "table", 4),
        ("type", EVIL, 8),
    ]
    right, judge = report.overall.estimate("right"), report.overall.estimate("judge")
    assert (right.mean, right.low, right.high, right.unscored) == (
        0.5,
        0.0,
        1.0,
        0,
    )  # two groups of four are all wrong
    assert (judge.mean, judge.n, judge.unscored) == (0.5, 7, 1)
    nothing = summarize([Example("1", "?")], [Scores("1", (("m", None),))], ())[0].estimate("m")
    assert (nothing.n, nothing.unscored, nothing.mean) == (0, 1, None)
    fields = report_fields(report)
    assert fields["unscored"] == {"judge": 1}
    assert fields["usage"]["usd"] == pytest.approx(0.08)
    assert json.loads(json.dumps(fields))["by_modal"]["table"]["right"] == 0.5


def test_markdown_keeps_its_columns(tmp_path: Path) -> None:
    text = markdown(made(tmp_path).report)
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        widths = {len(line) for line in block.splitlines()}
        assert len(cells) == len(widths) == 1
    assert re.search(r"^\| row +\| +0\.250 \| +3 \|$", text, re.MULTILINE)
    assert re.search(r"^\| none +\| +- \| +- \|$", text, re.MULTILINE)
    assert "Unscored, in no mean: judge 1 of 8." in text


def test_runs_are_compared_by_pairs_of_examples(tmp_path: Path) -> None:
    worse, better = made(tmp_path), made(tmp_path, "01")
    right, judge = compare_runs(worse, better)
    assert (right.n, right.first, right.second, right.difference.mean) == (8, 0.5, 0.75, 0.25)
    assert right.difference.low <= 0.25 <= right.difference.high
    assert right.p == 1.0  # one group of four differs: either way round is as likely
    assert (judge.n, judge.difference.mean, judge.p) == (7, 0.0, 1.0)
    examples = better.path / "examples.jsonl"
    examples.write_text(examples.read_text().replace('"gold":["d2"]', '"gold":["d1"]'))
    with pytest.raises(UsageError, match="different questions"):
        compare_runs(worse, better)


def test_a_run_is_found_by_the_beginning_of_its_name(tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path))
    one, two = made(tmp_path / "runs"), made(tmp_path / "runs", "01")
    assert find_run(one.name[:-3], settings).path == one.path == find_run(str(one.path), settings).path
    for name in ("made-up", "other"):
        with pytest.raises(UsageError, match="no single run"):
            find_run(name, settings)
    (two.path / "report.json").unlink()
    with pytest.raises(UsageError, match="not complete"):
        _ = two.report


def test_figures_are_shuffled_between_groups_alone() -> None:
    examples = [
        Example(str(n), "?", pictures=(Picture(str(n // 2), f"{n // 2}.png"),), group=str(n // 4))
        for n in range(12)
    ]
    shuffled = ablate(examples, Ablation.SHUFFLED_FIGURES)
    groups = {example.pictures: example.group for example in examples}
    assert all(groups[new.pictures] != old.group for new, old in zip(shuffled, examples, strict=True))
    assert [example.id for example in shuffled] == [example.id for example in examples]
    assert ablate(examples[::-1], Ablation.SHUFFLED_FIGURES) == shuffled[::-1]  # whatever the order
    with pytest.raises(UsageError, match="two groups"):
        ablate(examples[:4], Ablation.SHUFFLED_FIGURES)
    for arm in (Ablation.ORACLE_PAPER, Ablation.ORACLE_PASSAGE, Ablation.TITLES):
        with pytest.raises(UsageError, match=str(arm)):
            ablate(examples, arm)


class Tags(HTMLParser):
    """Tags with their attributes; a page that is not closed as it was opened is an error."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((name, dict(attributes)))
        if name not in {"meta", "link", "img", "input", "br"}:
            self.open.append(name)

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A report as HTML, every text in it hostile."""
    Image.new("RGB", (1200, 300), "white").save(tmp_path / "figure.png")
    path = tmp_path / "report.html"
    path.write_text(html_page(made(tmp_path, picture=str(tmp_path / "figure.png")), [made(tmp_path, "01")]))
    return path


def test_the_page_holds_all_that_it_shows(page: Path) -> None:
    tags = Tags()
    tags.feed(page.read_text())
    assert not tags.open
    links = [
        value for _, attributes in tags.found for name, value in attributes.items() if name in ("src", "href")
    ]
    assert links == ["data:,"]
    assert all(not name.startswith("on") for _, attributes in tags.found for name in attributes)
    names = [name for name, _ in tags.found]
    assert names.count("svg") == 3
    assert names.count("details") == 4
    assert "data:image/webp;base64," in page.read_text()


BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chromium-headless-shell",
    "chrome-headless-shell",
)
ERRANDS = re.compile(r"\b(?:google|googleapis|gstatic|gvt1)\.com\b")  # the browser's own, with any page


def opened(path: Path, folder: Path) -> tuple[str, list[str], list[str]]:
    """The document once its scripts have run, what the console says, and the requests that left for the network."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    requests: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        threading.Thread(target=_refuse_all, args=(proxy, requests), daemon=True).start()
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync", "--no-first-run", "--enable-logging=stderr", "--virtual-time-budget=3000", "--dump-dom",
            f"--user-data-dir={folder / 'profile'}", f"--proxy-server=http://127.0.0.1:{proxy.getsockname()[1]}",
        ]  # fmt: skip
        done = subprocess.run(
            [browser, *options, path.as_uri()], capture_output=True, text=True, timeout=120, check=True
        )
    console = re.findall(r":CONSOLE[:(]\d+\)?\] (.*)", done.stderr)
    return done.stdout, console, [request for request in requests if not ERRANDS.search(request)]


def _refuse_all(proxy: socket.socket, requests: list[str]) -> None:
    while True:
        try:
            connection, _ = proxy.accept()
        except OSError:
            return
        with connection:
            requests.append(connection.recv(4096).split(b"\r\n")[0].decode(errors="replace"))


def test_the_page_opens_in_a_browser_without_requests_or_errors(page: Path, tmp_path: Path) -> None:
    act = "<script>examples[0].open = true; words.value = 'question 1'; filter();</script></body>"
    page.write_text(page.read_text().replace("</body>", act))
    document, console, requests = opened(page, tmp_path)
    assert console == []
    assert requests == []
    assert '<span id="shown" class="faint">1 of 4</span>' in document
    assert re.search(r'<img data-picture="[^"]*" alt="p" src="data:image/webp', document)


def test_the_browser_test_would_see_requests_and_errors(tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(
        "<img src=http://elsewhere.example/x.png><script>console.error('seen'); missing();</script>"
    )
    _, console, requests = opened(path, tmp_path)
    assert any("seen" in line for line in console)
    assert any("missing is not defined" in line for line in console)
    assert any("elsewhere.example" in request for request in requests)
