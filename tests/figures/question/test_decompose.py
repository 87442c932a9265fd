from __future__ import annotations

import pytest

from citehop.figures.question.decompose import figure_label, split_hops


@pytest.mark.parametrize(
    ("question", "visual", "textual"),
    [
        (
            "Which method in Table 2 scores 28.62 on WQ, and how does that method's own paper handle rare words?",
            "Which method in Table 2 scores 28.62 on WQ?",
            "How does that method's own paper handle rare words?",
        ),
        (
            'Consider the paper that introduces the method answering: "Which needs 192 hours?" How many sentences?',
            "Which needs 192 hours?",
            "How many sentences?",
        ),
        (
            "Consider the paper that introduces the method that gets 28.62 on WQ. How does it address diversity?",
            "Which method that gets 28.62 on WQ?",
            "How does it address diversity?",
        ),
        (
            "Take the single model with an EM of 64.7 in Table 1. Which optimizer was it trained with?",
            "Which single model with an EM of 64.7 in Table 1?",
            "Which optimizer was it trained with?",
        ),
        (
            "In Table 5, only one competitor gets the lowest r. How was it trained in its own paper?",
            "In Table 5, which competitor gets the lowest r?",
            "How was it trained in its own paper?",
        ),
        ("What error rate does the model reach?",) * 3,
        ("Which is better than A and worse than B?",) * 3,
    ],
)
def test_split(question: str, visual: str, textual: str) -> None:
    hops = split_hops(question)
    assert (hops.visual, hops.textual) == (visual, textual)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("see Fig. 3 for", "Figure 3"),
        ("in table 2?", "Table 2"),
        ("Table A1 shows", "Table A1"),
        ("TABLE IV", "Table IV"),
        ("ablations (Table 1b)", "Table 1"),
        ("Table 5% of", ""),
        ("the table in the paper", ""),
        ("figures of speech", ""),
    ],
)
def test_label(text: str, label: str) -> None:
    assert figure_label(text) == label
