"""Comparison with people: the table of preferences, worked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openpyxl import Workbook

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.scidqa.studies import load_preferences

HEADER: list[str | None] = ["que", "ans", "human_ans", "gpt-4_ans", "preferred"]
ROWS: list[list[str | None]] = [
    ["Why?", "alpha beta", "alpha beta", "alpha", "human"],
    ["How?", "alpha beta", "gamma", "alpha beta", "model"],
    ["When?", "alpha beta", "alpha beta", "alpha beta", "Tie"],
    ["Who?", "alpha beta", "gamma", None, "none"],
]


def write(path: Path, *rows: list[str | None]) -> Path:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def test_scores_by_preference(tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """ROUGE precision: "alpha" has 1-gram 1, no 2-gram (0), longest 1; equal texts have 1; others 0."""
    path = write(tmp_path / "preferences.xlsx", HEADER, *ROWS)
    assert main(["bench", "scidqa", "--data", str(path), "--task", "preference", "--json"]) == 0
    table, *published = json.loads(capsys.readouterr().out)["tables"]
    assert table["columns"] == ["tie", "human", "model", "none"]
    rows = dict(table["rows"])
    assert rows["model"] == pytest.approx([100, 200 / 3, 100, 0])
    assert rows["human"] == pytest.approx([100, 100, 0, 0])
    assert rows["share of comparisons"] == [25, 25, 25, 25]
    assert [row for row, _ in published[0]["rows"]] == ["GPT-4", "Human"]


def test_what_is_no_table_of_preferences_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no column 'preferred'"):
        load_preferences(write(tmp_path / "a.xlsx", HEADER[:-1]))
    with pytest.raises(UsageError, match="one column MODEL_ans beside human_ans, not 0"):
        load_preferences(write(tmp_path / "b.xlsx", [*HEADER[:3], "preferred"]))
    with pytest.raises(UsageError, match="row 2: preferred is 'both', not tie, human, model, none"):
        load_preferences(write(tmp_path / "c.xlsx", HEADER, ROWS[0], [*ROWS[1][:-1], "both"]))
