"""The gate's opinion of a question that a model answers."""

from __future__ import annotations

import pytest

from citehop.agent.answerers import gate_opinion
from citehop.agent.answerers.gate_opinion import consult_gate
from citehop.agent.relevance.gate import GateVerdict
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "probability", "refuses"),
    [
        ("Which recipe needs the most butter?", 0.5, True),  # below .7, though passages are found
        ("Which recipe needs the most butter?", 0.8, False),
        ("How many nodes does the graph of RillNet have?", 0.5, False),
        ("How many nodes does the graph of RillNet have?", 0.1, True),  # below .12
    ],
)
def test_a_question_that_points_to_no_paper_by_its_words_needs_a_surer_sentence(
    question: str, probability: float, refuses: bool, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_opinion, "judge_question", lambda *_: GateVerdict(probability=probability))
    assert consult_gate(by_words, question, {}).refuses is refuses


def test_in_given_papers_any_question_needs_the_same(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_opinion, "judge_question", lambda *_: GateVerdict(probability=0.2))
    opinion = consult_gate(by_words, "Which recipe needs the most butter?", {"castellanos-2021-rillnet": 1.0})
    assert not opinion.refuses
