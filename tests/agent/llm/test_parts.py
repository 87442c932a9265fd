"""The parts of the client, each by itself."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.agent.llm.errors import ModelUnavailableError
from citehop.agent.llm.limits import Limits
from citehop.agent.llm.meter import CostBound, Meter
from citehop.agent.llm.models import (
    THINKING_TOKENS,
    TOKENS_PER_IMAGE,
    Price,
    count_tokens,
    describe,
    parse_prices,
    require_key,
)
from citehop.agent.llm.roles import open_judge, open_models
from citehop.agent.llm.time_limit import Patience, iterate_within
from citehop.agent.llm.types import Image, Message, Request
from citehop.agent.types import Usage
from citehop.errors import ConfigurationError
from citehop.settings import Settings
from citehop.testing import ModelServer

PATIENCE = Patience(5, 5, 5)


class Clock:
    """A clock that moves only when told."""

    now: float = 0

    def __call__(self) -> float:
        return self.now


def test_requests_and_tokens_per_minute_hold_in_every_window() -> None:
    clock = Clock()
    limits = Limits(requests_per_minute=3, tokens_per_minute=100, clock=clock)
    for second, tokens in ((0.0, 10), (20.0, 10), (40.0, 60)):
        clock.now = second
        with limits.slot(tokens, 0):
            pass
    for second, tokens, free in (
        (59.9, 1, False),
        (60, 31, False),
        (60, 20, True),
        (79, 1, False),
        (80, 31, False),
    ):
        clock.now = second
        if free:
            with limits.slot(tokens, 0):
                pass
        else:
            with pytest.raises(ModelUnavailableError, match="per-minute"), limits.slot(tokens, 0):
                pass
    clock.now = 200
    with limits.slot(5000, 0):  # alone over the limit: goes through when the window is empty
        pass


def test_concurrency_is_a_limit() -> None:
    limits, running, most = Limits(concurrency=3), 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal running, most
        with limits.slot(1, 10):
            with lock:
                running += 1
                most = max(most, running)
            time.sleep(0.01)
            with lock:
                running -= 1

    threads = [threading.Thread(target=work) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 3


def test_a_call_waits_for_others_that_may_turn_out_cheaper() -> None:
    meter, order = Meter(max_cost=1.0), []

    def second() -> None:
        with meter.attempt(lambda: CostBound(0.6, 0.6)):
            order.append("second")

    with meter.attempt(lambda: CostBound(0.9, 0.9)) as first:
        thread = threading.Thread(target=second)
        thread.start()
        time.sleep(0.05)
        order.append("first")
        first.usage = Usage(usd=0.1)
    thread.join()
    assert order == ["first", "second"]


def test_a_hard_time_limit_passes_items_and_errors_on() -> None:
    def source(count: int, pause: float = 0) -> Generator[int, None, None]:
        try:
            yield from range(count)
            time.sleep(pause)
            raise KeyError("no")
        finally:
            closed.set()

    closed = threading.Event()
    received: list[int] = []
    with pytest.raises(KeyError):
        received.extend(iterate_within(PATIENCE, lambda: source(3)))
    with pytest.raises(TimeoutError):
        list(iterate_within(Patience(0.05, 0.05, 1), lambda: source(1, pause=0.3)))
    closed.clear()
    items = iterate_within(PATIENCE, lambda: source(10**9))
    received.append(next(items))
    items.close()
    assert closed.wait(5)
    assert received == [0, 1, 2, 0]


@pytest.mark.parametrize("name", ["nosuch/model", "justaname", "", "/"])
def test_a_name_without_a_known_provider_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError, match="provider/name"):
        describe(name)


def test_prices_and_contexts_come_from_the_list_unless_set() -> None:
    listed = describe("openai/gpt-4o")
    assert listed.cost(1_000_000, 0) == pytest.approx(2.5)
    assert listed.context == 128_000
    own = describe("openai/gpt-4o", parse_prices("openai/gpt-4o=1/2, ollama/x=0/0"), 4096)
    assert own.cost(1_000_000, 1_000_000) == pytest.approx(3.0)
    assert own.context == 4096
    assert describe("openai/unheard-of").cost(1, 1) is None
    assert describe("anthropic/gpt-4o").price is None  # another provider's price is not this one's
    assert describe("ollama/llama3").cost(1000, 1000) == 0.0


def test_thinking_models_get_room_to_think() -> None:
    request = Request((Message("user", "x"),), max_tokens=100)
    assert describe("openai/gpt-5").options(request)["max_tokens"] == 100 + THINKING_TOKENS
    assert describe("openai/gpt-4o").options(request) == {"max_tokens": 100}
    assert describe("ollama/new", context=16_000).options(request)["num_ctx"] == 16_000


@pytest.mark.parametrize("text", ["gpt", "a=1", "a=1/2/3", "a=x/y", "=,a/1"])
def test_malformed_prices_name_the_form(text: str) -> None:
    with pytest.raises(ConfigurationError, match="NAME=PROMPT/COMPLETION"):
        parse_prices(text)
    assert parse_prices("a/b=0.5/1.5") == {"a/b": Price(0.5e-6, 1.5e-6)}


def test_tokens_are_counted_with_images() -> None:
    words = Request((Message("user", "one two three four " * 100),))
    assert 390 <= count_tokens(words) <= 420
    picture = Request((Message("user", "one two three four " * 100, images=(Image(b""),)),))
    assert count_tokens(picture) - count_tokens(words) == TOKENS_PER_IMAGE
    assert count_tokens(Request((Message("user", "<|endoftext|>"),))) > 0


def test_a_missing_key_is_named_before_any_call() -> None:
    with pytest.raises(ConfigurationError, match="set ANTHROPIC_API_KEY"):
        require_key(describe("anthropic/claude-x"), {})
    require_key(describe("anthropic/claude-x"), {"ANTHROPIC_AUTH_TOKEN": "t"})
    require_key(describe("ollama/llama3"), {})
    require_key(describe("bedrock/anthropic.claude-3"), {})  # has ways to log in beside keys


def test_without_a_model_there_are_no_roles() -> None:
    assert open_models(Settings()) is None
    assert open_judge(Settings()) is None
    with pytest.raises(ConfigurationError, match="set model as well"):
        open_models(Settings(vision_model="openai/x"))


def test_one_model_fills_every_role_unless_set_apart(home: Path) -> None:
    settings = Settings(home=str(home), model="openai/a", api_base="http://127.0.0.1:1/v1")

    def names(settings: Settings) -> tuple[str, str, str]:
        models, judge = open_models(settings), open_judge(settings)
        assert models is not None
        assert judge is not None
        return models.text.model, models.vision.model, judge.model

    assert names(settings) == ("openai/a", "openai/a", "openai/a")
    assert names(replace(settings, vision_model="openai/b")) == ("openai/a", "openai/b", "openai/a")
    assert names(replace(settings, judge_model="openai/c")) == ("openai/a", "openai/a", "openai/c")


def test_a_judge_alone_grades_and_shares_a_budget_only_when_told(home: Path) -> None:
    settings = Settings(home=str(home), judge_model="openai/c", api_base="http://127.0.0.1:1/v1", max_calls=3)
    assert open_models(settings) is None
    alone, meter = open_judge(settings), Meter()
    assert alone is not None
    assert alone.meter.max_calls == 3
    shared = open_judge(settings, meter)
    assert shared is not None
    assert shared.meter is meter


def test_a_judges_missing_key_keeps_nobody_from_asking(home: Path) -> None:
    settings = Settings(home=str(home), model="ollama/a", judge_model="anthropic/b")
    assert open_models(settings) is not None
    with pytest.raises(ConfigurationError, match="ANTHROPIC_API_KEY"):
        open_judge(settings)


def test_a_server_of_ones_own_never_sees_the_providers_key(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-openai-alone")
    request = Request((Message("user", "Hello?"),))
    for own, sent in (("", "Bearer none"), ("mine", "Bearer mine")):
        with ModelServer(["Hi."]) as server:
            settings = Settings(
                home=str(home), model="openai/a", api_base=server.url, api_key=own, no_cache=True
            )
            models = open_models(settings)
            assert models is not None
            models.text.complete(request)
            assert server.received[0].headers["authorization"] == sent


def test_the_address_is_not_for_the_judge_of_another_provider(home: Path) -> None:
    settings = Settings(
        home=str(home), model="openai/a", judge_model="anthropic/b", api_base="http://localhost:1"
    )
    with pytest.raises(ConfigurationError, match="ANTHROPIC_API_KEY"):
        open_judge(settings)


def test_offline_allows_models_on_this_machine_only(home: Path) -> None:
    settings = Settings(home=str(home), model="openai/a", api_base="http://127.0.0.1:1/v1", offline=True)
    assert open_models(settings) is not None
    with pytest.raises(ConfigurationError, match="offline"):
        open_models(replace(settings, api_base="https://example.org/v1"))
    with pytest.raises(ConfigurationError, match="offline"):
        open_models(replace(settings, api_base=""))


def test_replies_are_kept_below_the_home_unless_told_otherwise(home: Path) -> None:
    request = Request((Message("user", "Hello?"),))
    with ModelServer(["Hi.", "Again."]) as server:
        settings = Settings(home=str(home), model="openai/a", api_base=server.url)
        for no_cache, text in ((False, "Hi."), (False, "Hi."), (True, "Again.")):
            models = open_models(replace(settings, no_cache=no_cache))
            assert models is not None
            assert models.text.complete(request).text == text


LOADING = """
import os, sys
from citehop.testing import refuse_network
refused = refuse_network()
import citehop.agent.llm.roles
assert "litellm" not in sys.modules
before = set(os.environ)
from citehop.agent.llm.models import describe
assert describe("openai/gpt-4o").context == 128000
assert not refused, refused
assert "LITELLM_LOCAL_MODEL_COST_MAP" not in os.environ and "LITELLM_MODE" not in os.environ
"""


def test_litellm_loads_late_without_network_and_leaves_the_environment_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", LOADING],
        capture_output=True,
        text=True,
        env=os.environ,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
