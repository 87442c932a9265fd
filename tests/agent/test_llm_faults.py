"""A thousand calls through a server that fails in every way it can: each ends in its answer or a named error."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from citehop.agent.llm.client import LiteLLM
from citehop.agent.llm.errors import BudgetError, ModelUnavailableError
from citehop.agent.llm.limits import Limits
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.models import Model, Price
from citehop.agent.llm.retry import RetryPolicy
from citehop.agent.llm.types import Message, Request
from citehop.agent.testing import (
    ModelServer,
    Turn,
    cut_off,
    dropped,
    empty_choices,
    garbage,
    rate_limited,
    server_error,
)
from citehop.errors import CitehopError

CALLS, RATE, TOTAL_SECONDS = 1000, 0.3, 20.0
FAULTS = (
    rate_limited(),
    rate_limited("0"),
    rate_limited("Wed, 21 Oct 2015 07:28:00 GMT"),
    server_error(500),
    server_error(503),
    dropped(),
    cut_off(),
    garbage(),
    empty_choices(),
    Turn("too late", delay=2.5),
)
MODEL = Model("openai/scripted", "openai", Price(1e-6, 1e-6), None, frozenset())
POLICY = RetryPolicy(
    attempts=5, total_seconds=TOTAL_SECONDS, attempt_seconds=2, first_wait=0.02, longest_wait=0.1
)


class Unreliable:
    """A server that fails three requests of ten, every kind of fault in turn at random, and echoes the others."""

    def __init__(self) -> None:
        self._random, self._lock = random.Random(5), threading.Lock()
        self.faults: Counter[str] = Counter()

    def __call__(self, body: Mapping[str, Any]) -> Turn | str:
        with self._lock:
            fault = self._random.choice(FAULTS) if self._random.random() < RATE else None
            if fault is not None:
                self.faults[repr(fault)] += 1
        return fault or f"echo {body['messages'][0]['content']}"


def outcome(llm: LiteLLM, number: int) -> tuple[str, float]:
    start = time.monotonic()
    try:
        request = Request((Message("user", str(number)),), max_tokens=20)
        text = (
            "".join(piece.text for piece in llm.stream(request))
            if number % 4 == 0
            else llm.complete(request).text
        )
    except CitehopError as error:
        text = type(error).__name__
    return text, time.monotonic() - start


def test_every_call_ends_in_its_answer_or_a_named_error_within_the_time() -> None:
    script = Unreliable()
    with ModelServer(script) as server, ThreadPoolExecutor(32) as pool:
        llm = LiteLLM(MODEL, api_base=server.url, api_key="x", policy=POLICY, limits=Limits(concurrency=24))
        outcome(llm, 0)  # cold, litellm makes a connection pool in every thread and leaves the surplus open
        ended = list(pool.map(lambda number: outcome(llm, number), range(CALLS)))
    texts = [text for text, _ in ended]
    answered = sum(text == f"echo {number}" for number, text in enumerate(texts))
    unavailable = texts.count(ModelUnavailableError.__name__)
    assert answered + unavailable == CALLS
    assert answered >= 0.97 * CALLS  # five attempts at 30% faults fail together once in 400
    assert len(script.faults) == len(FAULTS)
    assert min(script.faults.values()) >= 20
    assert llm.meter.usage.calls == len(server.received)
    assert max(seconds for _, seconds in ended) < TOTAL_SECONDS + 1


def test_no_call_leaves_after_the_budget() -> None:
    with ModelServer(Unreliable()) as server, ThreadPoolExecutor(16) as pool:
        llm = LiteLLM(MODEL, api_base=server.url, api_key="x", policy=POLICY, meter=Meter(max_calls=100))
        outcome(llm, 0)
        texts = [text for text, _ in pool.map(lambda number: outcome(llm, number), range(150))]
        assert len(server.received) == 100
        assert outcome(llm, 0)[0] == BudgetError.__name__
        assert len(server.received) == 100
    assert texts.count(BudgetError.__name__) >= 50
    assert sum(text.startswith("echo") for text in texts) >= 60
