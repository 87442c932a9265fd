"""Measures how far a language model as judge agrees with a person.

    python benchmarks/judge.py --model NAME ... [--api-base URL] [--limit N] [--json FILE]

`benchmarks/questions/judged_answers.jsonl` has 60 answers to questions of `fields_answers.jsonl`, written by hand in other
words than the gold answers, and graded by hand before any model was asked: 0 (wrong), .5 (right in part), 1 (right).
`--json` keeps every verdict as it comes: the same command, started again, asks only what is not in the file. "invalid" are
replies without a clear grade.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from citehop.agent.llm.roles import open_judge
from citehop.evaluation.judges.equivalence import SAME_MEANING, judge_answer
from citehop.evaluation.statistics.rater_agreement import cohen_kappa
from citehop.settings import load_settings

ANSWERS = Path(__file__).parent / "questions" / "judged_answers.jsonl"

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", action="append", required=True)
    parser.add_argument("--api-base", default="")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--json", type=Path, help="keep every verdict in this file")
    options = parser.parse_args()
    answers = [json.loads(line) for line in ANSWERS.read_text("utf-8").splitlines()]
    answers = answers[: options.limit or None]
    print(f"{'judge':40}{'n':>4}{'invalid':>9}{'agree':>7}{'kappa':>7}{'as right/wrong':>16}{'seconds':>9}")
    for name in options.model:
        report(Path(name).name, answers, grade_all(name, answers, options.api_base, options.json))


def grade_all(name: str, answers: Sequence[Row], api_base: str, kept: Path | None) -> list[Row]:
    """The verdict of the model `name` on each answer."""
    lines = kept.read_text().splitlines(keepends=True) if kept and kept.exists() else []
    rows = [json.loads(line) for line in lines if line.endswith("\n")]
    known = {(row["model"], row["id"]): row for row in rows}
    judge = open_judge(replace(load_settings({"api_base": api_base or None}), judge_model=name))
    assert judge is not None
    for answer in answers:
        if (name, answer["id"]) in known:
            continue
        begun = time.perf_counter()
        verdict = judge_answer(judge, answer["question"], answer["gold"], answer["answer"], id=answer["id"])
        seconds = time.perf_counter() - begun
        row = {"model": name, "id": answer["id"], "grade": verdict.score, "seconds": seconds}
        known[name, answer["id"]] = row
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps(row) + "\n")
    return [known[name, answer["id"]] for answer in answers]


def report(name: str, answers: Sequence[Row], verdicts: Sequence[Mapping[str, Any]]) -> None:
    """One line: agreement on the three grades, linearly weighted kappa, and agreement of right (1) against the rest."""
    pairs = [
        (answer["label"], verdict["grade"])
        for answer, verdict in zip(answers, verdicts, strict=True)
        if verdict["grade"] is not None
    ]
    labels, grades = [label for label, _ in pairs], [grade for _, grade in pairs]
    kappa = cohen_kappa(labels, grades, weights="linear", categories=SAME_MEANING.grades)
    count = max(1, len(pairs))
    same = sum(label == grade for label, grade in pairs) / count
    as_right = sum((label == 1) == (grade == 1) for label, grade in pairs) / count
    seconds = sum(verdict["seconds"] for verdict in verdicts) / len(verdicts)
    shown = "-" if kappa is None else f"{kappa:.2f}"
    print(
        f"{name:40}{len(answers):4}{len(answers) - len(pairs):9}{same:7.2f}{shown:>7}{as_right:16.2f}{seconds:9.1f}"
    )


if __name__ == "__main__":
    main()
