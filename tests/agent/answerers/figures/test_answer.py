"""Answers from figures: their weight against sentences, and their text."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.answer import (
    LEAST_IN_SCOPE,
    FigureAnswer,
    compose_with_evidence,
    outweighs_sentences,
)
from citehop.agent.answerers.types import ComposedAnswer
from citehop.agent.first_hop import FirstHop
from citehop.agent.types import Citation
from citehop.papers.types import BBox, Figure


@pytest.mark.parametrize(
    ("probability", "otherwise", "answers"),
    [
        (0.82, 0.9, True),
        (0.8, 0.9, False),
        (0.5, 0.5, True),
        (0.4, 0.1, True),
        (0.21, 0.1, True),
        (0.19, 0.1, False),
        (0.1, 0.0, False),
    ],
)
def test_the_likelier_sentences_answer_the_likelier_a_table_has_to(
    probability: float, otherwise: float, answers: bool
) -> None:
    answer = FigureAnswer(ComposedAnswer("7"), FirstHop(), probability)
    assert outweighs_sentences(answer, otherwise) is answers


def test_a_table_without_an_answer_outweighs_nothing() -> None:
    assert not outweighs_sentences(FigureAnswer(ComposedAnswer(), FirstHop(), 0.9), 0.0)


def test_a_table_of_a_known_paper_may_be_less_likely() -> None:
    answer = FigureAnswer(ComposedAnswer("7"), FirstHop(), 0.15)
    assert not outweighs_sentences(answer, 0.1)
    assert outweighs_sentences(answer, 0.1, LEAST_IN_SCOPE)
    assert not outweighs_sentences(answer, 0.5, LEAST_IN_SCOPE)


def test_a_caption_that_answers_is_not_quoted_again() -> None:
    figure = Figure("p1:figure1", "figure", "Figure 1", "Figure 1: A plot.", 1, BBox(0, 0, 200, 100))
    quote = Citation("p1", 1, BBox(0, 0, 1, 1), figure.caption)
    assert compose_with_evidence(figure.caption, figure, [quote]).text == "Figure 1: A plot. [1]"
    assert (
        compose_with_evidence("A plot", figure, [quote]).text == "A plot (Figure 1: “Figure 1: A plot.”) [1]"
    )
