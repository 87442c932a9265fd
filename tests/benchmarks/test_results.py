"""RESULTS.md: written from the figures of the releases, short, and with commands that exist."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
MOST_PROSE = 200  # lines


def test_the_page_is_written_from_the_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    results = importlib.import_module("write_results")
    page = results.PAGE.read_text("utf-8")
    assert page == results.render(page), "run python benchmarks/write_results.py"
    assert len(page.partition(results.MARK)[0].splitlines()) <= MOST_PROSE


@pytest.mark.parametrize("path", sorted((BENCHMARKS / "results").glob("*.json")), ids=lambda path: path.stem)
def test_every_command_has_its_script(path: Path) -> None:
    for group in json.loads(path.read_text("utf-8")):
        assert bool(group["command"]) != ("once" in group), group["title"]
        for name in re.findall(r"(?:benchmarks|scripts)/[\w/.]+", group["command"]):
            assert (BENCHMARKS.parent / name).exists(), name
        for module in re.findall(r"-m citehop\.([\w.]+)", group["command"]):
            assert (BENCHMARKS.parent / f"{module.replace('.', '/')}.py").exists(), module


def test_every_script_shows_a_figure() -> None:
    """Scripts without a claim go; `document_scores.py` is a part of `documents.py`."""
    commands = " ".join(path.read_text("utf-8") for path in (BENCHMARKS / "results").glob("*.json"))
    scripts = {path.name for path in BENCHMARKS.glob("*.py")} - {"write_results.py", "document_scores.py"}
    assert {name for name in scripts if f"benchmarks/{name}" not in commands} == set()
