"""Judging of answers: rows that are shown as evidence do not count."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from answers import HALVES, half_of, load_questions  # type: ignore[import-not-found]

from citehop.training.recipes.questions import matches

QUESTION = {"all": [r"\b79\.97\b"], "none": [r"\b66\.37\b"]}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("S-Norm, Verified EM: 79.97 (Table 3: “S-Norm 66.37 71.32 79.97”) [1]", True),
        ("S-Norm, EM: 66.37 (Table 3: “S-Norm 66.37 71.32 79.97”) [1]", False),
        ("71.32 (Table 3: “S-Norm 66.37”; “M-Norm 79.97”) [1][2]", False),
        ("It reaches 79.97 (ours). [1]", True),
        ("It reaches ７９.97. [1]", True),
    ],
)
def test_only_what_is_stated_counts(text: str, right: bool) -> None:
    assert matches(QUESTION, text) is right


def test_every_question_has_a_half_and_in_its_file_an_id_of_its_own() -> None:
    questions = load_questions()
    assert {half_of(question) for question in questions} == set(HALVES)
    assert len({(question["half"], question["id"]) for question in questions}) == len(questions)
