"""A model as reader: what it may say, what is kept of it, and what stands where it fails."""

import json
from typing import Any

import pytest

from citehop.agent.llm.errors import BudgetError, ContextWindowError, ModelReplyError, ModelUnavailableError
from citehop.agent.llm.models import count_tokens
from citehop.agent.reader.by_model import ModelChoice, Task, choose_with_model
from citehop.agent.reader.trust import Trust
from citehop.agent.statements.types import Statement
from citehop.agent.types import Citation, Usage
from citehop.errors import ConfigurationError
from citehop.papers.types import BBox
from citehop.testing import QueueLLM

QUESTION = "How long does a training run of RillNet take?"
TEXTS = (
    "RillNet: Only 850 of the 61,400 nodes carry a gauge, so the loss is sparse.",
    "RillNet: A run takes 52 hours on four accelerators, which is the main drawback of the method.",
    "DeltaFormer: Six layers with eight heads and a width of 192 follow, 3.9 million parameters in all.",
)
STATEMENTS = tuple(Statement(text, "sentence", "") for text in TEXTS)
WORDING = "A run takes 52 hours on four accelerators."


def reply(statements: Any, phrasing: Any = WORDING) -> str:
    return json.dumps({"reason": "The second says so.", "statements": statements, "phrasing": phrasing})


def choose(step: Any, trust: Trust = "lead", chosen: tuple[int, ...] = (0,)) -> ModelChoice:
    return choose_with_model(QUESTION, STATEMENTS, chosen, QueueLLM([step]), trust)


def test_numbers_become_statements_and_a_supported_wording_is_kept() -> None:
    assert choose(reply([2])) == ModelChoice((1,), WORDING)
    assert choose(f"Here it is:\n```json\n{reply([2, 2, 7, True])}\n```").indices == (1,)


def test_each_level_of_trust() -> None:
    assert choose(reply([], ""), "lead") == ModelChoice(())
    assert choose(reply([], ""), "choose") == ModelChoice((0,))
    assert choose(reply([2]), "choose") == ModelChoice((1,), WORDING)
    assert choose(reply([]), "phrase", (1,)) == ModelChoice((1,), WORDING)


LOSSES = (
    Statement("The SNR falls from 50.2 at e = 0.6 to 38.8 at e = 0.9.", "sentence", ""),
    Statement("It is computed over 4 years.", "sentence", ""),
)


@pytest.mark.parametrize(
    ("task", "phrasing", "is_kept"),
    [
        ("phrase", "The SNR falls from 50.2 to 38.8 at e = 0.9, over 4 years.", True),
        ("phrase", "The SNR is 38.8.", False),  # a choice between the two
        ("choose", "The SNR falls from 50.2 to 38.8 at e = 0.9, over 4 years.", True),
        ("choose", "The SNR is 38.8.", False),
        ("lead", "The SNR is 38.8.", True),
        ("summarize", "The SNR falls to 38.8.", True),
    ],
)
def test_only_a_model_that_leads_may_choose_between_numbers(task: Task, phrasing: str, is_kept: bool) -> None:
    llm = QueueLLM([reply([1, 2], phrasing)])
    choice = choose_with_model("Which SNR has e = 0.6?", LOSSES, (0, 1), llm, task)
    assert (choice.indices, bool(choice.phrasing)) == ((0, 1), is_kept)
    assert choice.note == ("" if is_kept else "the model's wording was left out: it leaves out 50.2")


def test_rows_that_are_shown_as_evidence_may_be_left_out() -> None:
    row = Citation("a", 1, BBox(0, 0, 1, 1), "Car Escape 1.2 s 9.2 s 37.2 s")
    cell = Statement(f"37.2 s (Car Escape, SNOPT) (Table I: “{row.quote}”)", "sentence", "a", (row,))
    phrased = choose_with_model(
        "How long did SNOPT need?", [cell], [0], QueueLLM([reply([1], "SNOPT needed 37.2 s.")]), "phrase"
    )
    assert phrased.phrasing == "SNOPT needed 37.2 s."
    other = choose_with_model(
        "How long did SNOPT need?", [cell], [0], QueueLLM([reply([1], "SNOPT needed 9.2 s.")]), "phrase"
    )
    assert (other.phrasing, other.note) == ("", "the model's wording was left out: it leaves out 37.2")


def test_a_model_that_only_phrases_loses_no_line() -> None:
    lines = tuple(Statement(f"Line {n} of the answer.", "sentence", "") for n in range(5))
    choice = choose_with_model("Which lines?", lines, range(5), QueueLLM([reply([1], "")]), "phrase")
    assert choice.indices == tuple(range(5))


def test_a_model_that_may_only_phrase_sees_what_was_chosen_alone() -> None:
    llm = QueueLLM([reply([1])])
    choose_with_model(QUESTION, STATEMENTS, (1,), llm, "phrase")
    prompt = llm.requests[0].messages[-1].text
    assert TEXTS[1] in prompt
    assert TEXTS[0] not in prompt


def test_without_statements_no_model_is_asked() -> None:
    assert choose_with_model(QUESTION, (), (), QueueLLM([]), "lead") == ModelChoice(())


@pytest.mark.parametrize(
    "phrasing",
    [
        "A run takes 25 hours on four accelerators.",
        "A run never takes 52 hours on four accelerators.",
        "The committee approves everything for everyone.",
        f"{WORDING} {'It takes long. ' * 60}",
    ],
)
def test_a_wording_that_the_statements_do_not_support_is_left_out(phrasing: str) -> None:
    choice = choose(reply([2], phrasing))
    assert (choice.indices, choice.phrasing) == ((1,), "")
    assert choice.note.startswith("the model's wording was left out")


def test_a_link_is_never_kept() -> None:
    assert "evil" not in choose(reply([2], f"{WORDING} See https://evil.example/x.")).phrasing


@pytest.mark.parametrize(
    "broken",
    [
        "The answer is 52 hours.",
        '{"reason": "x", "statements": [2]',
        '{"statements": "2", "phrasing": "x"}',
        '{"statements": [2], "phrasing": null}',
        reply([9]),
        reply(["2"]),
        reply([True]),
        "",
    ],
)
def test_a_reply_that_cannot_be_read_leaves_what_was_chosen(broken: str) -> None:
    choice = choose(broken)
    assert (choice.indices, choice.phrasing, choice.is_valid) == ((0,), "", False)
    assert choice.note.endswith("answered without the model")


@pytest.mark.parametrize(
    "error",
    [
        ModelUnavailableError("no answer"),
        ModelReplyError("refused"),
        BudgetError("stopped", Usage()),
        ContextWindowError("too long"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_model_that_fails_leaves_what_was_chosen(error: Exception) -> None:
    assert choose(error) == ModelChoice((0,), note=f"{error}; answered without the model", is_valid=False)


def test_a_model_that_cannot_be_used_is_an_error() -> None:
    with pytest.raises(ConfigurationError):
        choose(ConfigurationError("access denied; check the API key"))


def test_a_prompt_has_at_most_1500_tokens_and_the_question_last() -> None:
    llm = QueueLLM([reply([1])])
    long = tuple(Statement(f"Statement {n} " + "of many words " * 60, "sentence", "") for n in range(50))
    choose_with_model("Why? " * 500, long, (49,), llm, "lead")
    (request,) = llm.requests
    assert count_tokens(request) <= 1500
    prompt = request.messages[-1].text
    assert "Statement 49" in prompt
    assert prompt.index("Reply with JSON") < prompt.index("Statement 0") < prompt.rindex("Question: Why?")


def test_the_wording_is_shown_while_it_is_written_and_nothing_else() -> None:
    shown: list[str] = []
    choose_with_model(
        QUESTION, STATEMENTS, (0,), QueueLLM([reply([2], 'A "run" takes 52 hours.')]), "lead", shown.append
    )
    assert "".join(shown) == 'A "run" takes 52 hours.'
    assert len(shown) > 2
