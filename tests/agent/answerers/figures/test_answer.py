"""Answers from figures: their weight against sentences, and their text."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.answer import (
    LEAST_IN_SCOPE,
    FigureAnswer,
    add_cells,
    compose_with_evidence,
    outweighs_sentences,
)
from citehop.agent.answerers.tables.gate import ChosenFeatures, TableFeatures
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


@pytest.mark.parametrize(
    ("probability", "sentences", "added"),
    [(0.3, 0.7, True), (0.3, 0.8, False), (0.16, 0.2, True), (0.14, 0.2, False)],
)
def test_cells_that_may_be_meant_stand_behind_the_sentences(
    probability: float, sentences: float, added: bool
) -> None:
    quotes = [Citation("p1", 1, BBox(0, 0, 9, 9), quote) for quote in ("We use 7.", "It has 8.", "A [1] 7 8")]
    features = TableFeatures(*(0.5,) * 13)
    cells = compose_with_evidence(
        "7 (A, B)", Figure("f", "table", "Table 1", "", 1, BBox(0, 0, 9, 9)), quotes[2:]
    )
    answer = FigureAnswer(cells, FirstHop(), probability, chosen=ChosenFeatures(features, 0.5, False))
    text = ComposedAnswer("We use 7. [1]\nIt has 8. [2]", tuple(quotes[:2]), probability=sentences)
    found = add_cells(text, answer)
    line = "\n7 (A, B) (Table 1: “A [1] 7 8”) [3]" if added else ""
    assert (found.text, found.citations) == (f"{text.text}{line}", tuple(quotes if added else quotes[:2]))
    assert add_cells(ComposedAnswer(), answer) == ComposedAnswer()


def test_a_caption_that_answers_is_not_quoted_again() -> None:
    figure = Figure("p1:figure1", "figure", "Figure 1", "Figure 1: A plot.", 1, BBox(0, 0, 200, 100))
    quote = Citation("p1", 1, BBox(0, 0, 1, 1), figure.caption)
    assert compose_with_evidence(figure.caption, figure, [quote]).text == "Figure 1: A plot. [1]"
    assert (
        compose_with_evidence("A plot", figure, [quote]).text == "A plot (Figure 1: “Figure 1: A plot.”) [1]"
    )
