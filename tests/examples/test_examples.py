"""Each program of examples/ as a user runs it, over the sample papers."""

import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


@pytest.fixture
def example(
    word_settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    monkeypatch.setenv("CITEHOP_HOME", word_settings.home)
    monkeypatch.setenv("CITEHOP_EMBEDDING_MODEL", "none")

    def run(name: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return capsys.readouterr().out

    return run


def test_first_answer(example: Any, home: Path) -> None:
    said = example("first_answer.py", str(FOLDER), ANCHOR_FILE, QUESTION)
    assert f"{SENTENCE} [1]" in said
    assert f"RillNet: Message Passing along Drainage Lines, page 1: {SENTENCE}" in said


def test_explain_ranking(example: Any) -> None:
    said = example(
        "explain_ranking.py", "sample", "Which method has an NSE of 0.713 on CRESTA?", "Table 1"
    ).splitlines()
    assert "% RillNet" in said[0]
    assert "1. RillNet: Message Passing along Drainage Lines" in said
    assert said[4].startswith("   ")


def test_stream_answer(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(
        ['{"reason": "", "statements": [1], "phrasing": "The timing error rises from 9.6 to 13.1 hours."}']
    ) as server:
        monkeypatch.setenv("CITEHOP_MODEL", "openai/scripted")
        monkeypatch.setenv("CITEHOP_API_BASE", server.url)
        monkeypatch.setenv("CITEHOP_NO_CACHE", "1")
        said = example("stream_answer.py", "sample", QUESTION)
    assert said.index("The timing error rises from") < said.index(
        "Checked: The timing error rises from 9.6 to"
    )


def test_many_questions(example: Any) -> None:
    said = example("many_questions.py", "sample", QUESTION, "Who won the chess olympiad of 1954?")
    assert SENTENCE in said
    assert "No sentence in cluster sample clearly answers this question." in said


def test_passages_as_json(example: Any, home: Path) -> None:
    lines = example("passages_as_json.py", str(FOLDER), "conformal coverage of floods").splitlines()
    assert len(lines) == 3
    assert "onformal" in json.loads(lines[0])["title"]


@pytest.mark.parametrize(
    "name", sorted(p.name for p in EXAMPLES.glob("*.py") if p.name != "make_sample_cluster.py")
)
def test_without_arguments_it_prints_its_usage(example: Any, name: str) -> None:
    with pytest.raises(SystemExit, match=f"python examples/{name}"):
        example(name)
