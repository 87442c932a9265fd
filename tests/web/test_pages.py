"""The pages that show clusters, papers and figures, and the answers with their evidence."""

import html
import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from citehop.agent.conversation.conversation import Conversation
from citehop.cli.sample_cluster import QUESTION
from citehop.papers.clusters.manage import rename_cluster
from citehop.settings import Settings

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
ANCHOR, CITED = "varnholt-2024-braidnet", "castellanos-2021-rillnet"
RED, YELLOW = (214, 40, 40), (255, 236, 130)


def pixels(data: bytes) -> Any:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))


@pytest.fixture(scope="module")
def thread(site: Any) -> str:
    """The path of a thread with one answered question."""
    reply = site.ask(QUESTION)
    assert reply.status == 303, reply.text
    path, _, fragment = reply.headers["location"].partition("#")
    assert fragment == "turn-1"
    return str(path)


def test_clusters_papers_and_coverage_are_listed(site: Any) -> None:
    home = site.get("/").text
    assert 'href="/clusters/sample"' in home
    assert "13 papers" in home
    assert "Benchmark" not in home.partition("<main")[0]
    cluster = site.get("/clusters/sample").text
    assert f'href="/clusters/sample/papers/{CITED}"' in cluster
    assert re.search(r"Bibliography: \d+ of \d+ references are papers of this cluster", cluster)
    assert cluster.count('<strong class="tag">anchor</strong>') == 1


def test_figures_are_a_gallery_with_captions_and_thumbnails(site: Any) -> None:
    paper = site.get(f"/clusters/sample/papers/{ANCHOR}").text
    assert "Ask about Table 1" in paper
    thumbnails = re.findall(r'src="(/clusters/[^"]+/figures/[^"]+/thumbnail\.jpg)"', paper)
    assert len(thumbnails) == 5
    reply = site.get(thumbnails[0])
    assert (reply.status, reply.headers["content-type"]) == (200, "image/jpeg")
    height, width, _ = pixels(reply.body).shape
    assert width <= 640
    assert height <= 480
    full = site.get(thumbnails[0].replace("thumbnail.jpg", "image.png"))
    assert pixels(full.body).shape[1] > width


def test_a_figure_to_ask_about_fills_the_form(site: Any) -> None:
    gallery = site.get(f"/clusters/sample/papers/{CITED}").text
    figure = re.findall(r'href="([^"]+/figures/[^"]+)">Ask about Table I<', gallery)
    form = site.get(figure[0]).text
    assert "<h1>Ask about Table I</h1>" in form
    assert "RillNet: Message Passing along Drainage Lines" in form.partition("<h1>")[2]
    assert 'class="marks cell"' in form
    assert f'name="anchor" value="{CITED}"' in form
    assert 'name="figure" value="Table I"' in form


def test_pages_of_a_paper_are_images(site: Any) -> None:
    base = f"/clusters/sample/papers/{CITED}/pages"
    assert "page 1 of" in site.get(f"{base}/1").text
    assert pixels(site.get(f"{base}/1/image.png").body).shape[0] > 1300
    assert pixels(site.get(f"{base}/1/thumbnail.jpg").body).shape[0] < 500
    assert site.get(f"{base}/99").status == 404


def test_an_answer_shows_quote_path_reading_and_ranking(site: Any, thread: str) -> None:
    page = site.get(thread).text
    assert SENTENCE in page
    steps = re.findall(r'<span class="step">(\w+)</span>', page)
    assert steps == ["Cell", "Citation", "Reference"]
    assert "RillNet: Message Passing along Drainage Lines" in page
    assert "Table 1, page 3, of BraidNet" in page
    assert "Papers, best first" in page


def test_the_quote_is_marked_on_its_page_and_the_cells_in_the_figure(site: Any, thread: str) -> None:
    page = site.get(f"{thread}/1/1").text
    assert SENTENCE in page
    assert page.count("<rect") == 2
    crop = pixels(site.get(f"{thread}/1/1/crop.png").body)
    assert (crop == YELLOW).all(axis=-1).mean() > 0.1
    assert crop.shape[1] < 700  # a column
    assert (pixels(site.get(f"{thread}/1/figure.png").body) == RED).all(axis=-1).sum() > 100
    assert 'class="marks cell"' in site.get(f"{thread}/1/figure").text
    assert site.get(f"{thread}/1/2").status == 404
    assert site.get(f"{thread}/2/1").status == 404


def test_no_words_are_printed_twice(site: Any, thread: str) -> None:
    """The quote, which the answer contains, is no text of the list of sources; nor is the row of a table."""
    page = re.sub(
        r"<(?:textarea|input|option)[^>]*>|<[^>]*>", " ", site.get(thread).text.partition("<main")[2]
    )
    assert page.count(SENTENCE) == 1
    reply = site.ask("What is the NSE of RillNet on CRESTA?")
    page = site.get(reply.headers["location"].partition("#")[0]).text
    answer = page.partition('<p class="answer">')[2].partition("</p>")[0]
    assert re.sub("<[^>]*>", "", answer) == "0.713 RillNet, NSE · Table I [1]"
    assert answer.startswith("<strong>0.713</strong>")
    assert page.count("RillNet 0.713 0.698") == page.count("highlighted: RillNet 0.713 0.698")


def test_a_follow_up_continues_the_thread(site: Any) -> None:
    first = site.ask(QUESTION).headers["location"].partition("#")[0]
    thread = first.rpartition("/")[2]
    second = site.ask("and how many units does its recurrent cell have?", thread=thread)
    assert second.headers["location"] == f"{first}#turn-2"
    assert "64 units" in site.get(first).text
    assert "2 questions" in site.get("/clusters/sample").text


def test_an_abstention_is_shown_as_one(site: Any) -> None:
    reply = site.ask("Who won the chess olympiad of 1954 in Amsterdam?")
    page = site.get(reply.headers["location"].partition("#")[0]).text
    assert "<strong>No answer.</strong>" in page
    assert '<p class="answer">' not in page


def test_a_thread_is_one_html_file(site: Any, thread: str) -> None:
    reply = site.get(f"{thread}/export")
    assert reply.headers["content-disposition"].startswith("attachment; ")
    assert SENTENCE in reply.text
    assert reply.text.count("data:image/png;base64,") == 3
    assert not re.search(r"(?:src|href)=\"(?!data:)|<script|url\(", reply.text)


def test_steps_are_streamed_before_the_answer(site: Any) -> None:
    values = {"form_token": site.form_token(), "question": f"{QUESTION} Thanks."}
    reply = site.post("/clusters/sample/ask", values, Accept="text/event-stream")
    events = re.findall(r"event: (\w+)\ndata: (.*)\n\n", reply.text)
    assert events[0] == ("step", '"figure and ranking"')
    assert [name for name, _ in events[1:-1]] == ["step"] * (len(events) - 2)
    assert events[-1][0] == "done"
    assert SENTENCE in site.get(json.loads(events[-1][1]).partition("#")[0]).text


def test_a_wrong_figure_is_one_line(site: Any) -> None:
    reply = site.ask("Which method is best?", figure="Table 99")
    assert reply.status == 404
    assert "its figures: Table 1" in reply.text
    values = {"form_token": site.form_token(), "question": "Which method is best?", "figure": "Table 99"}
    reply = site.post("/clusters/sample/ask", values, Accept="text/event-stream")
    assert "its figures: Table 1" in reply.text
    assert reply.text.startswith("event: error")


@pytest.mark.parametrize(
    ("question", "figure", "status"), [("Which method <b>is best?", "Table 99", 404), ("", "Table 1", 400)]
)
def test_the_error_page_keeps_what_was_typed(site: Any, question: str, figure: str, status: int) -> None:
    reply = site.ask(question, figure=figure)
    assert reply.status == status
    assert 'action="/clusters/sample/ask"' in reply.text
    assert f'name="figure" value="{figure}"' in reply.text
    assert f"required>{html.escape(question)}</textarea>" in reply.text


def test_a_thread_about_a_removed_paper_is_shown_but_not_exported(
    site: Any, thread: str, word_settings: Settings
) -> None:
    name = thread.rpartition("/")[2]
    record = json.loads((word_settings.home_path / "chats" / "sample" / f"{name}.json").read_text("utf-8"))
    renamed = json.dumps(record).replace(CITED, "removed-2021-paper")
    other = "20200101-000000-000000"
    (word_settings.home_path / "chats" / "sample" / f"{other}.json").write_text(renamed, "utf-8")
    page = site.get(thread.replace(name, other))
    assert page.status == 200
    assert "removed-2021-paper, no longer in this cluster" in page.text
    reply = site.get(f"{thread.replace(name, other)}/export")
    assert reply.status == 404
    assert "removed-2021-paper is no longer in this cluster" in reply.text
    assert site.get(f"{thread.replace(name, other)}/1/1/crop.png").status == 404


def test_threads_are_listed_with_their_days_and_searched(
    site: Any, thread: str, word_settings: Settings
) -> None:
    folder = word_settings.home_path / "chats" / "sample"
    text = (folder / f"{thread.rpartition('/')[2]}.json").read_text("utf-8")
    for day in range(1, 8):
        question = f"A rare wording {day}?"
        (folder / f"2999010{day}-000000-000000.json").write_text(text.replace(QUESTION, question), "utf-8")
    (folder / "29990109-000000-000000.json").write_text("damaged", "utf-8")
    page, found = site.get("/clusters/sample").text, site.get(f"{thread}?search=WORDING+rare+3").text
    for path in folder.glob("2999*"):
        path.unlink()
    assert re.findall(r'threads/(2999\d+)-[\d-]+"', page) == [f"2999010{day}" for day in range(7, 0, -1)]
    assert "2999-01-07 · 1 question" in page
    assert re.findall(r'threads/(2999\d+)-[\d-]+"', found) == ["29990103"]


def test_a_damaged_cluster_does_not_hide_the_others(
    word_settings: Settings, tmp_path: Path, start: Any
) -> None:
    settings = replace(word_settings, home=str(tmp_path))
    for name in ("intact", "damaged"):
        shutil.copytree(word_settings.home_path / "clusters" / "sample", tmp_path / "clusters" / "sample")
        rename_cluster("sample", name, settings)
    for path in (tmp_path / "clusters" / "damaged" / "summaries").iterdir():
        path.write_text("x", "utf-8")
    with start(settings) as site:
        home = site.get("/").text
        assert "BraidNet" in home
        reply = site.get("/clusters/damaged")
        assert reply.status == 503
        assert "index the folder again" in reply.text


def test_an_equal_question_is_answered_once_until_the_figure_is_corrected(
    own_site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = Conversation.ask

    def count(self: Conversation, question: str, *listeners: Any) -> Any:
        asked.append(question)
        return ask(self, question, *listeners)

    monkeypatch.setattr(Conversation, "ask", count)
    threads = {own_site.ask(QUESTION).headers["location"] for _ in range(3)}
    assert (len(threads), len(asked)) == (3, 1)
    thread = min(threads).partition("#")[0]
    corrected = {"form_token": own_site.form_token(), "name": "KarstMix"}
    assert own_site.post(f"{thread}/1/correct", corrected).status == 303
    page = own_site.get(own_site.ask(QUESTION).headers["location"].partition("#")[0]).text
    assert len(asked) == 2
    assert "KarstMix (100%)" in page
