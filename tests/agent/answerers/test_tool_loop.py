"""The agent loop: tools that only read, rounds that end, an answer that is proven."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from citehop.agent.ask import ask
from citehop.agent.llm.errors import BudgetError
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.llm.types import Reply, Request, ToolCall
from citehop.agent.plan import Plan
from citehop.agent.session import Session
from citehop.agent.types import Answer, Usage
from citehop.cli.main import main
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, QueueLLM, ScriptedTurn

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
ANCHOR = "varnholt-2024-braidnet"
RILLNET = "castellanos-2021-rillnet"


def calls(*wanted: tuple[str, dict[str, Any]]) -> Reply:
    made = (ToolCall(f"c{n}", name, json.dumps(arguments)) for n, (name, arguments) in enumerate(wanted))
    return Reply(tool_calls=tuple(made))


def quoting(request: Request) -> str:
    """A model that quotes the passage in which it found the sentence."""
    for message in request.messages:
        for number in range(1, 40):
            start = message.text.find(f"[{number}]\n<<material")
            if (
                start >= 0
                and SENTENCE[:40]
                in " ".join(message.text[start : start + 4000].split()).partition(f"[{number + 1}]\n")[0]
            ):
                return f"The timing error rises to 13.1 hours.\n> [{number}] {SENTENCE}"
    return "UNKNOWN"


def run(session: Session, steps: Iterable[Any], **plan: Any) -> tuple[Answer, QueueLLM]:
    llm = QueueLLM(steps)
    models = Models(llm, llm, Meter())
    return ask(session, QUESTION, models=models, plan=Plan(agent=True, **plan)), llm


def told(llm: QueueLLM) -> list[str]:
    """What the tools have said, in order."""
    return [message.text for message in llm.requests[-1].messages if message.role == "tool"]


def test_rank_search_quote(sample: Session) -> None:
    steps = [
        calls(
            ("rank_papers", {"question": "Which method has an NSE of 0.713 on CRESTA?", "figure": "Table 1"})
        ),
        calls(("search", {"query": "delays fixed timing error", "papers": [RILLNET]})),
        quoting,
    ]
    answer, llm = run(sample, steps)
    assert answer.text == "The timing error rises to 13.1 hours. [1]"
    assert answer.citations[0].paper_id == RILLNET
    assert answer.ranking[0].paper_id == RILLNET
    assert answer.reading is not None
    assert [step.name for step in answer.steps] == [
        "round 1",
        "rank_papers",
        "round 2",
        "search",
        "round 3",
        "prove",
    ]
    assert [prompt.partition("@")[0] for prompt in answer.prompts] == ["agent", "system"]
    assert [tool.name for tool in llm.requests[0].tools] == [
        "read_figure",
        "rank_papers",
        "search",
        "read_page",
        "look",
    ]
    assert RILLNET in told(llm)[0]


def test_the_draft_streams_and_tool_calls_say_nothing(sample: Session) -> None:
    shown: list[str] = []
    llm = QueueLLM([calls(("read_page", {"paper": "RillNet", "page": 1})), quoting])
    answer = ask(
        sample, QUESTION, models=Models(llm, llm, Meter()), plan=Plan(agent=True), on_text=shown.append
    )
    assert "".join(shown).strip() == "The timing error rises to 13.1 hours."
    assert len(shown) > 3
    assert answer.text == "The timing error rises to 13.1 hours. [1]"


def test_pages_can_be_read_and_quoted(sample: Session) -> None:
    answer, llm = run(sample, [calls(("read_page", {"paper": "RillNet", "page": 1})), quoting])
    assert answer.citations[0].page == 1
    assert answer.citations[0].bbox.width > 0
    assert "[1]\n<<material" in told(llm)[0]


def test_figures_are_read_and_shown(sample: Session) -> None:
    question = "Which method has an NSE of 0.713 on CRESTA?"
    steps = [
        calls(("read_figure", {"paper": ANCHOR, "figure": "Table 1", "question": question})),
        calls(("look", {"paper": ANCHOR, "figure": "Table 1"}), ("look", {"paper": RILLNET, "page": 2})),
        "UNKNOWN",
    ]
    answer, llm = run(sample, steps)
    assert answer.status == "abstained"
    messages = llm.requests[-1].messages
    assert "RillNet" in told(llm)[0]
    assert [message.role for message in messages[-3:]] == ["tool", "tool", "user"]
    assert len(messages[-1].images) == 2
    assert all(image.data.startswith(b"\x89PNG") for image in messages[-1].images)


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("delete_cluster", "{}", "no such tool"),
        ("search", "{}", "'query' is missing"),
        ("search", "not json", "'query' is missing"),
        ("search", '{"query": ["x"]}', "'query' is missing"),
        ("search", '{"query": "x", "papers": ["nobody knows this"]}', "no paper"),
        ("read_page", f'{{"paper": "{RILLNET}", "page": 99}}', "not page 99"),
        (
            "read_page",
            f'{{"paper": "{RILLNET}", "page": "1; rm"}}',
            "'page' is missing or not of type integer",
        ),
        ("read_page", '{"paper": "../../etc/passwd", "page": 1}', "no paper"),
        ("look", f'{{"paper": "{RILLNET}", "figure": "Table 99"}}', "no 'Table 99'"),
        ("look", f'{{"paper": "{RILLNET}"}}', "not page 0"),
        ("read_figure", f'{{"paper": "{ANCHOR}", "figure": "Table 1"}}', "'question' is missing"),
    ],
)
def test_wrong_calls_are_told_and_do_no_harm(name: str, arguments: str, words: str, sample: Session) -> None:
    answer, llm = run(sample, [Reply(tool_calls=(ToolCall("c1", name, arguments),)), "UNKNOWN"])
    assert answer.status == "abstained"
    assert "error: " in told(llm)[0]
    assert words in told(llm)[0]


def test_rounds_end(sample: Session) -> None:
    steps = [calls(("search", {"query": f"timing {n}"})) for n in range(10)]
    answer, llm = run(sample, steps, max_steps=3)
    assert answer.status == "abstained"
    assert len(llm.requests) == 4
    assert "rounds are used up" in llm.requests[-1].messages[-1].text
    assert "agent_last" in {prompt.partition("@")[0] for prompt in answer.prompts}


def test_the_same_call_is_not_done_twice(sample: Session) -> None:
    again = calls(("search", {"query": "timing error"}))
    _, llm = run(sample, [again, again, "UNKNOWN"])
    first, second = told(llm)
    assert "asked before" not in first
    assert "asked before" in second


def test_a_quote_that_nobody_found_is_no_proof(sample: Session) -> None:
    answer, _ = run(sample, [f"It rises.\n> [1] {SENTENCE}"])
    assert answer.status == "abstained"
    assert answer.notes == ("removed, since no quote supports it: It rises.",)


def test_a_budget_that_ends_falls_back_to_the_fixed_way_without_a_model(sample: Session) -> None:
    answer, _ = run(sample, [calls(("search", {"query": "x"})), BudgetError("stopped", Usage())])
    assert (answer.status, answer.model) == ("answered", "")
    assert answer.citations[0].quote == SENTENCE
    assert answer.notes == ("stopped; answered without the model",)


def test_the_command_line_runs_the_agent_and_shows_its_steps(
    sample_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ToolCall("c1", "search", json.dumps({"query": "delays fixed timing error", "papers": [RILLNET]}))
    turns: list[ScriptedTurn | str] = [
        ScriptedTurn(tool_calls=(call,)),
        f"It rises to 13.1 hours.\n> [1] {SENTENCE}",
    ]
    with ModelServer(turns) as server:
        model = [
            "--model",
            "openai/scripted",
            "--api-base",
            server.url,
            "--no-cache",
            "--home",
            sample_settings.home,
        ]
        assert main(["ask", "sample", QUESTION, "--agent", "--max-steps", "2", "--trace", *model]) == 0
        out, err = capsys.readouterr()
    assert all(received.body["stream"] for received in server.received)
    assert "It rises to 13.1 hours." in err
    assert server.received[1].body["messages"][-1]["role"] == "tool"
    assert server.received[1].body["messages"][-2]["tool_calls"][0]["function"]["name"] == "search"
    flat = " ".join(out.split())
    assert "It rises to 13.1 hours. [1]" in flat
    assert "round 1" in flat
    assert "2 model calls" in flat


def test_an_agent_needs_a_model(sample_settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "sample", QUESTION, "--agent", "--home", sample_settings.home]) == 2
    assert "--model" in capsys.readouterr().err
