"""Second hops and wordings by a scripted model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.evaluation.question_generation.cluster_reader import REASONING_TYPES
from citehop.evaluation.question_generation.release import read_pairs
from citehop.evaluation.reports.data_sheet import DATA_SHEET
from citehop.settings import Settings
from citehop.testing import ModelServer

ANSWER = "routing errors"


def _text(body: Mapping[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


def _script(second: str, quoted: bool = True) -> Any:
    """A model that asks about a sentence of the paper it sees, answers a second time with `second`, and compares texts."""

    def reply(body: Mapping[str, Any]) -> str:
        text = _text(body)
        if text.startswith("Write one question"):
            sentence = next(s for s in text.split(". ")[3:] if len(s.split()) > 8 and "\n" not in s)
            kind = next(n for n, aim in enumerate(REASONING_TYPES.values()) if aim in text.replace("\n", " "))
            quote = sentence if quoted else "No paper says this anywhere."
            return json.dumps(
                {"question": f"What is wrong in case {kind}?", "answer": ANSWER, "quote": quote}
            )
        if text.startswith("Answer a question"):
            return second
        if text.startswith("Compare an answer"):
            return json.dumps({"selection": int(text.count(ANSWER) == 2)})
        label = text.partition(" in Table ")[2].split("?")[0]
        return json.dumps(
            {"question": f"In Table {label}, which one leads there, and what is wrong with it?"}
        )

    return reply


def _make(script: Any, settings: Settings, folder: Path) -> int:
    with ModelServer(script) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        home = ["--home", settings.home, "--embedding-model", "none"]
        return main(["make", "questions", "sample", "--out", str(folder), "--count", "2", *home, *model])


def test_both_rounds_agree_and_the_model_words_the_question(
    word_settings: Settings, tmp_path: Path, one_at_a_time: None
) -> None:
    assert _make(_script(ANSWER), word_settings, tmp_path / "made") == 0
    pairs = read_pairs(tmp_path / "made")
    assert pairs
    for pair in pairs:
        assert pair.reference.kind in REASONING_TYPES
        assert pair.reference.answer == ANSWER
        assert pair.question.startswith(f"In {pair.label}, which one leads there")
    assert "openai/scripted" in (tmp_path / "made" / DATA_SHEET).read_text()


@pytest.mark.parametrize(("second", "quoted"), [("something else", True), (ANSWER, False)])
def test_a_second_answer_that_differs_or_an_invented_quote_drops_the_question(
    second: str, quoted: bool, word_settings: Settings, tmp_path: Path, one_at_a_time: None
) -> None:
    assert _make(_script(second, quoted), word_settings, tmp_path / "made") == 0
    assert not read_pairs(tmp_path / "made")
