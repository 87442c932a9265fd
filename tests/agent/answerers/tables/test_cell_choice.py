"""The text of the cells that are chosen, and when the rules keep their answer."""

from __future__ import annotations

import pytest
from PIL import Image

from citehop.agent.answerers.figures.reading import ShownFigure
from citehop.agent.answerers.tables.candidates import CellCandidate
from citehop.agent.answerers.tables.cell_choice import (
    answer_by_candidate,
    choose_cells,
    in_words,
    list_answers,
)
from citehop.agent.answerers.tables.matched_table import AskedTable, MatchedTable
from citehop.agent.answerers.tables.table_reading import TableReading
from citehop.agent.answerers.tables.table_request import TableRequest
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureImage, FigureName
from citehop.papers.types import BBox, Figure, Paper


def entries(*names: str) -> Entries:
    return Entries(len(names), (Attribute("row", tuple(map(FigureName, names)), (None,) * len(names)),))


VALUES = ((81.0, 12.5), (79.5, 10.0), (70.0, 11.0))
CELLS = {
    (row, column): Fact(row, column, (Number(value, str(value), 1),), str(value))
    for row, values in enumerate(VALUES)
    for column, value in enumerate(values)
}
DATA = FigureData(
    "table", entries("FooNet", "BarParse", "ZooTag"), entries("Recall", "Error"), tuple(CELLS.values())
)
FIGURE = Figure("p1:table1", "table", "Table 1", "Table 1: Results.", 1, BBox(0, 0, 100, 100))
SHOWN = ShownFigure(FigureImage(Image.new("RGB", (8, 8))), Paper(id="a", title="A"), FIGURE, DATA, False)


@pytest.mark.parametrize(
    ("candidate", "text"),
    [
        (CellCandidate("cell", "", (CELLS[0, 0],), (0,), (0,)), "81.0 (FooNet, Recall)"),
        (
            CellCandidate("difference", "row", (CELLS[0, 0], CELLS[1, 0]), (0, 1), (0,), "1.5"),
            "1.5 (FooNet 81.0, BarParse 79.5)",
        ),
        (
            CellCandidate("choice", "column", (CELLS[0, 0], CELLS[0, 1]), (0,), (0, 1), "Recall"),
            "Recall (Recall 81.0, Error 12.5)",
        ),
        (
            CellCandidate("extreme", "row", (CELLS[1, 1],), (), (1,), "BarParse"),
            "BarParse (Error 10.0)",
        ),
        (
            CellCandidate("beyond", "row", (CELLS[0, 0], CELLS[1, 0]), (1,), (0,), "FooNet"),
            "FooNet (Recall: FooNet 81.0; BarParse 79.5)",
        ),
    ],
)
def test_a_candidate_is_told_with_its_cells(candidate: CellCandidate, text: str) -> None:
    match = MatchedTable(AskedTable(DATA), "What is the recall?").match_named(candidate.facts)
    answer = answer_by_candidate(SHOWN, match, candidate)
    assert answer.text == text
    assert bool(answer.reading.entities) is (candidate.operation in ("choice", "extreme", "beyond"))


def asking(session: Session, question: str) -> RequestContext:
    return RequestContext(session, *parse_request(session, question), Focus(), Plan(), Trace(None))


def test_the_named_pair_is_chosen_where_the_rules_have_no_answer(by_words: Session) -> None:
    context = asking(by_words, "By how much is the recall of FooNet above that of ZooTag?")
    chosen = choose_cells(context, [TableReading(SHOWN, frozenset())])
    assert chosen is not None
    assert chosen.cells is not None
    assert chosen.cells.candidate.value == "11.0"
    assert {fact.row for fact in chosen.cells.candidate.facts} == {0, 2}


def test_the_answer_of_the_rules_is_the_last_candidate_of_its_table(by_words: Session) -> None:
    context = asking(by_words, "What is the recall of FooNet?")
    request = TableRequest.of(context.question.text)
    listed, features = list_answers(
        context, request, [TableReading(SHOWN, frozenset(), "81.0"), TableReading(SHOWN, frozenset())]
    )
    assert len(listed) == len(features)
    assert [each.place for each in listed if each.candidate is None] == [0]


def test_a_further_part_of_the_question_is_answered_from_the_same_row(by_words: Session) -> None:
    context = asking(by_words, "Which system has the highest recall, and what is its error?")
    chosen = choose_cells(context, [TableReading(SHOWN, frozenset())])
    assert chosen is not None
    assert chosen.cells is not None
    assert chosen.cells.answer.text == "FooNet (Recall 81.0); Error: 12.5"


def test_answers_are_read_with_their_names_the_caption_and_the_title(by_words: Session) -> None:
    context = asking(by_words, "What is the recall of FooNet?")
    tables = [TableReading(SHOWN, frozenset(), "81.0")]
    listed, _ = list_answers(context, TableRequest.of(context.question.text), tables)
    texts = [in_words(each, tables) for each in listed]
    assert "FooNet, Recall: 81.0. Table 1: Results.. A" in texts
    assert "best: FooNet, Recall: 81.0. Table 1: Results.. A" not in texts  # no extreme is asked for
    assert texts[-1] == "81.0. Table 1: Results."


def test_no_cell_is_chosen_for_a_position_or_of_no_table(by_words: Session) -> None:
    table = TableReading(SHOWN, frozenset())
    assert choose_cells(asking(by_words, "Which system is in the second row?"), [table]) is None
    assert choose_cells(asking(by_words, "What is the recall of FooNet?"), []) is None


def test_a_printed_difference_is_shown_as_a_cell() -> None:
    candidate = CellCandidate("difference", "row", (CELLS[1, 1],), (1,), (1,), "10.0")
    match = MatchedTable(AskedTable(DATA), "What is the error?").match_named(candidate.facts)
    assert answer_by_candidate(SHOWN, match, candidate).text == "10.0 (BarParse, Error)"
