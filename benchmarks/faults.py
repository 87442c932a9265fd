"""Send calls and whole questions through a failing server: none may be lost, exceed the budget or take too long.

    python benchmarks/faults.py [--calls 1000] [--questions 1000] [--rate 0.3]

First makes `--calls` calls for each kind of fault alone and for all kinds mixed. Then asks `--questions` whole
questions over the sample cluster (read by a model that may lead) with all kinds of faults: once without a budget, and
once with a budget of one call per question. `--rate` is the share of requests that fail. Everything goes through
litellm and HTTP to a scripted server on this machine. Prints the outcomes, what the server received, and the seconds;
fails if something is lost. `scripts/campaign bad-models` has servers that fail at every request.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory
from typing import Any

from campaigns.unreliable_models import POLICY, THREADS, call, echo, open_client  # type: ignore[import-not-found]

from citehop.agent.ask import ask
from citehop.agent.llm.client import LiteLLM
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.session import Session, open_session
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION
from citehop.errors import CitehopError
from citehop.indexes.build.build import build
from citehop.settings import Settings
from citehop.testing import FAULTS, ModelServer, UnreliableScript

CALLS_OF_A_QUESTION = 2
SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
STATEMENT = re.compile(r"^\[(\d+)\] (.*)$", re.M)

Outcome = tuple[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.3)
    options = parser.parse_args()
    with TemporaryDirectory() as home:
        settings = Settings(home=home, embedding_model="none")
        build(FOLDER, "sample", ANCHOR_FILE, settings)
        with open_session("sample", settings) as session:
            for kinds in (*((kind,) for kind in FAULTS), tuple(FAULTS)) if options.calls else ():
                script = UnreliableScript(echo, options.rate, kinds)
                name = f"{options.calls} calls, {' + '.join(kinds)}"
                run(name, call, options.calls, script, Meter(), POLICY.total_seconds)
            for budget in (0, 1) if options.questions else ():
                script = UnreliableScript(reader, options.rate)
                questions(session, options.questions, script, Meter(max_calls=budget * options.questions))


def questions(session: Session, count: int, script: UnreliableScript, meter: Meter) -> None:
    """Ask `count` whole questions and print how they ended."""

    def one(llm: LiteLLM, _: int) -> str:
        answer = ask(session, QUESTION, models=Models(llm, llm, llm.meter))
        assert answer.status == "abstained" or answer.citations[0].quote == SENTENCE
        return f"{answer.status} by {'the model' if answer.model else 'quotes alone'}"

    budget = f", at most {meter.max_calls} calls" if meter.max_calls else ""
    limit = POLICY.total_seconds * CALLS_OF_A_QUESTION
    run(f"{count} questions, all kinds{budget}", one, count, script, meter, limit)


def run(
    name: str,
    one: Callable[[LiteLLM, int], str],
    count: int,
    script: UnreliableScript,
    meter: Meter,
    limit: float,
) -> None:
    """Call `one` `count` times in parallel and print how the calls ended."""
    start = time.monotonic()
    with ModelServer(script) as server, ThreadPoolExecutor(THREADS) as pool:
        llm = open_client(server.url, meter)
        ended = list(pool.map(lambda number: outcome(one, llm, number), range(count)))
        received = len(server.received)
    outcomes = Counter(name for name, _ in ended)
    longest = max(seconds for _, seconds in ended)
    assert sum(outcomes.values()) == count
    assert llm.meter.usage.calls == received
    assert not meter.max_calls or received <= meter.max_calls
    assert longest <= limit + 1
    report(name, outcomes, script.happened, received, longest, time.monotonic() - start)


def outcome(one: Callable[[LiteLLM, int], str], llm: LiteLLM, number: int) -> Outcome:
    """Return how a call or question ended, in words, and the seconds it took."""
    start = time.monotonic()
    try:
        ended = one(llm, number)
    except CitehopError as error:
        ended = type(error).__name__
    return ended, time.monotonic() - start


def report(
    name: str, outcomes: Counter[str], happened: Counter[str], received: int, longest: float, seconds: float
) -> None:
    ends = ", ".join(f"{count} {ended}" for ended, count in outcomes.most_common())
    faults = ", ".join(f"{count} {kind}" for kind, count in sorted(happened.items()))
    print(f"{name}\n  {ends}\n  {received} requests, of them {faults}")
    print(f"  {seconds:.0f} s, the longest {longest:.1f} s", flush=True)


def reader(body: Mapping[str, Any]) -> str:
    """Reply as a model that chooses the one sentence that answers, if it is among the statements."""
    content: str | Sequence[Mapping[str, Any]] = body["messages"][-1]["content"]
    if not isinstance(content, str):
        return '{"entity": "RillNet", "value": "0.713", "confidence": 0.9}'
    numbers = [int(number) for number, text in STATEMENT.findall(content) if SENTENCE in text]
    return json.dumps({"reason": "", "statements": numbers[:1], "phrasing": SENTENCE if numbers else ""})


if __name__ == "__main__":
    main()
