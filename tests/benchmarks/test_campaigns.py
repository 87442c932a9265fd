"""Every campaign runs, continues where it was stopped, and counts what was lost."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
SCRIPT = BENCHMARKS.parent / "scripts" / "campaign"
NAMES = (
    "bad-models",
    "clocks",
    "corruptions",
    "deletions",
    "dns",
    "forgeries",
    "imports",
    "injections",
    "kills",
    "model-calls",
    "planted-script",
    "text-losses",
    "web-requests",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_campaign_runs(name: str, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [str(SCRIPT), name, "--count", "2", "--work", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 lost, " in done.stdout


def test_a_stopped_campaign_continues_and_losses_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    run, campaign = importlib.import_module("campaigns.run"), importlib.import_module("campaigns.campaign")
    numbers: list[float] = []

    @contextmanager
    def open_campaign(_: Path) -> Iterator[object]:
        def case(folder: Path, random: Random) -> str:
            assert list(folder.iterdir()) == []
            numbers.append(random.random())
            if len(numbers) == 3:
                raise KeyError("gone")
            return "survived" if len(numbers) < 4 else "LOST: something"

        yield case

    monkeypatch.setitem(run.CAMPAIGNS, "made-up", campaign.Campaign(5, open_campaign))
    log = tmp_path / "made-up.jsonl"
    run.run("made-up", log, 2, 0)
    run.run("made-up", log, 5, 0)
    assert len(numbers) == len(set(numbers)) == 5
    outcomes = [json.loads(line).get("outcome") for line in log.read_text().splitlines()]
    assert [outcome for outcome in outcomes if outcome] == [
        "survived", "survived", "LOST: KeyError: 'gone'", "LOST: something", "LOST: something",
    ]  # fmt: skip
    assert run.summarize("made-up", log) == 3
    assert "made-up: 5 tried, 3 lost" in capsys.readouterr().out
