"""SciDQA's studies: overlap with paragraphs, preferences."""

import json
from pathlib import Path
from types import ModuleType

import pytest
from openpyxl import Workbook

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.scidqa.studies import highest_overlap, load_preferences


@pytest.mark.parametrize(
    ("answer", "share", "paragraph"),
    [
        ("A: The threshold is seven.", 1.0, "We say: the threshold is seven, always."),
        ("the the threshold", 2 / 3, "We say: the threshold is seven, always."),  # "the" occurs once there
        ("Trees grow.", 0.5, "Trees."),
        ("Nothing of it", 0.0, ""),
        ("A:", 0.0, ""),
    ],
)
def test_shares_by_hand(answer: str, share: float, paragraph: str) -> None:
    text = "Trees.\n\nWe say: the threshold is seven, always.\n\nTrees again."
    found, best = highest_overlap(answer, text)
    assert found == pytest.approx(share)
    assert best == paragraph


def test_the_task_counts_answers_that_one_paragraph_holds(
    tmp_path: Path, home: Path, drawn: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    data = drawn.scidqa(tmp_path / "scidqa")
    assert main(["bench", "scidqa", "--data", str(data), "--task", "overlap", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # "By cross-validation on the training set": "by", "cross", "validation", "the" of 7; "By Bayesian search": all;
    # "The valley corpus": all; the fourth question has no text
    assert found["overall"]["overlap"] == pytest.approx((4 / 7 + 1 + 1) / 3)
    assert found["overall"]["overlap >= 80%"] == pytest.approx(2 / 3)
    assert found["unscored"]["overlap"] == 1
    assert found["tables"][-1]["title"] == "Published: overlap (text, section 3)"
    assert main(["bench", "scidqa", "--data", str(data), "--task", "overlap", "--bertscore", "x"]) == 2


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
