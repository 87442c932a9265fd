"""Tables that go on over pages: their header, and the part that answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.figures.answer import FigureAnswer
from citehop.agent.answerers.figures.answerer import answer_from_figure
from citehop.agent.answerers.figures.parts import best_part, with_header
from citehop.agent.answerers.types import ComposedAnswer
from citehop.agent.figures.paper_figures import table_parts
from citehop.agent.first_hop import FirstHop
from citehop.agent.plan import Plan
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName
from citehop.papers.types import BBox, Figure


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
    return FigureAnswer(ComposedAnswer(text), FirstHop(), probability, cells=(("", "", cell),))


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
    assert best_part(answers, parse_question(question)) is answers[best]


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
    context = RequestContext(
        by_words, *parse_request(by_words, question.text), Focus(paper.id), Plan(), Trace()
    )
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
