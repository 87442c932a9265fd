"""Each benchmark's command killed while the model answers: what was answered is kept, and nothing is asked twice."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.testing import ModelServer, ScriptedTurn

pytestmark = pytest.mark.usefixtures("one_at_a_time")
COMMAND = [sys.executable, "-c", "from citehop.cli.main import run; run()"]


def arguments(name: str, data: Path, home: Path, server: ModelServer) -> list[str]:
    model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache", "--json"]
    return ["bench", name, "--data", str(data), "--home", str(home), *model]


def prompts(server: ModelServer) -> list[str]:
    return [json.dumps(request.body["messages"]) for request in server.received]


@pytest.mark.parametrize(
    ("name", "task"),
    [("scifibench", ""), ("spiqa", ""), ("mmsci", "fig2cap"), ("scidqa", "closed-book")],
)
def test_a_killed_run_goes_on(
    name: str,
    task: str,
    tmp_path: Path,
    home: Path,
    drawn: ModuleType,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data: Path = getattr(drawn, name)(tmp_path / name)
    more = ["--task", task] if task else []
    second_asked = threading.Event()

    def slowly(_: Mapping[str, Any]) -> ScriptedTurn:
        if len(server.received) < 2:
            return ScriptedTurn("A")
        second_asked.set()
        return ScriptedTurn("A", delay=60.0)

    with ModelServer(slowly) as server:
        child = subprocess.Popen(
            [*COMMAND, *arguments(name, data, home, server), *more],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert second_asked.wait(60)
        finally:
            child.kill()
            child.wait()
        first, under_way = prompts(server)
    with ModelServer(lambda _: "B") as server:
        assert main([*arguments(name, data, home, server), *more]) == 0
        asked = prompts(server)
    assert first not in asked
    assert asked.count(under_way) == 1
    assert len(set(asked)) == len(asked)
    fields = json.loads(capsys.readouterr().out)
    assert fields["n"] == len(asked) + 1
