"""Answers from tables of the sample papers: a cell with its printed row, and which table is meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.figures import (
    LEAST_IN_SCOPE,
    FigureAnswer,
    _composed,
    answer_from_figure,
    best_part,
    choose_table,
    outweighs_sentences,
    with_header,
)
from citehop.agent.answerers.types import ComposedAnswer
from citehop.agent.ask import ask
from citehop.agent.figures.paper_figures import table_parts
from citehop.agent.first_hop import FirstHop
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.agent.types import Citation
from citehop.figures.numbers import Number
from citehop.figures.question.parser import parse_question
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName
from citehop.papers.parsing.pdf.pages import page_text
from citehop.papers.types import BBox, Figure


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


def test_the_paper_whose_table_it_is_leads_to_it(by_words: Session) -> None:
    answer = ask(by_words, "What is the NSE of KarstMix on CRESTA in Table 1 of the KarstMix paper?")
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


def entries(*names: str) -> Entries:
    return Entries(len(names), (Attribute("column", tuple(map(FigureName, names)), (None,) * len(names)),))


def test_a_part_without_a_header_takes_that_of_the_first() -> None:
    first = FigureData("table", columns=entries("F1", "EM"))
    bare = FigureData("table", columns=entries("", ""))
    assert with_header(bare, first).columns == first.columns
    assert with_header(FigureData("table", columns=entries("Recall", "")), first).columns == entries(
        "Recall", ""
    )
    assert with_header(FigureData("table", columns=entries("")), first).columns == entries("")


def part(value: float, probability: float, text: str = "7") -> FigureAnswer:
    cell = Fact(0, 0, (Number(value, str(value)),), str(value))
    return FigureAnswer(ComposedAnswer(text), FirstHop(), probability, cell=cell)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Which system has the highest F1?", 1),
        ("Which system has the lowest F1?", 2),
        ("What F1 has the third system?", 0),
    ],
)
def test_the_best_part_of_a_table(question: str, best: int) -> None:
    answers = [part(5.0, 0.9), part(9.0, 0.2), part(1.0, 0.2)]
    assert best_part(answers, parse_question(question, one_hop=True)) is answers[best]


def test_a_part_with_an_answer_comes_before_one_without() -> None:
    without, with_answer = part(5.0, 0.9, ""), part(9.0, 0.1)
    assert best_part([without, with_answer], parse_question("What F1 has FooNet?")) is with_answer
    assert best_part([], parse_question("What F1 has FooNet?")) is None


def test_a_table_over_pages_is_asked_as_a_whole(by_words: Session) -> None:
    paper = by_words.cluster.paper("varnholt-2024-braidnet")
    table = next(figure for figure in paper.figures if figure.label == "Table 1")
    last = next(word for word in table.words if word.text == "RillNet").bbox
    upper = region(table, replace(table.bbox, y1=last.y0 - 1))
    lower = replace(region(table, replace(table.bbox, y0=last.y0 - 1)), continues=upper.id, caption="")
    split = replace(paper, figures=(lower, upper))
    assert [found.caption for found in table_parts(split, upper)] == [table.caption] * 2
    question = parse_question("What is the NSE of RillNet on CRESTA in Table 1?")
    context = RequestContext(by_words, question, Focus(paper.id), Plan(), Trace())
    answer = answer_from_figure(context, split, upper)
    assert answer is not None
    assert "0.713" in answer.composed.text
    assert answer.hop.figure is not None
    assert answer.hop.figure.id == lower.id


def region(table: Figure, box: BBox) -> Figure:
    """A part of `table`, cut out of the page."""
    x0, y0, x1, y1 = (round(side) for side in (box.x0, box.y0, box.x1, box.y1))
    words = tuple(word for word in table.words if box.y0 <= word.bbox.y0 and word.bbox.y1 <= box.y1)
    region_id = f"p{table.page}:region-{x0}-{y0}-{x1}-{y1}"
    return replace(table, id=region_id, bbox=box, image="", words=words)


def test_a_table_that_lacks_a_word_that_another_has_counts_less() -> None:
    brown = FigureAnswer(ComposedAnswer("321"), FirstHop(), 0.8, terms=frozenset({"perplex"}))
    news = FigureAnswer(ComposedAnswer("119"), FirstHop(), 0.75, terms=frozenset({"perplex", "news"}))
    unsure = replace(news, probability=0.2)
    assert choose_table([brown, news], lambda _: 1.0) is news
    assert choose_table([brown, unsure], lambda _: 1.0) is brown
    assert choose_table([], lambda _: 1.0) is None


def test_a_caption_that_answers_is_not_quoted_again() -> None:
    figure = Figure("p1:figure1", "figure", "Figure 1", "Figure 1: A plot.", 1, BBox(0, 0, 200, 100))
    quote = Citation("p1", 1, BBox(0, 0, 1, 1), figure.caption)
    assert _composed(figure.caption, figure, [quote]).text == "Figure 1: A plot. [1]"
    assert _composed("A plot", figure, [quote]).text == "A plot (Figure 1: “Figure 1: A plot.”) [1]"
