"""Minimised findings stay mended, and every fuzz target runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
FINDINGS = Path(__file__).with_name("findings")
TARGETS = ("bib", "csl", "image", "latex", "manifest", "model-reply", "pdf", "question", "service-reply")


@pytest.fixture
def campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.mark.usefixtures("campaigns")
@pytest.mark.parametrize("name", sorted(path.name for path in FINDINGS.iterdir()))
def test_findings_stay_mended(name: str) -> None:
    from campaigns.fuzz import find_fault

    assert find_fault(name.partition(".")[0], (FINDINGS / name).read_bytes()) == ""


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_runs(target: str, tmp_path: Path) -> None:
    command = [sys.executable, str(BENCHMARKS / "campaigns" / "fuzz.py"), target, "--count", "4"]
    done = subprocess.run([*command, "--findings", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{target}: 4 tried, 0 findings")


@pytest.mark.usefixtures("campaigns")
def test_a_fault_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import fuzz
    from campaigns.fuzz_targets import FuzzTarget
    from campaigns.mutations import mutate_bytes

    def fail(raw: bytes, _: Path) -> None:
        raise KeyError(raw.decode())

    target = FuzzTarget(lambda: [b"x"], mutate_bytes, fail)
    monkeypatch.setitem(fuzz.TARGETS, "broken", target)
    assert fuzz.find_fault("broken", b"key") == "KeyError: 'key'"
