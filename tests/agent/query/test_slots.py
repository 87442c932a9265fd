"""Fitted slots over the labeled questions that they are fitted on, scored by rate."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.query.fitted.slots import (
    find_answer_type,
    find_fields,
    find_intent,
    find_join,
    find_split,
    refers_back,
    score_intents,
)

QUESTIONS = Path(__file__).parents[2] / "data" / "questions.jsonl"
EVERY = 7  # of the questions one in so many is asked
RATE = 0.9


def labeled(slot: str) -> Sequence[dict[str, Any]]:
    rows = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    return [row for row in rows if slot in row and row["weight"] >= 1][::EVERY]


@pytest.mark.parametrize(
    ("slot", "find"),
    [
        ("intent", find_intent),
        ("answer_type", find_answer_type),
        ("compare", find_join),
        ("context", lambda text: "refers" if refers_back(text) else "alone"),
    ],
)
def test_a_slot_is_right_for_nine_of_ten(slot: str, find: Callable[[str], str]) -> None:
    rows = labeled(slot)
    right = sum(find(row["question"]) == row[slot] for row in rows)
    assert len(rows) > 50
    assert right >= RATE * len(rows)


def test_the_fields_of_the_record_are_found() -> None:
    rows = [row for row in labeled("fields") if row.get("intent") == "record"]
    right = sum(find_fields(row["question"])[0] in row["fields"] for row in rows)
    assert right >= RATE * len(rows)


def test_second_parts_are_found() -> None:
    rows = [row for row in labeled("then") if row["weight"] >= 1]
    right = sum((find_split(row["question"]) is not None) == bool(row["then"]) for row in rows)
    assert right >= RATE * len(rows)


def test_the_probabilities_of_the_intents_add_up_to_one() -> None:
    scores = score_intents("Who funded the work on tidal deltas?")
    assert sum(scores.values()) == pytest.approx(1.0)
    assert max(scores, key=lambda intent: scores[intent]) == "record"
