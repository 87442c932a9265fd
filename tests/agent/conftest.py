import json
import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from citehop.agent.llm.roles import Models, open_models
from citehop.settings import Settings
from citehop.testing import ModelServer


@pytest.fixture
def unused_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


Body = Mapping[str, Any]


def prompt_of(body: Body) -> str:
    """The text of the last user message of a chat request."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


def choice(statements: list[int], phrasing: str = "") -> str:
    """The reply of a model that chooses."""
    return json.dumps({"reason": "It says so.", "statements": statements, "phrasing": phrasing})


@pytest.fixture(scope="session")
def reader() -> Callable[[str], Callable[[Body], str]]:
    """`reader(sentence)` is a model that knows one sentence: it chooses and repeats it where a statement holds it, else none."""

    def knowing(sentence: str) -> Callable[[Body], str]:
        def reply(body: Body) -> str:
            listed = re.findall(r"^\[(\d+)\] (.*)$", prompt_of(body), re.MULTILINE)
            numbers = [int(number) for number, text in listed if sentence in text]
            return choice(numbers[:1], sentence if numbers else "")

        return reply

    return knowing


@pytest.fixture
def leading(word_settings: Settings) -> Callable[[ModelServer], Models]:
    """The scripted model of a server, as one that may lead."""

    def open_leading(server: ModelServer, **changes: Any) -> Models:
        named: dict[str, Any] = {"model": "openai/scripted", "api_base": server.url, "no_cache": True}
        models = open_models(replace(word_settings, **(named | changes)))
        assert models is not None
        return replace(models, trust="lead")

    return open_leading
