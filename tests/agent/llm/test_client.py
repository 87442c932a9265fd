"""The client through litellm and real HTTP against the scripted server."""

import contextlib
import dataclasses
import json
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.llm.cache import ReplyCache
from citehop.agent.llm.client import LiteLLM
from citehop.agent.llm.errors import BudgetError, ContextWindowError, ModelReplyError, ModelUnavailableError
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.models import ModelInfo, Price, describe
from citehop.agent.llm.retry import RetryPolicy
from citehop.agent.llm.types import Image, Message, Reply, Request, TokenLogprob, Tool, ToolCall
from citehop.agent.llm.waiting import tell_waits
from citehop.errors import CitehopError, ConfigurationError
from citehop.testing import (
    ModelServer,
    ScriptedTurn,
    cut_off,
    dropped,
    empty_choices,
    garbage,
    rate_limited,
    refused,
    server_error,
)

QUICK = RetryPolicy(attempts=4, total_seconds=40, first_seconds=20, first_wait=0.01, longest_wait=0.05)
PRICED = ModelInfo(
    "openai/scripted", "openai", Price(1e-6, 2e-6), None, frozenset({"tools", "logprobs", "top_logprobs"})
)
HELLO = Request((Message("user", "Hello?"),))


def client(server: ModelServer, model: ModelInfo = PRICED, **options: Any) -> LiteLLM:
    options.setdefault("policy", QUICK)
    return LiteLLM(model, api_base=server.url, api_key="secret", **options)


def exhaust(llm: LiteLLM, request: Request) -> None:
    for _ in range(20):
        llm.complete(request)


def test_a_reply_with_its_cost() -> None:
    with ModelServer([ScriptedTurn("Hi.", tokens=(100, 10))]) as server:
        llm = client(server)
        reply = llm.complete(HELLO)
    assert (reply.text, reply.finish, reply.cached) == ("Hi.", "stop", False)
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 100, 10)
    assert reply.usage.usd == pytest.approx(100e-6 + 20e-6)
    assert 0 < reply.usage.seconds <= llm.meter.usage.seconds < 10
    assert llm.meter.usage.usd == reply.usage.usd


def test_all_parts_of_a_request_arrive_in_the_chat_format() -> None:
    tool = Tool("search", "Finds passages.", {"type": "object", "properties": {"q": {"type": "string"}}})
    request = Request(
        (
            Message("system", "Be brief."),
            Message("user", "What is this?", images=(Image(b"\x89PNG"),)),
            Message("assistant", tool_calls=(ToolCall("c1", "search", '{"q": "x"}'),)),
            Message("tool", "nothing", tool_call_id="c1"),
        ),
        tools=(tool,),
        schema={"type": "object"},
        max_tokens=77,
        top_logprobs=5,
    )
    with ModelServer(["ok"]) as server:
        client(server).complete(request)
    body = server.received[0].body
    assert body["messages"][1]["content"] == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
    ]
    assert body["messages"][2]["tool_calls"][0]["function"] == {"name": "search", "arguments": '{"q": "x"}'}
    assert body["messages"][3] == {"role": "tool", "content": "nothing", "tool_call_id": "c1"}
    assert body["tools"][0]["function"]["parameters"] == tool.parameters
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert (body["max_tokens"], body["logprobs"], body["top_logprobs"], body["temperature"]) == (
        77,
        True,
        5,
        0,
    )
    assert server.received[0].headers["authorization"] == "Bearer secret"


def test_tool_calls_and_logprobs_come_back() -> None:
    call = ToolCall("c9", "look", '{"page": 3}')
    likely = TokenLogprob("Yes", -0.1, (("Yes", -0.1), ("No", -2.5)))
    turns = [ScriptedTurn(tool_calls=(call,)), ScriptedTurn("Yes", logprobs=(likely,))]
    with ModelServer(turns) as server:
        llm = client(server)
        assert llm.complete(HELLO).tool_calls == (call,)
        assert llm.complete(HELLO).logprobs == (likely,)


@pytest.mark.parametrize(
    "fault",
    [
        server_error(500),
        server_error(502),
        server_error(503),
        server_error(529),
        rate_limited(),
        rate_limited("0"),
        dropped(),
        cut_off(),
        garbage(),
        empty_choices(),
        ScriptedTurn(""),
    ],
    ids=lambda turn: turn.fault or f"{turn.status}{turn.delay or ''}{turn.headers or ''}",
)
def test_faults_that_heal_are_tried_again(fault: ScriptedTurn) -> None:
    with ModelServer([fault, "At last."]) as server:
        llm = client(server)
        assert llm.complete(HELLO).text == "At last."
    assert len(server.received) == llm.meter.usage.calls == 2


def test_a_reply_that_takes_too_long_is_asked_for_again() -> None:
    policy = dataclasses.replace(QUICK, first_seconds=2)
    with ModelServer([ScriptedTurn("too late", delay=2.5), "In time."]) as server:
        assert client(server, policy=policy).complete(HELLO).text == "In time."


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (refused(401, "Incorrect API key", "invalid_api_key"), ConfigurationError, "API key"),
        (refused(403, "Country not supported"), ConfigurationError, "Country not supported"),
        (
            refused(404, "The model `x` does not exist", "model_not_found"),
            ConfigurationError,
            "no such model or address",
        ),
        (refused(400, "Unknown parameter"), ModelReplyError, "Unknown parameter"),
        (refused(422, "Unprocessable"), ModelReplyError, "status 422"),
        (refused(429, "You exceeded your quota", "insufficient_quota"), ConfigurationError, "top it up"),
        (
            refused(400, "maximum context length is 8192 tokens", "context_length_exceeded"),
            ContextWindowError,
            "larger context window",
        ),
        (ScriptedTurn("", finish="length"), ModelReplyError, "before the first word"),
        (ScriptedTurn("", finish="content_filter"), ModelReplyError, "content filter"),
    ],
)
def test_faults_that_do_not_heal_are_one_line_at_once(
    fault: ScriptedTurn, kind: type[Exception], words: str
) -> None:
    with ModelServer([fault, "never reached"]) as server, pytest.raises(kind, match=words) as caught:
        client(server).complete(HELLO)
    assert len(server.received) == 1
    assert "\n" not in str(caught.value)
    assert "openai/scripted" in str(caught.value)


def test_attempts_end() -> None:
    with (
        ModelServer(repeat(server_error(503))) as server,
        pytest.raises(ModelUnavailableError, match="4 attempts"),
    ):
        client(server).complete(HELLO)
    assert len(server.received) == 4


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_retry_after_is_honored_and_gives_up_at_once_when_it_lies_too_far() -> None:
    with ModelServer([rate_limited("1"), "ok"]) as server:
        start = time.monotonic()
        client(server).complete(HELLO)
        assert time.monotonic() - start >= 1.0
    with (
        ModelServer([rate_limited("3600"), rate_limited("999999999"), "never reached"]) as server,
    ):
        for _ in range(2):
            with pytest.raises(ModelUnavailableError, match="rate limit"):
                client(server).complete(HELLO)


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_silence_ends_a_call_and_slow_words_do_not() -> None:
    policy = RetryPolicy(attempts=50, total_seconds=1.5, first_seconds=1, silent_seconds=1, first_wait=0.3)
    with ModelServer(repeat(ScriptedTurn("late", delay=5))) as server, pytest.raises(ModelUnavailableError):
        client(server, policy=policy).complete(HELLO)
    with ModelServer([ScriptedTurn("a word now and then " * 3, pace=0.2)]) as server:
        assert client(server, policy=policy).complete(HELLO).text.startswith("a word now")
    late = dataclasses.replace(policy, first_seconds=20)
    with (
        ModelServer([ScriptedTurn("one two three", pace=3)]) as server,
        pytest.raises(ModelUnavailableError, match="silent"),
    ):
        list(client(server, policy=late).stream(HELLO))


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (ScriptedTurn("on and on", fault="endless"), "did not stop"),
        (ScriptedTurn(fault="oversized"), "more than 16 MB"),
        (ScriptedTurn(fault="compressed"), "compressed"),
    ],
    ids=lambda value: value.fault if isinstance(value, ScriptedTurn) else "",
)
def test_a_reply_without_end_is_left(fault: ScriptedTurn, words: str) -> None:
    with ModelServer([fault]) as server, pytest.raises(ModelReplyError, match=words):
        client(server).complete(HELLO)


def test_a_redirect_to_another_host_gets_neither_the_request_nor_the_key() -> None:
    with ModelServer(["a reply"]) as other:
        elsewhere = f"{other.url.replace('127.0.0.1', 'localhost')}/chat/completions"
        turn = ScriptedTurn(status=307, headers=(("Location", elsewhere),))
        with ModelServer([turn]) as server, pytest.raises(ModelReplyError, match="sends requests on to"):
            client(server).complete(HELLO)
        assert other.received == []


def test_of_many_tool_calls_in_one_reply_sixteen_are_taken() -> None:
    calls = tuple(ToolCall(f"c{number}", "search", "{}") for number in range(2000))
    with ModelServer([ScriptedTurn(tool_calls=calls)]) as server:
        request = dataclasses.replace(HELLO, max_tokens=4000)
        assert client(server).complete(request).tool_calls == calls[:16]


def test_a_wait_for_the_first_word_is_told() -> None:
    told: list[str] = []
    with ModelServer([ScriptedTurn("Hi.", delay=2.2)]) as server, tell_waits(told.append):
        client(server).complete(HELLO)
    assert len(told) >= 1
    assert re.fullmatch(r"the model reads the prompt \(\d+ tokens, 1 s so far\)", told[0])


def test_parallel_calls_stay_within_max_cost_whatever_the_server_reports() -> None:
    turns = repeat(ScriptedTurn("Hi.", tokens=(4000, 1), delay=0.1))
    with ModelServer(turns) as server:
        llm = client(server, meter=Meter(max_cost=0.0075))
        client(server).complete(HELLO)  # cold, litellm makes a connection pool in every thread

        def ask(_: int) -> None:
            with contextlib.suppress(BudgetError):
                llm.complete(HELLO)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(ask, range(16)))
        assert 0 < llm.meter.usage.usd <= 0.0075


def test_nobody_listens(unused_port: int) -> None:
    llm = LiteLLM(PRICED, api_base=f"http://127.0.0.1:{unused_port}/v1", api_key="x", policy=QUICK)
    with pytest.raises(ModelUnavailableError, match="Connection error"):
        llm.complete(HELLO)
    assert (llm.meter.usage.calls, llm.meter.usage.usd) == (QUICK.attempts, 0)


def test_streaming_shows_the_first_word_while_the_rest_is_written() -> None:
    with ModelServer([ScriptedTurn("one two three", pace=0.2, tokens=(50, 3))]) as server:
        llm = client(server)
        start, seen = time.monotonic(), []
        for piece in llm.stream(HELLO):
            seen.append((time.monotonic() - start, piece))
    assert [piece.text for _, piece in seen] == ["one ", "two ", "three", ""]
    assert seen[-1][0] - seen[0][0] > 0.4
    reply = seen[-1][1].reply
    assert reply is not None
    assert (reply.text, reply.usage.prompt_tokens, reply.usage.completion_tokens) == ("one two three", 50, 3)
    assert all(piece.reply is None for _, piece in seen[:-1])


def test_a_streamed_tool_call_is_put_together() -> None:
    call = ToolCall("c1", "read_page", '{"page": 2}')
    with ModelServer([ScriptedTurn(tool_calls=(call,))]) as server:
        (piece,) = client(server).stream(HELLO)
    assert piece.reply is not None
    assert piece.reply.tool_calls == (call,)


@pytest.mark.parametrize("fault", [server_error(), dropped(), garbage(), empty_choices(), rate_limited("0")])
def test_a_stream_is_tried_again_before_its_first_word(fault: ScriptedTurn) -> None:
    with ModelServer([fault, "At last."]) as server:
        assert "".join(piece.text for piece in client(server).stream(HELLO)) == "At last."


def test_a_stream_that_breaks_off_is_a_named_error_after_its_words() -> None:
    with ModelServer([cut_off("a b c d e f")]) as server:
        llm = client(server)
        words: list[str] = []
        with pytest.raises(ModelUnavailableError, match="broke off"):
            words.extend(piece.text for piece in llm.stream(HELLO))
    assert llm.meter.usage.usd > 0


def test_a_reader_who_stops_pays_for_what_came() -> None:
    with ModelServer([ScriptedTurn("word " * 50, pace=0.05)]) as server:
        llm = client(server)
        pieces = llm.stream(HELLO)
        for _ in range(3):
            next(pieces)
        pieces.close()  # type: ignore[attr-defined]
    assert llm.meter.usage.calls == 1
    assert llm.meter.usage.completion_tokens >= 3
    assert llm.meter.usage.usd > 0


def test_unpriced_models_say_so_and_cannot_be_bounded_in_dollars() -> None:
    with ModelServer(["Hi."]) as server:
        usage = client(server, describe("openai/scripted")).complete(HELLO).usage
    assert (usage.usd, usage.unpriced) == (0.0, 1)
    with pytest.raises(ConfigurationError, match="model_prices"):
        LiteLLM(describe("openai/scripted"), meter=Meter(max_cost=1))


def test_max_cost_stops_before_the_call_that_could_go_over() -> None:
    request = dataclasses.replace(HELLO, max_tokens=1000)  # at most $0.002 and a little for the prompt
    with ModelServer(repeat(ScriptedTurn("Hi.", tokens=(20, 900)))) as server:
        llm = client(server, meter=Meter(max_cost=0.01))
        with pytest.raises(BudgetError) as caught:
            exhaust(llm, request)
    assert len(server.received) == 5  # a sixth may reach .0091 + .0020
    assert caught.value.spent.usd == pytest.approx(5 * (20e-6 + 900 * 2e-6))
    assert caught.value.spent.calls == 5


def test_max_cost_learns_when_the_provider_counts_more_tokens_than_we_do() -> None:
    with ModelServer(repeat(ScriptedTurn("Hi.", tokens=(5000, 1)))) as server:
        llm = client(server, meter=Meter(max_cost=0.02))
        with pytest.raises(BudgetError):
            exhaust(llm, dataclasses.replace(HELLO, max_tokens=1))
        assert llm.meter.usage.usd <= 0.02


def test_max_calls_counts_retries() -> None:
    with ModelServer(repeat(server_error())) as server:
        llm = client(server, meter=Meter(max_calls=2))
        with pytest.raises(BudgetError, match="--max-calls is 2"):
            llm.complete(HELLO)
    assert len(server.received) == 2


def test_abilities_are_checked_before_the_call() -> None:
    model = dataclasses.replace(PRICED, abilities=frozenset({"max_tokens"}))
    with ModelServer([]) as server:
        with pytest.raises(ConfigurationError, match="no tools"):
            client(server, model).complete(dataclasses.replace(HELLO, tools=(Tool("t", "", {}),)))
        with pytest.raises(ConfigurationError, match="no logprobs"):
            next(iter(client(server, model).stream(dataclasses.replace(HELLO, top_logprobs=1))))
    assert server.received == []


CHANGES: list[Callable[[Request], Request]] = [
    lambda r: dataclasses.replace(r, temperature=0.5),
    lambda r: dataclasses.replace(r, max_tokens=5),
    lambda r: dataclasses.replace(r, schema={"type": "object"}),
    lambda r: dataclasses.replace(r, top_logprobs=2),
    lambda r: dataclasses.replace(r, tools=(Tool("t", "d", {}),)),
    lambda r: Request((*r.messages, Message("user", "And?"))),
    lambda _: Request((Message("user", "Hello?", images=(Image(b"1"),)),)),
    lambda _: Request((Message("user", "Hello?", images=(Image(b"2"),)),)),
]


def test_cache_answers_the_same_request_and_no_other(tmp_path: Path) -> None:
    with ModelServer(lambda body: json.dumps(body, sort_keys=True)) as server:
        llm = client(server, cache=ReplyCache(tmp_path))
        first = llm.complete(HELLO)
        again = llm.complete(HELLO)
        streamed = list(llm.stream(HELLO))
        assert (again.text, again.cached, again.usage.calls, again.usage.cached) == (first.text, True, 0, 1)
        assert streamed[-1].reply == again
        assert "".join(piece.text for piece in streamed) == first.text
        assert len(server.received) == 1
        assert llm.meter.usage.cached == 2
        for count, change in enumerate(CHANGES, start=2):
            assert not llm.complete(change(HELLO)).cached
            assert len(server.received) == count
        other = client(server, dataclasses.replace(PRICED, name="openai/other"), cache=ReplyCache(tmp_path))
        assert not other.complete(HELLO).cached


def test_a_streamed_reply_is_kept_whole_and_only_whole(tmp_path: Path) -> None:
    with ModelServer(["one two three", "one two three"]) as server:
        llm = client(server, cache=ReplyCache(tmp_path))
        pieces = llm.stream(HELLO)
        next(pieces)
        pieces.close()  # type: ignore[attr-defined]
        assert list(tmp_path.rglob("*.json")) == []
        list(llm.stream(HELLO))
        assert llm.complete(HELLO).cached


def test_a_streamed_tool_call_without_a_word_costs_and_is_kept(tmp_path: Path) -> None:
    call = ToolCall("c1", "search", "{}")
    with ModelServer([server_error(), ScriptedTurn(tool_calls=(call,))]) as server:
        llm = client(server, cache=ReplyCache(tmp_path))
        (piece,) = llm.stream(HELLO)
        assert piece.reply is not None
        assert (piece.reply.tool_calls, piece.reply.usage.calls) == ((call,), 2)
        assert llm.complete(HELLO).cached


def test_a_broken_cache_file_is_a_miss(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    with ModelServer(["first", "second"]) as server:
        llm = client(server, cache=cache)
        llm.complete(HELLO)
        (file,) = tmp_path.rglob("*.json")
        file.write_text('{"text": "fi')
        assert llm.complete(HELLO).text == "second"
        assert llm.complete(HELLO).text == "second"
    assert list(tmp_path.rglob("*.tmp")) == []


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_cache(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    ReplyCache(blocked).put("ab" * 32, Reply("x"))
    assert ReplyCache(blocked).get("ab" * 32) is None


def test_many_threads_share_a_budget_without_going_over() -> None:
    errors: list[CitehopError] = []
    with ModelServer(repeat(ScriptedTurn("Hi.", tokens=(20, 10), delay=0.02))) as server:
        llm = client(server, meter=Meter(max_calls=25))

        def work() -> None:
            try:
                exhaust(llm, HELLO)
            except CitehopError as error:
                errors.append(error)

        llm.complete(
            HELLO
        )  # cold, litellm makes a connection pool in every thread and leaves the surplus open
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(server.received) == llm.meter.usage.calls == 25
    assert llm.meter.usage.usd == pytest.approx(25 * (20e-6 + 20e-6))
    assert len(errors) >= 1
    assert all(isinstance(error, BudgetError) for error in errors)


@pytest.mark.parametrize("tokens", [(-1_000_000, -1_000_000), (-50, 10), (50, -1_000_000)])
def test_negative_usage_is_not_believed(tokens: tuple[int, int]) -> None:
    with ModelServer(repeat(ScriptedTurn("A reply of some length.", tokens=tokens))) as server:
        llm = client(server, meter=Meter(max_cost=0.0022))
        with pytest.raises(BudgetError):
            exhaust(llm, HELLO)
        assert llm.meter.usage.prompt_tokens > 0
        assert llm.meter.usage.completion_tokens > 0
        assert 0 < llm.meter.usage.usd <= 0.0022


def test_one_inflated_report_does_not_end_every_later_call() -> None:
    turns = [ScriptedTurn("Hi.", tokens=(10**12, 10**12)), ScriptedTurn("Again.")]
    with ModelServer(turns) as server:
        llm = client(server, meter=Meter(max_cost=0.02))
        llm.complete(HELLO)
        assert llm.complete(HELLO).text == "Again."
        assert llm.meter.usage.usd < 0.001


def test_a_reply_that_is_lost_after_sending_counts_at_its_bound() -> None:
    with ModelServer(repeat(dropped())) as server:
        llm = client(server)
        with pytest.raises(ModelUnavailableError):
            llm.complete(HELLO)
    assert llm.meter.usage.usd >= QUICK.attempts * HELLO.max_tokens * 2e-6


def test_a_key_that_the_provider_echoes_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "environment-key-1234")
    echoed = "Incorrect API key provided: plain-looking-key, environment-key-1234, sk-abcdef0123456789ABCDEF"
    with ModelServer([refused(401, echoed)]) as server:
        llm = LiteLLM(PRICED, api_base=server.url, api_key="plain-looking-key", policy=QUICK)
        with pytest.raises(ConfigurationError) as raised:
            llm.complete(HELLO)
    shown = str(raised.value)
    assert "check the API key" in shown
    assert not any(key in shown for key in ("plain-looking-key", "environment-key-1234", "abcdef0123456789"))
