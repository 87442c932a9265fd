from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.session import Session, open_session
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.indexes.build.build import build
from citehop.settings import Settings


@pytest.fixture
def unused_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def sample_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings whose home holds the sample cluster, searched by words alone."""
    home: Path = tmp_path_factory.mktemp("agent-home")
    settings = Settings(home=str(home), embedding_model="none")
    build(FOLDER, "sample", ANCHOR_FILE, settings, None)
    return settings


@pytest.fixture(scope="session")
def sample(sample_settings: Settings) -> Iterator[Session]:
    """The sample cluster, opened."""
    with open_session("sample", sample_settings) as session:
        yield session


Body = Mapping[str, Any]


def prompt_of(body: Body) -> str:
    """The text of the last user message of a chat request."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


@pytest.fixture(scope="session")
def reader() -> Callable[[str], Callable[[Body], str]]:
    """`reader(sentence)` is a model that knows one sentence: it quotes it where a passage holds it, else says UNKNOWN.

    Asked for JSON it gives back what the prompt's rule made of the second part.
    """

    def knowing(sentence: str) -> Callable[[Body], str]:
        def reply(body: Body) -> str:
            prompt = prompt_of(body)
            if "Reply with JSON" in prompt and '"queries"' in prompt:
                second = re.search(r"as split by a rule: (.*)", prompt)
                assert second is not None
                return json.dumps({"question": second[1], "queries": ["another wording"]})
            for number, passage in re.findall(
                r"^\[(\d+)\]\n<<material \w+\n(.*?)\n\w+>>", prompt, re.S | re.M
            ):
                if sentence in " ".join(passage.split()):
                    return f"{sentence}\n> [{number}] {sentence}"
            return "UNKNOWN"

        return reply

    return knowing
