"""Two runs compared example by example."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from citehop.errors import UsageError
from citehop.evaluation.reports.report import Report, summarise
from citehop.evaluation.runs.run_folder import RunFolder, RunManifest
from citehop.evaluation.statistics.comparison import compare_examples
from citehop.evaluation.types import Example, Prediction, Scores
from citehop.papers.serialization import to_json


def run(folder: Path, values: Sequence[float | None], prediction: Prediction, gold: str = "g") -> RunFolder:
    """A run with an example per score, "0", "1", ...; `prediction` is that of the first."""
    made = RunFolder(folder)
    examples = [Example(str(n), "q", gold=(gold,)) for n in range(len(values))]
    scores = [Scores(str(n), (("MRR", value),)) for n, value in enumerate(values)]
    made.begin(RunManifest("b", "t", (), ()), examples)
    made.predictions_file.write_text(to_json(prediction) + "\n", "utf-8")
    made.end(scores, Report("r", "t", "MRR", (), (), summarise(examples, scores, ())))
    return made


def test_the_largest_differences_come_first_and_unscored_examples_are_left_out(tmp_path: Path) -> None:
    first = run(tmp_path / "a", [0.5, 0.0, 1.0, None], Prediction("0", error="timeout"))
    second = run(tmp_path / "b", [0.75, 1.0, 0.0, 1.0], Prediction("0", ranking=("p", "q", "r", "s")))
    found = compare_examples(first, second, "MRR")
    assert [(one.example.id, one.gain) for one in found] == [("1", 1.0), ("2", -1.0), ("0", 0.25)]
    assert (found[2].first_output, found[2].second_output) == ("timeout", "p, q, r")
    assert found[0].first_output == ""


def test_runs_of_other_questions_are_not_compared(tmp_path: Path) -> None:
    first = run(tmp_path / "a", [0.5], Prediction("0"))
    second = run(tmp_path / "b", [0.5], Prediction("0"), gold="other")
    with pytest.raises(UsageError, match="different questions"):
        compare_examples(first, second, "MRR")
