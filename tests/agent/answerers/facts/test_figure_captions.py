"""Figures and tables that are looked for by what they show."""

from __future__ import annotations

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "anchor", "caption"),
    [
        (
            "Which figure of BraidNet shows the error of the annual peak?",
            None,
            "Figure 2: Median error of the time",
        ),
        (
            "In which table are the passes of the network per forecast listed?",
            "BraidNet",
            "Table 2: Nominal 90%",
        ),
        ("Which table gives the timing in hours?", "RillNet", "Table I: One-day forecasts"),
    ],
)
def test_the_caption_with_most_of_the_question(
    question: str, anchor: str | None, caption: str, by_words: Session
) -> None:
    answer = ask(by_words, question, anchor=anchor)
    assert answer.text.startswith(caption)
    assert answer.text == f"{answer.citations[0].quote} [1]"
    assert answer.figure


@pytest.mark.parametrize(
    "question",
    [
        "Which figure of BraidNet shows the price of bread in Lisbon?",  # no caption has it
        "Which figures did the authors of BraidNet draw by hand?",
    ],
)
def test_other_questions_get_no_caption(question: str, by_words: Session) -> None:
    assert ask(by_words, question).figure == ""
