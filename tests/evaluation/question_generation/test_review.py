"""Decisions about questions, kept through interruptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from citehop.errors import UsageError
from citehop.evaluation.question_generation.review import (
    DECISIONS,
    ReviewDecision,
    read_decisions,
    record_decision,
)


def test_the_last_decision_counts_and_a_line_cut_short_is_replaced(tmp_path: Path) -> None:
    record_decision(tmp_path, ReviewDecision("a", "accept"))
    with (tmp_path / DECISIONS).open("a") as file:
        file.write('{"id": "b", "deci')
    assert set(read_decisions(tmp_path)) == {"a"}
    record_decision(tmp_path, ReviewDecision("b", "edit", "Which?", "This."))
    record_decision(tmp_path, ReviewDecision("a", "reject"))
    assert read_decisions(tmp_path) == {
        "a": ReviewDecision("a", "reject"),
        "b": ReviewDecision("b", "edit", "Which?", "This."),
    }


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    (tmp_path / DECISIONS).write_text('{"id": 3}\n')
    with pytest.raises(UsageError, match=r"decisions\.jsonl: damaged"):
        read_decisions(tmp_path)
