"""The overlap analysis: shares worked by hand, and the task on a data set."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from citehop.cli.main import main
from citehop.evaluation.scidqa.studies import highest_overlap


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
