"""Calls and whole questions through a server that fails in every way it can: each ends in its answer or a named error.

`benchmarks/faults.py` does the same with a thousand of each.
"""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from citehop.agent.ask import ask
from citehop.agent.llm.client import LiteLLM
from citehop.agent.llm.errors import BudgetError, ModelUnavailableError
from citehop.agent.llm.limits import Limits
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.models import ModelInfo, Price
from citehop.agent.llm.retry import RetryPolicy
from citehop.agent.llm.roles import Models
from citehop.agent.llm.types import Message, Request
from citehop.agent.session import Session
from citehop.cli.sample_cluster import QUESTION
from citehop.errors import CitehopError
from citehop.testing import FAULTS, ModelServer, UnreliableScript

CALLS, QUESTIONS = 200, 40
RATE, TOTAL_SECONDS = 0.3, 20.0
MODEL = ModelInfo("openai/scripted", "openai", Price(1e-6, 1e-6), None, frozenset())
POLICY = RetryPolicy(
    attempts=5, total_seconds=TOTAL_SECONDS, first_seconds=2, first_wait=0.02, longest_wait=0.1
)
ENDS = {"answered by openai/scripted", "answered by quotes alone", ModelUnavailableError.__name__}
SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


def echo(body: Mapping[str, Any]) -> str:
    return f"echo {body['messages'][0]['content']}"


def outcome(llm: LiteLLM, number: int) -> str:
    try:
        request = Request((Message("user", str(number)),), max_tokens=20)
        text = (
            "".join(piece.text for piece in llm.stream(request))
            if number % 4 == 0
            else llm.complete(request).text
        )
    except ModelUnavailableError:  # also a stream that broke off
        text = ModelUnavailableError.__name__
    except CitehopError as error:
        text = type(error).__name__
    return text


def test_every_call_ends_in_its_answer_or_a_named_error_within_the_time() -> None:
    script = UnreliableScript(echo, RATE, seed=5)
    with ModelServer(script) as server, ThreadPoolExecutor(32) as pool:
        llm = LiteLLM(MODEL, api_base=server.url, api_key="x", policy=POLICY, limits=Limits(concurrency=24))
        outcome(llm, 0)  # cold, litellm makes a connection pool in every thread and leaves the surplus open
        texts = list(pool.map(lambda number: outcome(llm, number), range(CALLS)))
    answered = sum(text == f"echo {number}" for number, text in enumerate(texts))
    unavailable = texts.count(ModelUnavailableError.__name__)
    assert answered + unavailable == CALLS
    assert answered >= 0.97 * CALLS  # five attempts at 30% faults fail together once in 400
    assert set(script.happened) == set(FAULTS)
    assert min(script.happened.values()) >= 5
    assert llm.meter.usage.calls == len(server.received)


def test_no_call_leaves_after_the_budget() -> None:
    with ModelServer(UnreliableScript(echo, RATE, seed=5)) as server, ThreadPoolExecutor(16) as pool:
        llm = LiteLLM(MODEL, api_base=server.url, api_key="x", policy=POLICY, meter=Meter(max_calls=100))
        outcome(llm, 0)
        texts = list(pool.map(lambda number: outcome(llm, number), range(150)))
        assert len(server.received) == 100
        assert outcome(llm, 0) == BudgetError.__name__
        assert len(server.received) == 100
    assert texts.count(BudgetError.__name__) >= 50
    assert sum(text.startswith("echo") for text in texts) >= 60


def question_outcome(session: Session, llm: LiteLLM) -> tuple[str, int]:
    """How one whole question ends, and how many calls it made."""
    try:
        answer = ask(session, QUESTION, models=Models(llm, llm, llm.meter))
    except CitehopError as error:
        return type(error).__name__, 0
    if answer.citations:
        assert answer.citations[0].quote == SENTENCE
    return f"{answer.status} by {answer.model or 'quotes alone'}", answer.usage.calls


def test_every_question_ends_answered_or_with_a_named_error(by_words: Session, reader: Any) -> None:
    script = UnreliableScript(reader(SENTENCE), RATE, seed=6)
    with ModelServer(script) as server, ThreadPoolExecutor(8) as pool:
        llm = LiteLLM(MODEL, api_base=server.url, api_key="x", policy=POLICY)
        question_outcome(by_words, llm)
        ended = list(pool.map(lambda _: question_outcome(by_words, llm), range(QUESTIONS)))
    outcomes = Counter(name for name, _ in ended)
    assert set(outcomes) <= ENDS
    assert outcomes["answered by openai/scripted"] >= 0.95 * QUESTIONS
    assert set(script.happened) == set(FAULTS)
    assert llm.meter.usage.calls == len(server.received)


def test_questions_beyond_the_budget_are_answered_without_a_call(by_words: Session, reader: Any) -> None:
    with (
        ModelServer(UnreliableScript(reader(SENTENCE), RATE, seed=7)) as server,
        ThreadPoolExecutor(8) as pool,
    ):
        llm = LiteLLM(MODEL, api_base=server.url, api_key="x", policy=POLICY, meter=Meter(max_calls=30))
        outcome(llm, 1)  # makes the connection pool
        ended = list(pool.map(lambda _: question_outcome(by_words, llm), range(30)))
        assert len(server.received) == 30
    outcomes = Counter(name for name, _ in ended)
    assert sum(outcomes.values()) == 30
    assert outcomes["answered by quotes alone"] >= 10
    assert set(outcomes) <= ENDS
