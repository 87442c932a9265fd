"""Names, deletion and notes of threads; papers that were ticked; edited queries; answers as text and sources as files."""

import json
import re
from typing import Any

import pytest

from citehop.agent.conversation.types import ConversationRecord
from citehop.cli.sample_cluster import QUESTION
from citehop.papers.serialization import from_json
from citehop.settings import Settings

CLUSTER, GATES = "/clusters/sample", "mbeki-laurent-2020-storage-gates"


@pytest.fixture
def thread(own_site: Any) -> str:
    return str(own_site.ask(QUESTION).headers["location"].partition("#")[0])


def post(site: Any, path: str, **fields: str) -> Any:
    return site.post(path, {"form_token": site.form_token(), **fields})


def read(settings: Settings, thread: str) -> ConversationRecord:
    path = settings.home_path / "chats" / "sample" / f"{thread.rpartition('/')[2]}.json"
    return from_json(ConversationRecord, path.read_text("utf-8"))


def test_a_thread_is_named(own_site: Any, own_settings: Settings, thread: str) -> None:
    assert post(own_site, f"{thread}/rename", name=" Delays\n<b> ").headers["location"] == thread
    assert read(own_settings, thread).name == "Delays <b>"
    assert ">Delays &lt;b&gt;</a>" in own_site.get(CLUSTER).text
    assert post(own_site, f"{thread}/rename", name="x" * 201).status == 413


def test_a_deleted_thread_is_restored_once(own_site: Any, thread: str) -> None:
    reply = post(own_site, f"{thread}/delete")
    page = own_site.get(reply.headers["location"]).text
    assert "The thread was deleted." in page
    assert f'href="{thread}"' not in page
    assert own_site.get(thread).status == 404
    assert post(own_site, f"{thread}/restore").headers["location"] == thread
    assert own_site.get(thread).status == 200
    assert post(own_site, f"{thread}/restore").status == 404
    assert "The thread was deleted." not in own_site.get(f"{CLUSTER}?deleted=..%2F..").text


@pytest.mark.parametrize("form", ["rename", "delete", "restore", "1/note", "query"])
def test_forms_of_other_pages_and_other_threads_are_refused(own_site: Any, thread: str, form: str) -> None:
    fields = {"name": "x", "note": "x", "text": "Which?"}
    assert own_site.post(f"{thread}/{form}", fields | {"form_token": "x"}).status == 403
    other = thread.rpartition("/")[0] + "/20200101-000000-000000"
    assert post(own_site, f"{other}/{form}", **fields).status == 404


def test_a_note_is_kept_and_copied(own_site: Any, own_settings: Settings, thread: str) -> None:
    reply = post(own_site, f"{thread}/1/note", note="Two\r\nlines <i>")
    assert reply.headers["location"] == f"{thread}#turn-1"
    assert read(own_settings, thread).turns[0].note == "Two\nlines <i>"
    assert "Two\nlines &lt;i&gt;</textarea>" in own_site.get(thread).text
    text = own_site.get(f"{thread}/1/answer.txt")
    assert text.headers["content-type"].startswith("text/plain")
    assert text.text.startswith(f"{QUESTION}\n\nIt is RillNet.")
    assert text.text.endswith("\n\nNote: Two\nlines <i>\n")
    assert "Note: Two\nlines &lt;i&gt;" in own_site.get(f"{thread}/export").text
    assert post(own_site, f"{thread}/2/note", note="x").status == 404


def test_sources_are_files(own_site: Any, thread: str) -> None:
    bibtex, ris, csl = (own_site.get(f"{thread}/1/sources.{form}") for form in ("bibtex", "ris", "csl"))
    assert bibtex.text.startswith("@")
    assert ris.text.startswith("TY  - ")
    assert json.loads(csl.text)[0]["title"] == "RillNet: Message Passing along Drainage Lines"
    assert re.fullmatch(
        r'attachment; filename="citehop-[\d-]+-1\.bib"', bibtex.headers["content-disposition"]
    )
    assert own_site.get(f"{thread}/1/sources.exe").status == 404


def test_only_ticked_papers_answer(own_site: Any, own_settings: Settings) -> None:
    reply = own_site.ask("How many units does the recurrent cell have?", only=GATES)
    thread = reply.headers["location"].partition("#")[0]
    turn = read(own_settings, thread).turns[0]
    assert turn.papers == (GATES,)
    assert {citation.paper_id for citation in turn.answer.citations} == {GATES}
    assert "Asked of Gating on Storage" in own_site.get(thread).text
    assert own_site.ask("How many units?", only="../x").status == 404
    anchor = own_settings.home_path / "chats" / "sample"
    own_site.ask("Which method is best on CRESTA in Table 1?", only=GATES, anchor="varnholt-2024-braidnet")
    latest = max(anchor.glob("*.json"))
    turn = from_json(ConversationRecord, latest.read_text("utf-8")).turns[0]
    assert {citation.paper_id for citation in turn.answer.citations} <= {GATES}


def test_an_edited_query_is_asked_in_its_thread(own_site: Any, own_settings: Settings, thread: str) -> None:
    fields = {"text": "What is the NSE of RillNet on CRESTA?", "intent": "cell", "figure": "Table 1"}
    reply = post(own_site, f"{thread}/query", **fields, old_name="RillNet", name="KarstMix")
    assert reply.headers["location"] == f"{thread}#turn-2"
    turn = read(own_settings, thread).turns[1]
    assert turn.question == "What is the NSE of KarstMix on CRESTA?"
    chips = re.findall(r'class="chip"><span class="quiet">(\w+)</span> ([^<]+)<', own_site.get(thread).text)
    assert {("figure", "Table 1"), ("row", "KarstMix"), ("column", "NSE")} <= set(chips)
    assert turn.answer.text.startswith("0.735")
    assert turn.answer.query is not None
    assert turn.answer.query.figure is not None
    post(
        own_site,
        f"{thread}/query",
        text="Which method has an NSE of 0.735 in Table 1",
        then="what is it about?",
    )
    assert read(own_settings, thread).turns[2].question == (
        "Which method has an NSE of 0.735 in Table 1, and what is it about?"
    )


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"text": ""}, 400),
        ({"text": "Which?", "intent": "guess"}, 404),
        ({"text": "Which?", "paper": "nobody-2020"}, 404),
        ({"text": "Which?", "figure": "Table 99", "figure_paper": "castellanos-2021-rillnet"}, 404),
    ],
)
def test_a_query_that_cannot_be_asked_is_refused(
    own_site: Any, thread: str, fields: dict[str, str], status: int
) -> None:
    assert post(own_site, f"{thread}/query", **fields).status == status
