"""Campaign of calls to an unreliable model server."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from citehop.agent.llm.client import LiteLLM
from citehop.agent.llm.errors import ModelUnavailableError
from citehop.agent.llm.limits import Limits
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.models import ModelInfo, Price
from citehop.agent.llm.retry import RetryPolicy
from citehop.agent.llm.types import Message, Request
from citehop.testing import ModelServer, UnreliableScript

from .campaign import LOST, Case

CALLS = 100  # calls per case
THREADS = 24
_RATE = 0.3
# Shorter waits than the defaults because the server is on this machine; a reply after `first_seconds` is a time-out.
POLICY = RetryPolicy(attempts=6, total_seconds=30, first_seconds=2, first_wait=0.02, longest_wait=0.2)
_MODEL = ModelInfo("openai/scripted", "openai", Price(1e-6, 1e-6), None, frozenset())


def open_client(url: str, meter: Meter) -> LiteLLM:
    """Return a client of the scripted server at `url`."""
    return LiteLLM(_MODEL, api_base=url, api_key="x", policy=POLICY, meter=meter, limits=Limits(THREADS))


@contextmanager
def model_calls(_: Path) -> Iterator[Case]:
    """Yield a case of calls, a quarter of them streamed, of which 30% fail.

    A failed call gets status 429 or 5xx, no reply in time, a cut connection or malformed JSON. Each call must end in
    its own answer or a named error within the time limit, and every request must be counted.
    """
    with ThreadPoolExecutor(THREADS) as pool:

        def run(_: Path, random: Random) -> str:
            script = UnreliableScript(echo, _RATE, seed=random.randrange(1 << 30))
            with ModelServer(script) as server:
                llm = open_client(server.url, Meter())
                ends = Counter(pool.map(lambda number: _call(llm, number), range(CALLS)))
                if llm.meter.usage.calls != len(server.received):
                    return f"{LOST}: {len(server.received)} requests, {llm.meter.usage.calls} counted"
            wrong = set(ends) - {"answered", "unavailable"}
            return (
                f"{LOST}: {sorted(wrong)}"
                if wrong
                else f"{ends['answered']} of {CALLS} answered, others named"
            )

        yield run


def echo(body: Mapping[str, Any]) -> str:
    return f"echo {body['messages'][0]['content']}"


def call(llm: LiteLLM, number: int) -> str:
    """Make one call and return how it ended. Every fourth call is streamed. Raises CitehopError for a named error."""
    request = Request((Message("user", str(number)),), max_tokens=20)
    streamed = number % 4 == 0
    text = "".join(part.text for part in llm.stream(request)) if streamed else llm.complete(request).text
    return "answered" if text == f"echo {number}" else f"another answer {text!r}"


def _call(llm: LiteLLM, number: int) -> str:
    start = time.monotonic()
    try:
        end = call(llm, number)
    except ModelUnavailableError:  # includes streams that were cut
        end = "unavailable"
    except Exception as error:
        end = f"{type(error).__name__}: {error}"
    return end if time.monotonic() - start <= POLICY.total_seconds + 1 else "beyond its time limit"
