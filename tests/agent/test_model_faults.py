"""Faults of model servers: in each the user has the answer without the model, and one note."""

from itertools import repeat
from typing import Any

import pytest

from citehop.agent.ask import ask
from citehop.agent.plan import Plan
from citehop.agent.session import Session
from citehop.agent.types import Answer
from citehop.cli.main import main
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings
from citehop.testing import LASTING_FAULTS, ModelServer, ScriptedTurn


@pytest.fixture(scope="module")
def without(by_words: Session) -> Answer:
    return ask(by_words, QUESTION)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("agent", [False, True], ids=["reader", "agent"])
@pytest.mark.parametrize("turn", LASTING_FAULTS.values(), ids=LASTING_FAULTS)
def test_a_fault_leaves_the_answer_without_the_model_and_one_note(
    turn: ScriptedTurn, agent: bool, without: Answer, by_words: Session, leading: Any
) -> None:
    with ModelServer(repeat(turn)) as server:
        models = leading(server, model_seconds=2)
        answer = ask(by_words, QUESTION, models=models, plan=Plan(agent=agent, max_steps=2))
    assert (answer.status, answer.text, answer.citations) == ("answered", without.text, without.citations)
    assert answer.model == ""
    (note,) = answer.notes
    assert note.endswith("answered without the model") or note.startswith("the model's wording was left out")
    assert "\n" not in note


def test_a_fault_exits_as_the_answer_without_the_model_does(
    word_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(repeat("no schema at all")) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        assert main(["ask", "sample", QUESTION, "--home", word_settings.home, *model]) == 0
    assert "answered without the model" in " ".join(capsys.readouterr().out.split())
