"""Embedding models behind an API, by the scripted server."""

import threading
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from citehop.agent.llm.errors import BudgetError
from citehop.agent.llm.litellm_loader import litellm
from citehop.errors import ConfigurationError
from citehop.evaluation.common import text_vectors
from citehop.evaluation.common.text_vectors import ApiVectors
from citehop.settings import Settings
from citehop.testing import ModelServer


def settings(home: Path, server: ModelServer | None = None, **more: Any) -> Settings:
    base = server.url if server else ""
    return Settings(home=str(home), api_base=base, **more)


def test_texts_become_unit_vectors_and_no_text_is_sent_twice(tmp_path: Path) -> None:
    texts = ["red cats", "blue dogs", "red cats", ""]
    with ModelServer([]) as server:
        vectors = ApiVectors("openai/any-model", settings(tmp_path, server))
        first = vectors(texts)
        again = ApiVectors("openai/any-model", settings(tmp_path, server))([*texts, "cats red"])
        sent = [text for request in server.received for text in request.body["input"]]
    assert sorted(sent) == [" ", "blue dogs", "cats red", "red cats"]
    assert first.shape == (4, 64)
    assert np.linalg.norm(first[:3], axis=1) == pytest.approx(1.0)
    assert np.array_equal(first, again[:4])
    assert again[0] @ again[4] == pytest.approx(1.0)  # the same words
    assert first[0] @ first[1] < 0.9


def test_no_request_is_sent_from_the_main_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # litellm asks for the event loop of the thread that calls it, and leaves open the one that the main thread then
    # gets.
    threads = []

    def embedding(**options: Any) -> Any:
        threads.append(threading.current_thread())
        return litellm().embedding(**options)

    monkeypatch.setattr(text_vectors, "litellm", lambda: SimpleNamespace(embedding=embedding))
    with ModelServer([]) as server:
        ApiVectors("openai/any-model", settings(tmp_path, server))(["red cats"])
    assert len(threads) == 1
    assert threading.main_thread() not in threads


def test_many_texts_are_sent_in_batches(tmp_path: Path) -> None:
    texts = [f"text {n}" for n in range(130)]
    with ModelServer([]) as server:
        assert len(ApiVectors("openai/any", settings(tmp_path, server))(texts)) == 130
        assert [len(request.body["input"]) for request in server.received] == [64, 64, 2]


def test_usage_is_that_of_the_requests_that_were_sent(tmp_path: Path) -> None:
    with ModelServer([]) as server:
        vectors = ApiVectors("openai/text-embedding-3-small", settings(tmp_path, server))
        vectors(["red cats", "blue dogs"])
        first = vectors.take_usage()
        vectors(["red cats"])
    assert (first.calls, first.prompt_tokens, first.unpriced) == (1, 7, 0)  # 8 // 3 + 1 and 9 // 3 + 1
    assert first.usd == pytest.approx(7 * 0.02e-6)
    assert vectors.take_usage().calls == 0


def test_a_budget_of_calls_holds(tmp_path: Path) -> None:
    with ModelServer([]) as server:
        vectors = ApiVectors("openai/any", settings(tmp_path, server, max_calls=1))
        with pytest.raises(BudgetError):
            vectors([f"text {n}" for n in range(100)])
        assert len(server.received) == 1


@pytest.mark.parametrize(
    ("model", "more", "told"),
    [
        ("nobody-knows-this", {}, "names no known provider"),
        ("openai/any", {}, "needs an API key"),
        ("openai/any", {"offline": True}, "offline is set"),
        ("openai/unheard-of", {"max_cost": 1.0, "api_key": "k"}, "whose price is unknown"),
    ],
)
def test_what_cannot_work_is_said_before_anything_is_sent(
    tmp_path: Path, model: str, more: Mapping[str, Any], told: str
) -> None:
    with pytest.raises(ConfigurationError, match=told):
        ApiVectors(model, settings(tmp_path, None, **more))
