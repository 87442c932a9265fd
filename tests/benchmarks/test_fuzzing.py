"""Minimised findings stay mended, and every fuzz target runs."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
SCRIPT = BENCHMARKS.parent / "scripts" / "fuzz"
FINDINGS = Path(__file__).with_name("findings")
TARGETS = ("bib", "csl", "image", "latex", "manifest", "model-reply", "pdf", "question", "service-reply")


@pytest.fixture
def campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.mark.usefixtures("campaigns")
@pytest.mark.parametrize("name", sorted(path.name for path in FINDINGS.iterdir()))
def test_findings_stay_mended(name: str) -> None:
    fuzz = importlib.import_module("campaigns.fuzz")
    assert fuzz.find_fault(name.partition(".")[0], (FINDINGS / name).read_bytes()) == ""


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_every_target_runs(target: str, tmp_path: Path) -> None:
    command = [str(SCRIPT), target, "--count", "4", "--findings", str(tmp_path)]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{target}: 4 tried, 0 findings")


@pytest.mark.usefixtures("campaigns")
def test_a_fault_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz, targets = (
        importlib.import_module("campaigns.fuzz"),
        importlib.import_module("campaigns.fuzz_targets"),
    )

    def fail(raw: bytes, _: Path) -> None:
        raise KeyError(raw.decode())

    target = targets.FuzzTarget(lambda: [b"x"], targets.mutate_bytes, fail)
    monkeypatch.setitem(fuzz.TARGETS, "broken", target)
    assert fuzz.find_fault("broken", b"key") == "KeyError: 'key'"
