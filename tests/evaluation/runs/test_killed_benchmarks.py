"""Each benchmark's command killed while the model answers: what was answered is kept, and nothing is asked twice."""

import json
import random
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.evaluation.runs.resumable_jsonl import complete_run
from citehop.evaluation.types import Prediction
from citehop.testing import ModelServer, ScriptedTurn

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_at_a_time")]
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


def run_until(patience: int, command: Sequence[str], answered: list[str]) -> bool:
    """Run `command` until it sends one request more than `patience`, then kill it; True if it ended before.

    `answered` gets the requests that were answered.
    """
    more_asked = threading.Event()
    before = len(answered)

    def script(body: Mapping[str, Any]) -> ScriptedTurn:
        if len(answered) - before >= patience:
            more_asked.set()
            return ScriptedTurn("never read", delay=60.0)
        answered.append(json.dumps(body["messages"]))
        return ScriptedTurn(model_of_both_hops(body))

    with ModelServer(script) as server:
        child = subprocess.Popen(
            [part if part != "URL" else server.url for part in command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while not more_asked.wait(0.05) and child.poll() is None:
            pass
        child.kill()
        child.wait()
    return not more_asked.is_set()


def model_of_both_hops(body: Mapping[str, Any]) -> str:
    text = json.dumps(body["messages"])
    if "Grade whether" in text:
        return '{"selection": 1}'
    return '{"entity": "BarNet", "confidence": 0.9}' if "image_url" in text else "[2] > [1] > [3]"


def test_both_hops_of_m3sciqa_go_on_after_kills_at_random(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed at one request after the other: each is answered once, and the report is that of an undisturbed run."""
    monkeypatch.setenv("CITEHOP_EMBEDDING_MODEL", "none")
    chance, answered = random.Random(7), list[str]()

    def command(home: str, url: str) -> list[str]:
        model = ["--model", "openai/gpt-4o", "--api-base", url, "--no-cache", "--json", "--judge"]
        return ["bench", "m3sciqa", "--task", "end-to-end", "--data", str(release), "--home", home, *model]

    killed = [*COMMAND, *command(str(tmp_path / "killed"), "URL")]
    while not run_until(chance.randint(3, 8), killed, answered):
        assert len(answered) < 100
    assert len(answered) == len(set(answered)) > 8
    with ModelServer([]) as server:  # a script without turns: nothing may be asked any more
        assert main(command(str(tmp_path / "killed"), server.url)) == 0
    resumed = json.loads(capsys.readouterr().out)
    with ModelServer(model_of_both_hops) as server:
        assert main(command(str(tmp_path / "undisturbed"), server.url)) == 0
        assert len(server.received) == len(answered)
    assert json.loads(capsys.readouterr().out)["overall"] == resumed["overall"]


def test_files_of_a_run_are_for_their_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    complete_run(path, ["a"], lambda ids: (Prediction(each, answer="x") for each in ids), Prediction)
    assert path.stat().st_mode & 0o077 == 0
