"""Answers from tables of the sample papers: a cell with its printed row, and which table is meant."""

from __future__ import annotations

from dataclasses import replace

from citehop.agent.answerers.figures.answer import FigureAnswer
from citehop.agent.answerers.figures.answerer import choose_table
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
    value, _, names = answer.text.partition(" (")
    assert value == "0.735"
    assert value in citation.quote
    assert "KarstMix, CRESTA NSE" in names


def test_the_paper_whose_table_it_is_leads_to_it(by_words: Session) -> None:
    answer = ask(by_words, "What is the NSE of KarstMix on CRESTA in Table 1 of the KarstMix paper?")
    assert (answer.anchor, answer.figure) == ("zielony-2023-flow-paths", "p2:table1")


def test_a_table_that_lacks_a_word_that_another_has_counts_less() -> None:
    brown = FigureAnswer(ComposedAnswer("321"), FirstHop(), 0.8, terms=frozenset({"perplex"}))
    news = FigureAnswer(ComposedAnswer("119"), FirstHop(), 0.75, terms=frozenset({"perplex", "news"}))
    unsure = replace(news, probability=0.2)
    assert choose_table([brown, news], lambda _: 1.0) is news
    assert choose_table([brown, unsure], lambda _: 1.0) is brown
    assert choose_table([], lambda _: 1.0) is None
