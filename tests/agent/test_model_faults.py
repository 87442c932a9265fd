"""Faults of model servers: in each the user has the answer without the model, and one note."""

from __future__ import annotations

from itertools import repeat
from typing import Any

import pytest

from citehop.agent.ask import ask
from citehop.agent.llm.types import ToolCall
from citehop.agent.plan import Plan
from citehop.agent.session import Session
from citehop.cli.main import main
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn, cut_off, dropped, garbage, rate_limited, server_error

HUGE = ToolCall("c1", "search", '{"query": "' + "x" * 2_000_000 + '"}')
FAULTS = {
    "endless stream": ScriptedTurn("on and on", fault="endless"),
    "oversized body": ScriptedTurn(fault="oversized"),
    "compressed body": ScriptedTurn(fault="compressed"),
    "empty reply": ScriptedTurn(""),
    "ignored schema": ScriptedTurn("The timing error rises to 13.1 hours."),
    "huge tool arguments": ScriptedTurn(tool_calls=(HUGE,)),
    "many tool calls": ScriptedTurn(tool_calls=tuple(ToolCall(f"c{n}", "search", "{}") for n in range(2000))),
    "429 storm": rate_limited(),
    "429 for years": rate_limited("999999999"),
    "503 storm": server_error(503),
    "first byte late": ScriptedTurn("late", delay=30),
    "silent stream": ScriptedTurn("one two three", pace=30),
    "cut stream": cut_off('{"reason": "It says so.", "statements": [1], "phrasing": "It rises'),
    "dropped connection": dropped(),
    "no JSON": garbage(),
}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("agent", [False, True], ids=["reader", "agent"])
@pytest.mark.parametrize("turn", FAULTS.values(), ids=FAULTS)
def test_a_fault_leaves_the_answer_without_the_model_and_one_note(
    turn: ScriptedTurn, agent: bool, sample: Session, leading: Any
) -> None:
    without = ask(sample, QUESTION)
    with ModelServer(repeat(turn)) as server:
        models = leading(server, model_seconds=2)
        answer = ask(sample, QUESTION, models=models, plan=Plan(agent=agent, max_steps=2))
    assert (answer.status, answer.text, answer.citations) == ("answered", without.text, without.citations)
    assert answer.model == ""
    (note,) = answer.notes
    assert note.endswith("answered without the model")
    assert "\n" not in note


def test_a_fault_exits_as_the_answer_without_the_model_does(
    sample_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(repeat("no schema at all")) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        assert main(["ask", "sample", QUESTION, "--home", sample_settings.home, *model]) == 0
    assert "answered without the model" in " ".join(capsys.readouterr().out.split())
