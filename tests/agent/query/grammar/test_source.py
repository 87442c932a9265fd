from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.query.grammar.source import without_source


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("In Figure 2 of the QANet paper, which curve is lowest?", "In the figure, which curve is lowest?"),
        (
            "Which model in Figure 3 of Smith et al. has the highest F1?",
            "Which model in the figure has the highest F1?",
        ),
        (
            "What accuracy does DAN get in Fig. 4 of Iyyer et al. with 3 layers?",
            "What accuracy does DAN get in the figure with 3 layers?",
        ),
        (
            "Which bar is tallest in Figure 1 of Deep Composition Rivals Syntactic Methods?",
            "Which bar is tallest in the figure?",
        ),
        ("Which curve in Figure 3(b) ends highest?", "Which curve in the figure ends highest?"),
        (
            "What F1 does X get in Table 2 of the DAN paper?",
            "What F1 does X get in Table 2 of the DAN paper?",
        ),
        ("Figure 3?", "Figure 3?"),
    ],
)
def test_the_figure_and_its_paper_are_left_out(question: str, rest: str) -> None:
    assert without_source(question) == rest


def test_words_of_the_title_are_no_operations() -> None:
    question = parse_question(
        "Which model is a square in Figure 2 of New Models for Improving the Highest Score?"
    )
    assert question.figure == "Figure 2"
    assert "extreme" not in question.kind
