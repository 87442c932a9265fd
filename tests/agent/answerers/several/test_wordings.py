"""Comparisons of two papers in one wording."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.wordings import unify_wording


@pytest.mark.parametrize(
    ("question", "unified"),
    [
        (
            "Is the optimizer of RillNet the same as SnowLedger's? which one",
            "Do RillNet and SnowLedger use the same optimizer?",
        ),
        (
            "Is RillNet's optimizer the same as that of SnowLedger?",
            "Do RillNet and SnowLedger use the same optimizer?",
        ),
        (
            "Does the RillNet model start from the same vectors as SnowLedger does?",
            "Do SnowLedger and the RillNet model start from the same vectors?",
        ),
        (
            "How does the kappa of RillNet compare with that of SnowLedger?",
            "Compare the kappa of RillNet and SnowLedger",
        ),
        (
            "number of gauges that RillNet reports against SnowLedger",
            "number of gauges of RillNet against SnowLedger",
        ),
        ("Which gauges does RillNet use?", "Which gauges does RillNet use?"),
        ("What is the loss that they use?", "What is the loss that they use?"),
    ],
)
def test_two_papers_are_joined(question: str, unified: str) -> None:
    assert unify_wording(question) == unified
