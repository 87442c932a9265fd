"""The agent loop: tools that only read, rounds that end, an answer that is proven."""

from __future__ import annotations

import json
import re
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
from citehop.testing import QueueLLM

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
ANCHOR = "varnholt-2024-braidnet"
RILLNET = "castellanos-2021-rillnet"
CRESTA = "abiodun-2020-cresta"


def calls(*wanted: tuple[str, dict[str, Any]]) -> Reply:
    made = (ToolCall(f"c{n}", name, json.dumps(arguments)) for n, (name, arguments) in enumerate(wanted))
    return Reply(tool_calls=tuple(made))


def choosing(request: Request) -> str:
    """A model that knows the sentence."""
    listed = re.findall(r"^\[(\d+)\] (.*)$", request.messages[-1].text, re.MULTILINE)
    numbers = [int(number) for number, text in listed if SENTENCE in text]
    return json.dumps(
        {"reason": "", "statements": numbers[:1], "phrasing": "The timing error rises to 13.1 hours."}
    )


def run(session: Session, steps: Iterable[Any], **plan: Any) -> tuple[Answer, QueueLLM]:
    llm = QueueLLM(steps)
    models = Models(llm, llm, Meter())
    return ask(session, QUESTION, models=models, plan=Plan(agent=True, **plan)), llm


def told(llm: QueueLLM) -> list[str]:
    """What the tools have said, in order."""
    longest = max((request.messages for request in llm.requests), key=len)
    return [message.text for message in longest if message.role == "tool"]


def test_read_cite_search_choose(by_words: Session) -> None:
    steps = [
        calls(("read_figure", {"figure": "Table 1", "column": "CRESTA NSE"})),
        calls(("cite", {"about": "RillNet"})),
        calls(("search", {"query": "delays fixed timing error", "papers": [RILLNET]})),
        "DONE",
        choosing,
    ]
    answer, llm = run(by_words, steps)
    assert answer.text == "The timing error rises to 13.1 hours. [1]"
    assert answer.citations[0].paper_id == RILLNET
    assert answer.ranking[0].paper_id == RILLNET
    assert answer.reading is not None
    names = [step.name for step in answer.steps]
    assert {"round 1", "read_figure", "cite", "search", "round 4", "read with the model"} <= set(names)
    assert [prompt.partition("@")[0] for prompt in answer.prompts] == ["agent", "choose", "system"]
    assert [tool.name for tool in llm.requests[0].tools] == [
        "read_figure",
        "read_table",
        "cite",
        "record",
        "search",
        "list_sections",
        "read_section",
        "read_equation",
        "read_page",
        "look",
    ]
    assert "RillNet, CRESTA NSE: 0.713" in told(llm)[0]
    assert RILLNET in told(llm)[1]


def test_what_the_tools_found_is_read_beside_what_was_found_without_them(by_words: Session) -> None:
    other = "CRESTA was assembled to ask the harder question."
    found = calls(
        ("search", {"query": "CRESTA was assembled to ask the harder question", "papers": [CRESTA]})
    )
    _, llm = run(by_words, [found, "DONE", choosing])
    listed = llm.requests[-1].messages[-1].text
    assert SENTENCE in listed
    assert other in listed


def test_a_cell_that_the_tools_read_may_be_chosen_with_the_line_that_prints_it(by_words: Session) -> None:
    def by_cell(request: Request) -> str:
        listed = re.findall(r"^\[(\d+)\] (.*)$", request.messages[-1].text, re.MULTILINE)
        numbers = [int(number) for number, text in listed if "TankChain, CRESTA NSE: 0.481" in text]
        return json.dumps({"reason": "", "statements": numbers, "phrasing": ""})

    read = calls(("read_figure", {"figure": "Table 1", "row": ["TankChain"], "column": ["CRESTA NSE"]}))
    answer, _ = run(by_words, [read, "DONE", by_cell])
    assert answer.text == "Table 1: Conceptual TankChain, CRESTA NSE: 0.481 [1]"
    assert answer.citations[0].paper_id == ANCHOR
    assert "0.481" in answer.citations[0].quote


def test_a_model_that_may_not_lead_calls_no_tools(by_words: Session) -> None:
    llm = QueueLLM([choosing])
    models = Models(llm, llm, Meter(), trust="phrase")
    answer = ask(by_words, QUESTION, models=models, plan=Plan(agent=True))
    assert answer.citations[0].quote == SENTENCE
    assert len(llm.requests) == 1
    assert llm.requests[0].tools == ()
    no_tools, wording = answer.notes
    assert "calls no tools" in no_tools
    assert wording.endswith("it leaves out 9.6")


def test_figures_are_read_and_shown(by_words: Session) -> None:
    steps = [
        calls(("read_figure", {"paper": ANCHOR, "figure": "Table 1", "operation": "highest"})),
        calls(("look", {"paper": ANCHOR, "figure": "Table 1"}), ("look", {"paper": RILLNET, "page": 2})),
        "DONE",
        choosing,
    ]
    answer, llm = run(by_words, steps)
    assert answer.status == "answered"
    messages = llm.requests[-2].messages
    assert "Table 1" in told(llm)[0]
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
        ("read_figure", f'{{"paper": "{ANCHOR}"}}', "'figure' is missing"),
        ("read_figure", '{"figure": "Table 1", "row": "NoNet"}', "no row 'NoNet'; there are"),
        ("read_figure", '{"figure": "Table 1", "operation": "mode"}', "none of values, highest"),
        ("read_figure", '{"figure": "Table 1", "operation": "ratio"}', "needs two cells"),
        ("record", '{"fields": ["shoe size"]}', "a field of the record is one of title"),
    ],
)
def test_wrong_calls_are_told_and_do_no_harm(
    name: str, arguments: str, words: str, by_words: Session
) -> None:
    answer, llm = run(by_words, [Reply(tool_calls=(ToolCall("c1", name, arguments),)), "DONE", choosing])
    assert answer.status == "answered"
    assert "error: " in told(llm)[0]
    assert words in told(llm)[0]


def test_rounds_end(by_words: Session) -> None:
    steps = [calls(("search", {"query": f"timing {n}"})) for n in range(3)]
    answer, llm = run(by_words, [*steps, choosing], max_steps=3)
    assert answer.status == "answered"
    assert len(llm.requests) == 4
    assert llm.requests[-1].tools == ()


def test_the_same_call_is_not_done_twice(by_words: Session) -> None:
    again = calls(("search", {"query": "timing error"}))
    _, llm = run(by_words, [again, again, "DONE", choosing])
    first, second = told(llm)
    assert "asked before" not in first
    assert "asked before" in second


def test_arguments_and_results_of_a_round_are_limited(by_words: Session) -> None:
    wide = [
        ("read_page", {"paper": paper, "page": page})
        for page in (1, 2)
        for paper in (ANCHOR, RILLNET, CRESTA)
    ]
    long = ("search", {"query": "x" * 5000})
    _, llm = run(by_words, [calls(long, *wide), "DONE", choosing])
    refused, *pages = told(llm)
    assert "at most 4096 characters" in refused
    assert "as long as they may be" in pages[-1]
    assert sum(map(len, pages)) < 20_000
    sent = llm.requests[1].messages[2].tool_calls[0].arguments
    assert sent == "{}"


def test_a_budget_that_ends_leaves_the_answer_without_a_model(by_words: Session) -> None:
    answer, _ = run(by_words, [calls(("search", {"query": "x"})), BudgetError("stopped", Usage())])
    assert (answer.status, answer.model) == ("answered", "")
    assert answer.citations[0].quote == SENTENCE
    assert answer.notes == ("stopped; answered without the model",)


def test_an_agent_needs_a_model(word_settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "sample", QUESTION, "--agent", "--home", word_settings.home]) == 2
    assert "--model" in capsys.readouterr().err
