"""Answers from tables of the sample papers: a cell with its printed row, and which table is meant."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.figures import LEAST_IN_SCOPE, FigureAnswer, outweighs_sentences
from citehop.agent.answerers.types import ComposedAnswer
from citehop.agent.ask import ask
from citehop.agent.first_hop import FirstHop
from citehop.agent.session import Session
from citehop.papers.parsing.pdf.pages import page_text


def test_a_cell_comes_with_the_row_that_is_printed(by_words: Session) -> None:
    answer = ask(
        by_words, "What is the NSE of KarstMix on CRESTA in Table 1?", anchor="varnholt-2024-braidnet"
    )
    assert (answer.status, answer.anchor, answer.figure) == (
        "answered",
        "varnholt-2024-braidnet",
        "p3:table1",
    )
    (citation,) = answer.citations
    source = by_words.cluster.source_path(citation.paper_id)
    assert source is not None
    assert set(citation.quote.split()) <= set(page_text(source, citation.page).split())
    assert citation.quote.startswith("KarstMix")
    assert answer.text.split(" (Table 1")[0] in citation.quote


def test_the_paper_that_the_question_names_has_the_table_unless_an_anchor_is_given(by_words: Session) -> None:
    answer = ask(by_words, "What is the NSE of KarstMix on CRESTA in Table 1?")
    assert (answer.anchor, answer.figure) == ("zielony-2023-flow-paths", "p2:table1")


@pytest.mark.parametrize(
    ("probability", "otherwise", "answers"),
    [
        (0.85, 0.9, True),
        (0.5, 0.9, False),
        (0.4, 0.1, True),
        (0.3, 0.1, True),
        (0.2, 0.1, False),
        (0.3, 0.9, False),
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
    answer = FigureAnswer(ComposedAnswer("7"), FirstHop(), 0.2)
    assert not outweighs_sentences(answer, 0.1)
    assert outweighs_sentences(answer, 0.1, LEAST_IN_SCOPE)
    assert not outweighs_sentences(answer, 0.5, LEAST_IN_SCOPE)
