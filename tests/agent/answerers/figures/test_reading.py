"""Answers from the data of a figure."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from citehop.agent.answerers.figures.reading import (
    ShownFigure,
    answer_by_cells,
    answer_by_reading,
    fits_noun,
    is_chosen,
)
from citehop.agent.answerers.tables.matched_table import CellMatch
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.numbers import Number
from citehop.figures.types import (
    Attribute,
    Edge,
    Entries,
    Fact,
    FigureData,
    FigureImage,
    FigureName,
    Reading,
)
from citehop.papers.types import BBox, Figure, Paper, Word

FIGURE = Figure("p1:table1", "table", "Table 1", "", 1, BBox(0, 0, 100, 100))


def fact(row: int, column: int, value: float) -> Fact:
    return Fact(row, column, (Number(value, f"{value}", 1, 0.1),), f"{value}")


def shown(data: FigureData) -> ShownFigure:
    return ShownFigure(FigureImage(Image.new("RGB", (8, 8))), Paper(id="a", title="A"), FIGURE, data, True)


def test_a_range_is_not_answered_by_the_name_of_a_line() -> None:
    names = (FigureName("FooNet"), FigureName("BarParse"))
    rows = Entries(2, (Attribute("series", names, (None, None)),))
    columns = Entries(2, (Attribute("place", (FigureName("0.1"), FigureName("0.2")), (None, None)),))
    facts = tuple(fact(row, column, 10.0 * row + column) for row in range(2) for column in range(2))
    chart = shown(FigureData("line", rows, columns, facts))
    best = answer_by_reading(chart, parse_question("Which line has the highest accuracy?"))
    assert best.text == "BarParse"
    asked = parse_question("Which range of the weight gives the best accuracy?")
    assert answer_by_reading(chart, asked).text != "BarParse"


def test_a_sign_in_a_drawing_is_no_answer() -> None:
    boxes = (BBox(0, 0, 20, 10), BBox(0, 40, 20, 50), BBox(0, 80, 20, 90))
    for sign, text in (("Pool", "Pool"), ("+", "")):
        names = tuple(map(FigureName, ("Embed", sign, "Output")))
        rows = Entries(3, (Attribute("node", names, boxes),), blocks=(0, 1, 2))
        edges = (Edge(0, 1, "arrow"), Edge(1, 2, "arrow"))
        flow = shown(FigureData("diagram", rows, edges=edges))
        answer = answer_by_reading(flow, parse_question("Which block does Embed feed into?"))
        assert answer.text == text


def test_all_names_of_a_set_are_the_answer() -> None:
    names = tuple(map(FigureName, ("Encoders", "BERT", "RoBERTa", "GPT-2")))
    boxes = tuple(BBox(0, 20 * i, 50, 20 * i + 10) for i in range(4))
    tree = FigureData(
        "diagram",
        Entries(4, (Attribute("node", names, boxes),), blocks=(0, 1, 2, 3)),
        edges=(Edge(0, 1), Edge(0, 2)),
        exact=True,
    )
    listed = parse_question("What are the children of Encoders?")
    assert set(answer_by_reading(shown(tree), listed).text.split(", ")) == {"BERT", "RoBERTa"}


@pytest.mark.parametrize(("name", "quotes"), [("FooNet", ["FooNet 81.2"]), ("Foo\ufffd", [])])
def test_a_line_with_a_character_that_could_not_be_read_is_no_quote(name: str, quotes: list[str]) -> None:
    box = BBox(50, 10, 70, 20)
    words = (Word(name, BBox(0, 10, 40, 20)), Word("81.2", box))
    cell = Fact(0, 0, text="81.2", box=box)
    table = shown(FigureData("table", facts=(cell,)))
    table = replace(table, figure=replace(table.figure, bbox=BBox(0, 0, 100, 100), words=words))
    match = CellMatch((("Row", "Recall", cell),), 1.0)
    answer = answer_by_cells(table, match, Reading())
    assert [quote.quote for quote in answer.quotes] == quotes


def test_the_answer_is_one_of_the_choices_that_a_question_gives() -> None:
    for choices, chosen in (("FooNet or BarParse", True), ("rain only or rain and wind", False)):
        asked = parse_question(f"Which setting gives the highest accuracy, {choices}?")
        assert is_chosen(asked, "BarParse") is chosen
    assert is_chosen(parse_question("Which setting gives the highest accuracy?"), "BarParse")


def test_a_part_of_a_name_and_one_of_a_pair_are_no_answers() -> None:
    def answer(highest: str, question: str) -> str:
        names = (FigureName("FooNet"), FigureName(highest))
        rows = Entries(2, (Attribute("series", names, (None, None)),))
        columns = Entries(2, (Attribute("place", (FigureName("0.1"), FigureName("0.2")), (None, None)),))
        facts = tuple(fact(row, column, 10.0 * row + column) for row in range(2) for column in range(2))
        chart = shown(FigureData("line", rows, columns, facts))
        return answer_by_reading(chart, parse_question(question)).text

    assert answer("BarParse", "Which model has the highest accuracy?") == "BarParse"
    assert answer("(large)", "Which model has the highest accuracy?") == ""
    assert answer("BarParse", "Which pair has the highest accuracy?") == ""
    assert answer("De-En", "Which language pair has the highest accuracy?") == "De-En"


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("What weight does the node n2 get in Figure 1?", "0.48", True),
        ("What weight does the node n2 get in Figure 1?", "selected word", False),
        ("What operation comes just before y in Figure 4?", "pooling", True),
        ("What operation comes just before y in Figure 4?", "q3", False),
        ("Which node comes just before y in Figure 4?", "q3", True),
    ],
)
def test_a_weight_is_a_number_and_an_operation_a_word(question: str, text: str, fits: bool) -> None:
    assert fits_noun(parse_question(question), text) is fits
