"""The scripted model server, over real HTTP, and the script that makes it fail."""

from typing import Any

import httpx

from citehop.testing import FAULTS, ModelServer, ScriptedTurn, UnreliableScript, rate_limited

BODY = {"model": "scripted", "messages": [{"role": "user", "content": "question"}]}


def post(server: ModelServer) -> httpx.Response:
    return httpx.post(f"{server.url}/chat/completions", json=BODY, timeout=10)


def test_turns_are_played_in_order_and_requests_are_recorded() -> None:
    with ModelServer(["answer", rate_limited("3")]) as server:
        first, second = post(server), post(server)
    assert first.json()["choices"][0]["message"]["content"] == "answer"
    assert (second.status_code, second.headers["Retry-After"]) == (429, "3")
    assert [received.body for received in server.received] == [BODY, BODY]


def test_a_script_that_is_used_up_fails_with_a_status_that_is_not_retried() -> None:
    with ModelServer([]) as server:
        response = post(server)
    assert response.status_code == 418
    assert "no turn left" in response.text


def test_a_script_can_be_a_function_of_the_request() -> None:
    def echo(body: Any) -> ScriptedTurn:
        return ScriptedTurn(body["messages"][-1]["content"].upper())

    with ModelServer(echo) as server:
        assert post(server).json()["choices"][0]["message"]["content"] == "QUESTION"


def test_an_unreliable_script_fails_at_its_rate_and_counts_the_kinds() -> None:
    script = UnreliableScript(lambda _: "fine", rate=0.3, seed=1)
    turns = [script(BODY) for _ in range(1000)]
    failed = sum(turn != "fine" for turn in turns)
    assert 250 < failed < 350
    assert failed == sum(script.happened.values())
    assert set(script.happened) == set(FAULTS)
    again = UnreliableScript(lambda _: "fine", rate=0.3, seed=1)
    assert [again(BODY) for _ in range(1000)] == turns
