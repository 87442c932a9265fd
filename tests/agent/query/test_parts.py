"""Questions divided into their hops."""

from __future__ import annotations

import pytest

from citehop.agent.query.parts import find_hops


@pytest.mark.parametrize(
    ("question", "visual", "textual"),
    [
        (
            "Which method in Table 2 scores 28.62 on WQ, and how does that method's own paper handle rare words?",
            "Which method in Table 2 scores 28.62 on WQ",
            "how does that method's own paper handle rare words?",
        ),
        (  # a number ends the first sentence
            "Consider the paper that introduces the model with an EM of 64.7. Which optimizer was it trained with?",
            "Consider the paper that introduces the model with an EM of 64.7.",
            "Which optimizer was it trained with?",
        ),
        (
            "Lunt's note credits Ash (2005) for a fast softmax. what resource did they take the tree from?",
            "Lunt's note credits Ash (2005) for a fast softmax.",
            "what resource did they take the tree from?",
        ),
        ("In the QANet paper, what batch size is used?",) * 3,
        ("Which is better than A and worse than B?",) * 3,
    ],
)
def test_split(question: str, visual: str, textual: str) -> None:
    hops = find_hops(question)
    assert (hops.visual, hops.textual) == (visual, textual)


def test_a_description_of_a_cited_work_is_embedded() -> None:
    hops = find_hops("How long did the model train that scores 68.0 in Table 2 of FormNet?")
    assert hops.is_embedded
    assert hops.visual == "Which model scores 68.0 in Table 2 of FormNet?"
