"""Whole questions through the command line, litellm and HTTP, over the sample cluster."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import repeat
from typing import Any

import pytest
import typer

from citehop.agent.answerers.small_talk import HELP
from citehop.agent.answerers.types import SUMMARY_NOTE
from citehop.agent.answerers.with_model import GATE_NOTE
from citehop.agent.ask import ask
from citehop.agent.first_hop import first_hop
from citehop.agent.llm.types import Message, Request, ToolCall
from citehop.agent.plan import Plan
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.agent.vision.second_opinion import ModelOpinion
from citehop.cli.main import main
from citehop.cli.options import with_judge_settings
from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn, cut_off, dropped, rate_limited, refused, server_error


def choice(statements: list[int], phrasing: str = "") -> str:
    return json.dumps({"reason": "It says so.", "statements": statements, "phrasing": phrasing})


GOLD = json.loads((FOLDER.parent / "gold.json").read_text())
SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


@pytest.fixture
def run(word_settings: Settings, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(server: ModelServer, *arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        model = ["--model", "openai/scripted", "--api-base", server.url, "--home", word_settings.home]
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
    assert usage["calls"] == len(server.received) == 1
    assert 100 < usage["prompt_tokens"] < 1000
    assert (usage["usd"], usage["unpriced"]) == (0, 1)
    assert [prompt.partition("@")[0] for prompt in answer["prompts"]] == ["phrase", "system"]
    assert [step["name"] for step in answer["steps"]][-1] == "read with the model"


def test_the_terminal_shows_draft_answer_quote_cost_and_trace(run: Any, reader: Any) -> None:
    with ModelServer(reader(SENTENCE)) as server:
        code, out, err = run(server, QUESTION, "--trace")
    assert code == 0
    assert SENTENCE in " ".join(err.split())
    assert "reason" not in err
    flat = " ".join(out.split())
    assert f'"{SENTENCE}"' in flat
    assert "1 model call" in flat
    assert "cost unknown" in flat
    assert "read with the model" in flat


def test_wording_that_the_quotes_do_not_support_is_left_out_with_a_note(run: Any) -> None:
    with ModelServer([choice([1], "The timing error falls from 13.1 to 9.6 hours.")]) as server:
        code, out, _ = run(server, QUESTION, "--json")
    answer = json.loads(out)
    assert (code, answer["model"]) == (0, "")
    assert SENTENCE in answer["text"]
    (note,) = answer["notes"]
    assert "the model's wording was left out" in note


def test_a_model_that_may_only_phrase_cannot_refuse_and_is_not_asked_what_nothing_answers(run: Any) -> None:
    with ModelServer(repeat(choice([]))) as server:
        code, out, _ = run(server, QUESTION, "--json")
        assert (code, json.loads(out)["citations"][0]["quote"]) == (0, SENTENCE)
        sent = len(server.received)
        assert run(server, "Who won the football World Cup of 1998 in Paris?")[0] == 4
        assert len(server.received) == sent == 1


def test_asking_again_costs_nothing_unless_told_so(
    word_settings: Settings, reader: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(server: ModelServer, *options: str) -> dict[str, Any]:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--home", word_settings.home]
        assert main(["ask", "sample", QUESTION, "--json", *model, *options]) == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    with ModelServer(reader(SENTENCE)) as server:
        first, again, anew = asked(server), asked(server), asked(server, "--no-cache")
        assert len(server.received) == 2
    counts = [(answer["usage"]["calls"], answer["usage"]["cached"]) for answer in (first, again, anew)]
    assert counts == [(1, 0), (0, 1), (1, 0)]
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
    turns = iter([cut_off(choice([1], SENTENCE))])
    with ModelServer(lambda body: next(turns, None) or reader(SENTENCE)(body)) as server:
        code, out, _ = run(server, QUESTION)
    assert code == 0
    assert out.strip().startswith("If all delays are fixed at one day per edge")
    assert "2 model calls" in out


def test_an_answers_cost_counts_the_attempts_that_failed(run: Any, reader: Any) -> None:
    faults = iter([server_error(500), rate_limited("0"), dropped()])

    def failing_thrice(body: Any) -> ScriptedTurn | str:
        return next(faults, None) or str(reader(SENTENCE)(body))

    with ModelServer(failing_thrice) as server:
        _, out, _ = run(server, QUESTION, "--json")
        assert len(server.received) == 4
    assert json.loads(out)["usage"]["calls"] == 4


def test_a_model_that_leads_may_refuse(by_words: Session, leading: Any) -> None:
    with ModelServer(repeat(choice([]))) as server:
        answer = ask(by_words, QUESTION, models=leading(server))
    assert (answer.status, answer.citations, answer.notes) == ("abstained", (), ())
    assert answer.closest is not None


def test_a_model_that_leads_answers_where_the_gate_refuses_and_the_reader_is_told(
    by_words: Session, leading: Any
) -> None:
    with ModelServer(repeat(choice([1]))) as server:
        answer = ask(
            by_words, "Which activation function do the cells of RillNet have?", models=leading(server)
        )
    assert answer.status == "answered"
    assert answer.notes == (GATE_NOTE,)


def test_a_model_that_may_choose_picks_another_statement(
    by_words: Session, leading: Any, reader: Any
) -> None:
    other = "If the edges are made symmetric"
    with ModelServer(reader(other)) as server:
        models = replace(leading(server), trust="choose")
        answer = ask(by_words, "What happens to RillNet if all delays are fixed?", models=models)
    assert any(citation.quote.startswith(other) for citation in answer.citations)


@pytest.mark.parametrize("asked", GOLD["questions"][:8], ids=lambda asked: asked["entity"])
def test_sample_questions_are_answered_by_a_model_that_reads(
    asked: dict[str, Any], by_words: Session, leading: Any, reader: Callable[[str], Any]
) -> None:
    with ModelServer(reader(asked["sentence"])) as server:
        answer = ask(by_words, asked["question"], figure=asked["figure"], models=leading(server))
    assert answer.status == "answered"
    assert answer.citations[0].paper_id == asked["paper"]


def test_a_budget_that_is_gone_leaves_the_extractive_answer_with_a_note(run: Any, reader: Any) -> None:
    with ModelServer(reader(SENTENCE)) as server:
        models = ["--max-calls", "1"]
        _, out, _ = run(server, QUESTION, "--json", *models, "--agent")
    answer = json.loads(out)
    assert answer["citations"][0]["quote"] == SENTENCE
    assert len(server.received) == 1


@pytest.mark.parametrize("agent", [False, True], ids=["fixed way", "agent"])
def test_dollars_are_never_gone_over_and_the_rest_is_done_without_the_model(
    agent: bool, by_words: Session, leading: Any, reader: Any
) -> None:
    def searching(body: Any) -> ScriptedTurn | str:
        wanted = {"query": f"timing error {len(body['messages'])}", "papers": ["castellanos-2021-rillnet"]}
        call = ToolCall("c1", "search", json.dumps(wanted))
        return ScriptedTurn(tool_calls=(call,)) if body.get("tools") else str(reader(SENTENCE)(body))

    budget = 0.012 if not agent else 0.06
    with ModelServer(searching) as server:
        models = leading(server, model_prices="openai/scripted=10/10", max_cost=budget)
        if not agent:
            models.text.complete(Request((Message("user", "words " * 600),), max_tokens=10))
        answer = ask(by_words, QUESTION, models=models, plan=Plan(agent=agent))
    assert (answer.status, answer.model) == ("answered", "")
    assert answer.citations[0].quote == SENTENCE
    (note,) = answer.notes
    assert f"--max-cost is ${budget:g}" in note
    assert 0 < models.meter.usage.usd <= budget


@pytest.mark.parametrize(
    ("turn", "code", "words"),
    [
        (refused(401, "Incorrect API key"), 3, "check the API key"),
        (refused(404, "no such model"), 3, "check the names of the model"),
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
    options: list[str], words: str, word_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["ask", "sample", QUESTION, "--home", word_settings.home, *options])
    assert code == 3
    assert words in " ".join(capsys.readouterr().err.split())


def test_a_limit_of_costs_needs_the_prices_of_the_model(run: Any) -> None:
    with ModelServer(repeat("UNKNOWN")) as server:
        code, out, err = run(server, QUESTION, "--max-cost", "1")
        assert not server.received
    assert (code, out) == (3, "")
    assert "model_prices" in err


def test_a_vision_model_reads_a_figure_that_the_rules_do_not(by_words: Session, leading: Any) -> None:
    seen = '{"entity": "SnowLedger", "value": "", "confidence": 1}'
    with ModelServer(
        lambda body: seen if isinstance(body["messages"][-1]["content"], list) else choice([])
    ) as server:
        models, trace = leading(server), Trace()
        question = "Which method in Table 1 did its authors name after a melting thing?"
        hop = first_hop(by_words, question, figure="Table 1", advice=ModelOpinion(models, trace))
        sure = len(server.received)
        first_hop(
            by_words,
            "Which method has an NSE of 0.713 on CRESTA in Table 1?",
            advice=ModelOpinion(models, trace),
        )
        assert len(server.received) == sure == 1
    assert hop.reading is not None
    assert hop.reading.entities[0].text.startswith("SnowLedger")


def test_small_talk_goes_to_the_model_and_without_one_to_the_help(by_words: Session, leading: Any) -> None:
    assert ask(by_words, "hi").text == HELP
    with ModelServer(["Hallo! See https://evil.example/x for more."]) as server:
        answer = ask(by_words, "hi", models=leading(server))
    assert (answer.text, answer.model) == ("Hallo! See (link removed) for more.", "openai/scripted")
    with ModelServer(repeat("x" * 1000)) as server:
        assert ask(by_words, "hi", models=leading(server)).text == HELP


def test_small_talk_with_a_model_that_fails_is_answered_with_a_note(by_words: Session, leading: Any) -> None:
    with ModelServer(repeat(server_error(500))) as server:
        answer = ask(by_words, "hi", models=leading(server))
    assert answer.text == HELP
    assert answer.notes[0].endswith("replied without the model")


def test_a_summary_is_the_models_and_without_one_the_abstract(by_words: Session, leading: Any) -> None:
    question = "Summarize the RillNet paper."
    plain = ask(by_words, question)
    assert SUMMARY_NOTE in plain.notes
    first = plain.text.partition(". ")[0] + "."
    with ModelServer([choice([1], first)]) as server:
        answer = ask(by_words, question, models=replace(leading(server), trust="phrase"))
    assert (answer.text, answer.notes) == (f"{first} [1]", ())
    assert answer.citations == plain.citations
    with ModelServer([choice([1], "RillNet reduces the error to 2.5 hours.")]) as server:
        unsupported = ask(by_words, question, models=leading(server))
    assert unsupported.text == plain.text
    assert SUMMARY_NOTE in unsupported.notes


def test_a_question_in_another_language_is_understood_by_the_model(by_words: Session, leading: Any) -> None:
    question = "Was passiert mit dem Zeitfehler von RillNet, wenn alle Verzögerungen fest sind?"
    english = "What happens to the timing error of RillNet if all delays are fixed?"
    slots = {
        "text": english,
        "intent": "fact",
        "fields": [],
        "papers": [],
        "figure": "",
        "then": "",
        "follows": "",
    }
    with ModelServer([json.dumps(slots), choice([1])]) as server:
        answer = ask(by_words, question, models=replace(leading(server), trust="phrase"))
    assert answer.citations[0].quote == SENTENCE
    assert answer.notes == (f"understood as: {english}",)
    assert [prompt.partition("@")[0] for prompt in answer.prompts] == ["parse", "phrase", "system"]
