"""Conversations: what follows from what, what is kept, what a pipe says."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from citehop.agent.conversation.conversation import Conversation
from citehop.agent.conversation.store import latest_file, load, new_file, save
from citehop.agent.session import Session
from citehop.cli.chat.chat import Chat
from citehop.cli.chat.prompt import CommandCompleter, open_prompt
from citehop.cli.main import main
from citehop.cli.output.console import SafeConsole
from citehop.cli.sample_cluster import QUESTION
from citehop.errors import UsageError
from citehop.settings import Settings

UNITS = "and how many units does its recurrent cell have?"


def test_a_follow_up_keeps_figure_entity_and_paper(by_words: Session) -> None:
    talk = Conversation(by_words)
    first = talk.ask(QUESTION)
    second = talk.ask(UNITS)
    assert (first.follows, second.follows) == (False, True)
    assert second.answer.figure == first.answer.figure != ""
    assert second.answer.reading == first.answer.reading
    assert {c.paper_id for c in second.answer.citations} == {"castellanos-2021-rillnet"}
    assert "64 units" in second.answer.text
    alone = Conversation(by_words).ask(UNITS)
    assert not alone.follows
    talk.ask("Who won the chess olympiad of 1954 in Amsterdam?")
    assert (
        talk.ask("and what is its main drawback?").answer.citations[0].paper_id == "castellanos-2021-rillnet"
    )


def test_a_follow_up_of_a_plain_question_stays_with_the_quoted_paper(by_words: Session) -> None:
    talk = Conversation(by_words)
    first = talk.ask(
        "What happens to the timing error of RillNet if all delays are fixed at one day per edge?"
    )
    assert {c.paper_id for c in first.answer.citations} == {"castellanos-2021-rillnet"}
    second = talk.ask(UNITS)
    assert second.follows
    assert {c.paper_id for c in second.answer.citations} == {"castellanos-2021-rillnet"}
    third = talk.ask("What does it cost to build a clock tower in Prague?")
    assert third.answer.status == "abstained"
    other = talk.ask("And how many donor catchments does TwinGauge transfer parameters from?")
    assert not other.follows


def test_another_two_hop_question_stays_with_the_figure(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask(QUESTION)
    turn = talk.ask(
        "Which method has a KGE of 0.596 on MossGauge, and what share of its donors are among the ten nearest?"
    )
    assert turn.answer.figure == talk.turns[0].answer.figure
    assert turn.answer.citations[0].paper_id == "haldorsen-2021-donor-catchments"


def test_a_selected_figure_or_image_is_read_and_ends_the_follow_up(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask(QUESTION)
    talk.select_figure("table 3")
    assert not talk.ask(UNITS).follows
    assert talk.turns[-1].answer.figure.endswith("table3")
    anchor = by_words.cluster.paper(str(by_words.cluster.anchor))
    talk.select_image(by_words.cluster.path / anchor.figures[0].image)
    assert "RillNet" in str(talk.ask(QUESTION.replace(" in Table 1", "")).answer.reading)
    with pytest.raises(UsageError, match="no 'Table 99'"):
        talk.select_figure("Table 99")
    with pytest.raises(UsageError, match="no such image"):
        talk.select_image(Path("/nowhere.png"))
    with pytest.raises(UsageError, match="empty"):
        talk.ask("  ")


def test_a_budget_that_is_spent_buys_no_other_model(by_words: Session) -> None:
    session = replace(by_words, settings=replace(by_words.settings, max_cost=0.5))
    talk = Conversation(session)
    talk._spent = replace(talk.usage, usd=0.5)
    with pytest.raises(UsageError, match="spent"):
        talk.use_model("openai/gpt-4o")


def test_conversations_are_kept_and_resumed(by_words: Session, tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path))
    with pytest.raises(UsageError, match="without --resume"):
        latest_file("sample", settings)
    talk = Conversation(by_words)
    talk.ask(QUESTION)
    early = new_file("sample", settings, datetime(2026, 1, 2, 3, 4, 5))
    assert early == tmp_path / "chats" / "sample" / "20260102-030405-000000.json"
    save(replace(talk.record, turns=()), early)
    later = new_file("sample", settings, datetime(2026, 1, 3))
    save(talk.record, later)
    assert latest_file("sample", settings) == later
    assert load(later) == talk.record
    resumed = Conversation(by_words, record=load(later))
    assert resumed.ask(UNITS).follows
    later.write_text("{")
    with pytest.raises(UsageError, match="not a conversation"):
        load(later)


def test_a_conversation_outlives_papers_that_are_gone(by_words: Session) -> None:
    talk = Conversation(by_words)
    turn = talk.ask(QUESTION)
    ranking = tuple(replace(ranked, paper_id=f"gone-{ranked.paper_id}") for ranked in turn.answer.ranking[:1])
    answer = replace(turn.answer, anchor="gone", ranking=ranking + turn.answer.ranking[1:])
    resumed = Conversation(by_words, record=replace(talk.record, turns=(replace(turn, answer=answer),)))
    told = resumed.ask(UNITS)
    assert told.follows
    assert not any(ranked.paper_id.startswith("gone") for ranked in told.answer.ranking)


@pytest.fixture
def pipe(word_settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(lines: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = main(["chat", "sample", "--home", word_settings.home, *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_through_a_pipe_each_question_is_one_object(pipe: Any) -> None:
    code, out, _ = pipe(f"{QUESTION}\n\n{UNITS}\n/cost\n", "--json")
    first, second = map(json.loads, out.splitlines())
    assert (code, first["schema"], first["question"]) == (0, 1, QUESTION)
    assert (first["follows"], second["follows"]) == (False, True)
    assert second["citations"][0]["paper_id"] == "castellanos-2021-rillnet"
    assert second["figure"] == first["figure"], "the name in it led to the paper"
    code, out, _ = pipe("and what is its main drawback?\n", "--json", "--resume")
    assert json.loads(out)["follows"]
    assert pipe("Who won the chess olympiad of 1954?\n", "--json")[0] == 4


def test_an_empty_pipe_is_named(pipe: Any) -> None:
    assert pipe("\n") == (0, "", "warning: no question came through the pipe\n")


def test_through_a_pipe_mistakes_end_with_their_code(pipe: Any) -> None:
    for line, words in (
        ("/nosuch", "no command /nosuch"),
        ("/sources 1", "no answer with sources yet"),
        ("/figure Table 99", "no 'Table 99'"),
        ("/image", "/image FILE"),
        ("/save", "/save FILE.md"),
        ("/model nosuch/thing", "provider/name"),
    ):
        code, out, err = pipe(f"{line}\n")
        assert (code, out) == (3 if "model" in line else 2, f"> {line}\n")
        assert words in err


def test_through_a_pipe_a_mistake_does_not_stop_the_lines_after_it(pipe: Any, tmp_path: Path) -> None:
    code, out, err = pipe(f"{QUESTION}\n/figure Table 99\nhi\n/save {tmp_path}/talk.md\n")
    assert code == 2
    assert out.startswith(f"> {QUESTION[:40]}")
    assert "1 question written to" in out
    assert "no 'Table 99'" in err
    assert "'hi' is no question" in err
    assert (tmp_path / "talk.md").read_text("utf-8").count("\n## ") == 1


def test_figure_and_anchor_are_options_and_commands(pipe: Any) -> None:
    question = "Which method has an NSE of 0.713 on CRESTA?\n"
    code, out, _ = pipe(question, "--json", "--figure", "Table 1")
    assert code == 0
    assert json.loads(out)["figure"].endswith("table1")
    code, out, _ = pipe(question, "--json", "--anchor", "castellanos-2021-rillnet", "--figure", "Table 1")
    assert json.loads(out)["anchor"] == "castellanos-2021-rillnet"
    assert pipe(question, "--figure", "Table 9")[0] == 2
    code, out, err = pipe(question, "--anchor", "nobody")
    assert (code, out) == (2, "")
    assert "no paper 'nobody'" in err
    code, out, _ = pipe("/anchor castellanos 2021\n/figure\n/anchor off\n/figures abiodun\n")
    assert code == 0
    assert "asking about the figures of RillNet" in out
    assert "asking about the figures of BraidNet" in out
    listed = [line for line in out.splitlines() if line.startswith(("Figure ", "Table "))]
    assert out.splitlines()[-1] == listed[-1]  # a line each


def test_a_quote_is_printed_once_and_the_reading_names_figure_and_page(pipe: Any, tmp_path: Path) -> None:
    code, out, _ = pipe(f"{QUESTION}\n{UNITS}\n/save {tmp_path}/talk.md\n")
    flat = " ".join(out.split())
    assert code == 0
    assert flat.count("the timing error rises from 9.6 to 13.1 hours") == 1
    assert "Table 1 on page 3: RillNet" in flat
    assert "Still about RillNet, from Table 1 on page 3" in flat
    saved = (tmp_path / "talk.md").read_text("utf-8")
    assert "*Table 1 on page 3: RillNet" in saved
    assert "*Still about RillNet, from Table 1 on page 3*" in saved


def test_commands_say_what_they_did(pipe: Any, tmp_path: Path) -> None:
    lines = [
        QUESTION,
        "/papers",
        "/sources 1",
        "/open 1",
        f"/save {tmp_path}/talk.md",
        "/help",
        "/figure",
        "/model",
    ]
    code, out, _ = pipe("\n".join(lines))
    flat = " ".join(out.split())
    assert code == 0
    assert "RillNet" in flat
    assert "Attention over Antecedent Rainfall" in flat  # /papers
    assert "The gain grows with area" not in flat
    assert "If the edges are made symmetric" in flat  # /sources: the rest of the paragraph
    png = Path(flat.partition("saved: ")[2].partition(".png")[0] + ".png")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "/figure Table 2" in flat
    assert "Table 1, page 3: Median scores" in flat
    assert "no model: answers are quotes" in flat
    assert QUESTION in (tmp_path / "talk.md").read_text("utf-8")


def test_a_pipe_shows_commands_above_their_results_and_whose_sources_are_listed(pipe: Any) -> None:
    code, out, _ = pipe(f"{QUESTION}\nWho won the chess olympiad of 1954?\n/sources 1\n")
    assert code == 4
    note = f"no answer to 'Who won the chess olympiad of 1954?'; the sources are of {QUESTION!r}:"
    assert f"\n> /sources 1\n{note}\n" in out
    assert "/cost" not in pipe("/cost\n", "--json")[1]


def test_a_chat_starts_without_anything_heavy(word_settings: Settings) -> None:
    heavy = {
        "torch",
        "transformers",
        "sentence_transformers",
        "litellm",
        "qdrant_client",
        "onnxruntime",
        "rapidocr",
    }
    script = (
        f"from citehop.cli.main import main; main(['chat', 'sample', '--home', {word_settings.home!r}])\n"
        "import sys; print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input="/cost\n", capture_output=True, text=True, check=True
    )
    assert "0 model calls" in done.stdout
    assert not heavy & set(done.stdout.split())


def test_sources_are_written_for_a_reference_manager(own_settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "sources.ris"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from citehop.cli.main import run; run()",
            "chat",
            "sample",
            "--home",
            own_settings.home,
        ],
        input=f"{QUESTION}\n/cite csl\n/cite ris {file}\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"family": "Castellanos"' in done.stdout
    assert file.read_text().startswith("TY  - ")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("/fi", ["figure", "figures"]),
        ("/anchor castel", ["castellanos-2021-rillnet"]),
        ("/figure tab", ["Table 1", "Table 2", "Table 3"]),
        ("/model o", ["off"]),
        ("/sources ", []),
        ("which fi", []),
    ],
)
def test_tab_completes_commands_and_figures(by_words: Session, text: str, offered: list[str]) -> None:
    found = CommandCompleter(Conversation(by_words)).get_completions(
        Document(text), CompleteEvent(completion_requested=True)
    )
    assert [completion.text for completion in found] == offered


def test_completions_explain_themselves_without_cutting_words(by_words: Session) -> None:
    anchor = by_words.cluster.paper(str(by_words.cluster.anchor))
    found = CommandCompleter(Conversation(by_words)).get_completions(
        Document("/figure Table 1"), CompleteEvent(completion_requested=True)
    )
    (meta,) = [completion.display_meta_text for completion in found]
    caption = next(figure.caption for figure in anchor.figures if figure.label == "Table 1")
    assert len(meta) > 30
    assert set(meta.removesuffix(" ...").split()) <= set(caption.split())


def test_a_follow_up_has_no_figure_that_only_an_earlier_question_used(pipe: Any) -> None:
    code, out, _ = pipe("Which method is best on CRESTA in Table 1?\nand how is it trained?\n", "--json")
    first, second = map(json.loads, out.splitlines())
    assert (code, second["follows"]) == (0, True)
    assert first["figure"] is not None
    assert (second["figure"], second["anchor"], second["reading"]) == (None, None, None)


def test_a_selected_anchor_is_asked_about_kept_and_resumed(by_words: Session, tmp_path: Path) -> None:
    talk = Conversation(by_words)
    talk.ask(QUESTION)
    talk.select_anchor("castellanos 2021")
    assert talk.anchor is not None
    assert talk.anchor.id == "castellanos-2021-rillnet"
    assert not talk.ask(UNITS).follows, "another paper was selected since"
    talk.select_figure(talk.anchor.figures[0].label)
    turn = talk.ask("Which method has the highest value?")
    assert (turn.answer.anchor, turn.answer.figure) == (talk.anchor.id, talk.anchor.figures[0].id)
    save(talk.record, tmp_path / "talk.json")
    resumed = Conversation(by_words, record=load(tmp_path / "talk.json"))
    assert resumed.anchor == talk.anchor
    resumed.select_anchor("")
    assert resumed.anchor is not None
    assert resumed.anchor.id == by_words.cluster.anchor
    assert resumed.record.figure == "", "a figure of another paper"
    with pytest.raises(UsageError, match="no paper 'nobody'"):
        resumed.select_anchor("nobody")


def test_a_resumed_conversation_keeps_the_reading(by_words: Session, tmp_path: Path) -> None:
    talk = Conversation(by_words)
    first = talk.ask(QUESTION)
    save(talk.record, tmp_path / "talk.json")
    turn = Conversation(by_words, record=load(tmp_path / "talk.json")).ask(UNITS)
    assert turn.follows
    assert turn.answer.reading == first.answer.reading
    assert turn.answer.figure == first.answer.figure


@pytest.fixture
def typed() -> Iterator[Any]:
    with create_pipe_input() as pipe_input:
        yield pipe_input


def test_pasted_lines_are_one_question_and_are_remembered(
    by_words: Session, typed: Any, tmp_path: Path
) -> None:
    history = tmp_path / "chats" / "history"
    typed.send_text("\x1b[200~one\ntwo\x1b[201~\r")
    assert (
        open_prompt(Conversation(by_words), history, input=typed, output=DummyOutput()).prompt() == "one\ntwo"
    )
    typed.send_text("\x1b[A\r")  # arrow up
    assert (
        open_prompt(Conversation(by_words), history, input=typed, output=DummyOutput()).prompt() == "one\ntwo"
    )


@pytest.mark.parametrize("interactive", [True, False])
def test_a_note_is_wrapped_between_words_for_a_person_alone(
    by_words: Session, tmp_path: Path, interactive: bool
) -> None:
    console = SafeConsole(file=io.StringIO(), width=30)
    chat = Chat(Conversation(by_words), tmp_path / "chat.json", console, interactive=interactive)
    chat.note("asking about the figures of BraidNet: Routing Uncertainty")
    path = f"/{'folder/' * 8}page.png"
    chat.note(f"saved: {path}")
    sentence = "asking about the figures of\nBraidNet: Routing Uncertainty"
    expected = sentence if interactive else sentence.replace("\n", " ")
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    assert "\n".join(lines) == f"{expected}\nsaved: {path}"
