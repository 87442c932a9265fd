"""Whole questions through the command line, litellm and HTTP, over the sample cluster."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import repeat
from typing import Any

import pytest
import typer

from citehop.agent.ask import ask
from citehop.agent.llm.roles import open_models
from citehop.agent.llm.types import ToolCall
from citehop.agent.plan import Plan
from citehop.agent.session import Session
from citehop.cli.main import main
from citehop.cli.options import with_judge_settings
from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn, cut_off, dropped, rate_limited, refused, server_error

GOLD = json.loads((FOLDER.parent / "gold.json").read_text())
SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


@pytest.fixture
def run(sample_settings: Settings, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(server: ModelServer, *arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        model = ["--model", "openai/scripted", "--api-base", server.url, "--home", sample_settings.home]
        code = main(["ask", "sample", *arguments, "--no-cache", *model])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_an_answer_in_the_models_words_with_proof_cost_and_prompts(run: Any, reader: Any) -> None:
    with ModelServer(reader(SENTENCE)) as server:
        code, out, _ = run(server, QUESTION, "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["model"]) == (0, "answered", "openai/scripted")
    assert answer["text"] == f"{SENTENCE} [1]"
    assert answer["citations"][0]["paper_id"] == "castellanos-2021-rillnet"
    assert answer["citations"][0]["quote"] == SENTENCE
    usage = answer["usage"]
    assert usage["calls"] == len(server.received) == 4
    assert usage["prompt_tokens"] > 1000
    assert (usage["usd"], usage["unpriced"]) == (0, 4)
    assert [prompt.partition("@")[0] for prompt in answer["prompts"]] == [
        "compose",
        "look",
        "rerank",
        "rewrite",
        "system",
    ]
    names = ["look at the figure", "rerank", "figure and ranking", "second hop", "passages", "compose"]
    assert [step["name"] for step in answer["steps"]] == names
    assert sum(step["usage"]["calls"] for step in answer["steps"]) == 4


def test_the_terminal_shows_draft_answer_quote_cost_and_trace(run: Any, reader: Any) -> None:
    with ModelServer(reader(SENTENCE)) as server:
        code, out, err = run(server, QUESTION, "--trace")
    assert code == 0
    assert SENTENCE in " ".join(err.split())
    assert ">" not in err
    flat = " ".join(out.split())
    assert f'"{SENTENCE}"' in flat
    assert "4 model calls" in flat
    assert "cost unknown" in flat
    assert "second hop" in flat


def test_a_vision_model_set_apart_sees_the_figure_and_nothing_else(run: Any, reader: Any) -> None:
    with ModelServer(reader(SENTENCE)) as server:
        run(server, QUESTION, "--vision-model", "openai/eyes")
        bodies = [received.body for received in server.received]
    pictures = [isinstance(body["messages"][-1]["content"], list) for body in bodies]
    assert [body["model"] for body in bodies] == ["eyes", "scripted", "scripted", "scripted"]
    assert pictures == [True, False, False, False]


def test_asking_again_costs_nothing_unless_told_so(
    sample_settings: Settings, reader: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(server: ModelServer, *options: str) -> dict[str, Any]:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--home", sample_settings.home]
        assert main(["ask", "sample", QUESTION, "--json", *model, *options]) == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    with ModelServer(reader(SENTENCE)) as server:
        first, again, anew = asked(server), asked(server), asked(server, "--no-cache")
        assert len(server.received) == 8
    counts = [(answer["usage"]["calls"], answer["usage"]["cached"]) for answer in (first, again, anew)]
    assert counts == [(4, 0), (0, 4), (4, 0)]
    assert first["text"] == again["text"] == anew["text"] == f"{SENTENCE} [1]"


def test_a_command_that_grades_takes_a_judge_model() -> None:
    cli, got = typer.Typer(), []

    @cli.command()
    @with_judge_settings
    def grade(*, settings: Settings) -> None:
        got.append((settings.model, settings.judge_model))

    cli(["--model", "openai/a", "--judge-model", "openai/b"], standalone_mode=False)
    assert got == [("openai/a", "openai/b")]


def test_a_draft_that_breaks_off_is_asked_for_again(run: Any, reader: Any) -> None:
    def breaking(body: Any) -> ScriptedTurn | str:
        return (
            cut_off("The timing error rises from 9.6 to")
            if body.get("stream")
            else str(reader(SENTENCE)(body))
        )

    with ModelServer(breaking) as server:
        code, out, err = run(server, QUESTION)
    assert code == 0
    assert "The timing error rises ..." in err
    assert out.startswith("If all delays are fixed at one day per edge")
    assert "5 model calls" in out


def test_an_answers_cost_counts_the_attempts_that_failed(run: Any, reader: Any) -> None:
    faults = iter([server_error(500), rate_limited("0"), dropped()])

    def failing_thrice(body: Any) -> ScriptedTurn | str:
        return next(faults, None) or str(reader(SENTENCE)(body))

    with ModelServer(failing_thrice) as server:
        _, out, _ = run(server, QUESTION, "--json")
        assert len(server.received) == 7
    assert json.loads(out)["usage"]["calls"] == 7


def test_evidence_that_does_not_answer_abstains(run: Any) -> None:
    with ModelServer(repeat("UNKNOWN")) as server:
        code, out, _ = run(server, QUESTION, "--json")
    assert code == 4
    assert json.loads(out)["status"] == "abstained"
    assert json.loads(out)["citations"] == []


def test_the_models_are_told_when_the_gate_refuses_and_so_is_the_reader(
    sample: Session, sample_settings: Settings, reader: Any
) -> None:
    question = "Who won the football World Cup of 1998 in Paris?"

    def insisting(body: Any) -> str:
        """Quote the first words that are shown, whatever was asked."""
        shown = re.search(
            r"^\[1\]\n<<material \w+\n.*?\n\n(.*?)\n\w+>>", str(body["messages"][-1]["content"]), re.S | re.M
        )
        words = " ".join(shown[1].split()[:12]) if shown else ""
        return f"{words}\n> [1] {words}" if words else "{}"

    for plan in (Plan(), Plan(agent=True)):
        with ModelServer(repeat("UNKNOWN")) as server:
            answer = ask(sample, question, models=open_models(_with(sample_settings, server)), plan=plan)
            prompts = [json.dumps(request.body["messages"]) for request in server.received]
        assert any("finds it unlikely" in prompt for prompt in prompts)
        assert (answer.status, answer.notes) == ("abstained", ())
    refused = "the relevance gate found no sentence that answers this"
    with ModelServer(insisting) as server:
        answer = ask(sample, question, models=open_models(_with(sample_settings, server)))
    assert answer.status == "answered"
    assert any(refused in note for note in answer.notes)
    with ModelServer(reader(SENTENCE)) as server:
        sure = ask(sample, QUESTION, models=open_models(_with(sample_settings, server)))
        prompts = [json.dumps(request.body["messages"]) for request in server.received]
    assert not any("finds it unlikely" in prompt for prompt in prompts)
    assert not any(refused in note for note in sure.notes)


@pytest.mark.parametrize("asked", GOLD["questions"][:8], ids=lambda asked: asked["entity"])
def test_sample_questions_are_answered_by_a_model_that_reads(
    asked: dict[str, Any], sample: Session, sample_settings: Settings, reader: Callable[[str], Any]
) -> None:
    with ModelServer(reader(asked["sentence"])) as server:
        models = open_models(_with(sample_settings, server))
        answer = ask(sample, asked["question"], figure=asked["figure"], models=models)
    assert answer.status == "answered"
    assert answer.citations[0].paper_id == asked["paper"]


def test_a_budget_that_ends_leaves_the_extractive_answer_with_a_note(
    sample: Session, sample_settings: Settings, reader: Callable[[str], Any]
) -> None:
    for calls in (1, 2, 3, 4):
        with ModelServer(reader(SENTENCE)) as server:
            answer = ask(
                sample, QUESTION, models=open_models(_with(sample_settings, server, max_calls=calls))
            )
        assert len(server.received) == calls
        assert answer.status == "answered"
        assert answer.citations[0].quote == SENTENCE
        assert any(f"--max-calls is {calls}" in note for note in answer.notes) == (calls < 4)


@pytest.mark.parametrize("mode", [[], ["--agent"]], ids=["fixed way", "agent"])
def test_dollars_are_never_gone_over_and_the_rest_is_done_without_the_model(
    mode: list[str], run: Any, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searching(body: Any) -> ScriptedTurn | str:
        wanted = {"query": f"timing error {len(body['messages'])}", "papers": ["castellanos-2021-rillnet"]}
        call = ToolCall("c1", "search", json.dumps(wanted))
        return ScriptedTurn(tool_calls=(call,)) if body.get("tools") else str(reader(SENTENCE)(body))

    monkeypatch.setenv("CITEHOP_MODEL_PRICES", "openai/scripted=10/10")
    with ModelServer(searching) as server:
        code, out, _ = run(server, QUESTION, "--json", "--max-cost", "0.06", *mode)
        sent = len(server.received)
    answer = json.loads(out)
    assert (code, answer["status"], answer["model"]) == (0, "answered", "")
    assert answer["citations"][0]["quote"] == SENTENCE
    assert any("--max-cost is $0.06" in note for note in answer["notes"])
    assert 1 <= answer["usage"]["calls"] == sent
    assert 0 < answer["usage"]["usd"] <= 0.06


def test_what_the_plan_leaves_out_is_no_call(
    sample: Session, sample_settings: Settings, reader: Callable[[str], Any]
) -> None:
    with ModelServer(reader(SENTENCE)) as server:
        ask(
            sample,
            QUESTION,
            models=open_models(_with(sample_settings, server)),
            plan=Plan(look=False, rerank="off", queries=0),
        )
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("turn", "code", "words"),
    [
        (refused(401, "Incorrect API key"), 3, "check the API key"),
        (refused(404, "no such model"), 3, "check the names of the model"),
        (server_error(503), 6, "try again later"),
    ],
)
def test_failing_models_are_one_line(
    turn: ScriptedTurn, code: int, words: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITEHOP_MODEL_SECONDS", "1")
    with ModelServer(repeat(turn)) as server:
        got, out, err = run(server, QUESTION)
    assert got == code
    assert out == ""
    assert words in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--model", "nosuch/thing"], "provider/name"),
        (["--model", "anthropic/claude-x"], "ANTHROPIC_API_KEY"),
        (["--vision-model", "openai/x"], "set model as well"),
        (["--model", "openai/gpt-4o", "--offline"], "offline"),
    ],
)
def test_wrong_configurations_are_told_before_anything_is_done(
    options: list[str], words: str, sample_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["ask", "sample", QUESTION, "--home", sample_settings.home, *options])
    assert code == 3
    assert words in " ".join(capsys.readouterr().err.split())


def test_a_limit_of_costs_needs_the_prices_of_the_model(run: Any) -> None:
    with ModelServer(repeat("UNKNOWN")) as server:
        code, out, err = run(server, QUESTION, "--max-cost", "1")
        assert not server.received
    assert (code, out) == (3, "")
    assert "model_prices" in err


def _with(settings: Settings, server: ModelServer, **changes: Any) -> Settings:
    return replace(settings, model="openai/scripted", api_base=server.url, no_cache=True, **changes)


def test_rank_asks_the_model_too(sample_settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    def reply(body: Any) -> str:
        text = body["messages"][-1]["content"]
        return '{"entity": "SnowLedger", "confidence": 1}' if isinstance(text, list) else '{"ranking": [2]}'

    with ModelServer(reply) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        arguments = ["rank", "sample", QUESTION, "--home", sample_settings.home, "--json", *model]
        assert main(arguments) == 0
        captured = capsys.readouterr()
    told = json.loads(captured.out)
    ranked = told["ranking"]
    assert told["usage"]["calls"] == 2
    assert ranked[0]["reasons"][-1] == "the model moved it from place 2"
    assert "the rules read 'RillNet" in " ".join(captured.err.split())
    assert len(server.received) == 2


def test_a_model_without_eyes_says_what_to_do(
    sample_settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    options = ["--model", "openai/gpt-3.5-turbo", "--home", sample_settings.home]
    assert main(["ask", "sample", QUESTION, *options]) == 3
    assert "--no-look" in capsys.readouterr().err
