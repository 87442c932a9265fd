"""Statements of a plot of two curves, A rising from 10 to 30 and "A + RAND" falling from 40 to 20, over 0, 50 and 100 trees."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.numbers import Number
from citehop.figures.plot_statements.choose import choose_statement
from citehop.figures.plot_statements.positions import find_end, find_number
from citehop.figures.statements.series import print_measured
from citehop.figures.types import (
    Appearance,
    Attribute,
    Entries,
    Fact,
    FigureData,
    FigureName,
    Role,
    SampledCurve,
)
from citehop.papers.types import BBox

AT = (0.0, 50.0, 100.0)
VALUES = {0: (10.0, 15.0, 30.0), 1: (40.0, 25.0, 20.0)}


def names(role: Role, texts: Sequence[str], title: str = "") -> Attribute:
    return Attribute(role, tuple(map(FigureName, texts)), (None,) * len(texts), title)


def plot() -> FigureData:
    facts = tuple(
        Fact(row, column, (Number(value, "", 0, 0.0),), printed=False)
        for row, values in VALUES.items()
        for column, value in enumerate(values)
    )
    return FigureData(
        "line",
        Entries(2, (names("series", ("A-base", "A-base + RAND")),)),
        Entries(3, (names("place", ("0", "50", "100"), "training trees"),), at=AT, blocks=(0, 0, 0)),
        facts,
        tuple(SampledCurve(row, 0, tuple(zip(AT, values, strict=True))) for row, values in VALUES.items()),
        x_title="training trees",
        y_title="F1",
        x_range=(0.0, 100.0),
    )


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where does the A-base curve end, roughly?", "30"),
        ("Where does the randomly initialised A-base curve begin?", "40"),
        ("About what F1 does A-base have with 75 trees?", "22.5"),
        ("What F1 does A-base have with no trees at all?", "10"),
        ("F1 values of both models at 50 trees?", "A-base: 15; A-base + RAND: 25"),
        ("With the fewest training trees, which model is on top?", "A-base + RAND (40)"),
        ("With the most training trees, which model is on top?", "A-base (30)"),
        ("Height of A-base's peak?", "30 (training trees 100)"),
        ("At how many training trees does the A-base curve end?", "100 (30)"),
        ("Where on the x axis does A-base + RAND begin?", "0 (40)"),
        ("Which model is higher up at the left end of the curves, on top?", "A-base + RAND (40)"),
    ],
)
def test_the_statement_fits_all_parts_of_the_question(question: str, text: str) -> None:
    statement = choose_statement(plot(), parse_question(question, one_hop=True))
    assert statement is not None
    assert statement.text == text


@pytest.mark.parametrize(
    "question",
    [
        "What F1 is reached with 50 trees?",  # by which curve?
        "What F1 does A-base have with 400 trees?",  # outside the plot
        "Which model drops below 12?",
        "Is A-base above A-base + RAND at 50 trees?",
        "How many points is A-base behind A-base + RAND at 50 trees?",
        "What colour is the A-base curve at 50 trees?",
    ],
)
def test_no_statement_where_a_part_of_the_question_stays_open(question: str) -> None:
    assert choose_statement(plot(), parse_question(question, one_hop=True)) is None


def test_no_position_on_an_axis_whose_first_ticks_are_not_to_scale() -> None:
    data = replace(plot(), x_range=(-50.0, 100.0))
    question = parse_question("About what F1 does A-base have with 75 trees?", one_hop=True)
    assert choose_statement(data, question) is None


def test_a_position_below_zero_has_its_sign() -> None:
    data = replace(plot(), x_range=(-50.0, 100.0))
    ticks = replace(data.columns, attributes=(names("place", ("-50", "50", "100"), "training trees"),))
    assert find_number(replace(data, columns=ticks), "A-base at -40") == -40
    assert find_number(replace(data, columns=ticks), "A-base at 40") == 40


def test_a_place_without_a_label_is_printed_in_full() -> None:
    columns = Entries(3, (), at=(0.0, 50_000.0, 100_000.0), blocks=(0, 0, 0))
    data = replace(plot(), columns=columns, x_range=(0.0, 100_000.0))
    statement = choose_statement(data, parse_question("Height of A-base's peak?", one_hop=True))
    assert statement is not None
    assert statement.text == "30 (training trees 100,000)"


def test_the_left_panel_is_no_start_of_the_axis() -> None:
    assert (
        find_end(plot(), parse_question("What F1 does A-base have in the left plot?", one_hop=True)) is None
    )
    assert find_end(plot(), parse_question("What F1 does A-base have on the far left?", one_hop=True)) == 0


def test_large_numbers_are_printed_in_groups() -> None:
    assert print_measured(711651.5) == "712,000"
    assert print_measured(86.4516) == "86.5"


def test_the_only_curve_of_a_panel_needs_no_name() -> None:
    data = plot()
    unnamed = replace(
        data,
        rows=Entries(2, (names("series", ("", "")),)),
        columns=Entries(
            6,
            (names("place", ("0", "50", "100") * 2), names("panel", ("Train",) * 3 + ("Test",) * 3)),
            at=AT * 2,
            blocks=(0, 0, 0, 1, 1, 1),
        ),
        facts=tuple(replace(fact, column=fact.column + 3 * fact.row) for fact in data.facts),
        curves=tuple(replace(curve, panel=curve.row) for curve in data.curves),
    )
    question = parse_question("At which size is the test F1 highest?", one_hop=True)
    statement = choose_statement(unnamed, question)
    assert statement is not None
    assert statement.text == "0 (40)"


def test_printed_values_go_before_those_between_their_marks() -> None:
    printed = {(0, 0), (0, 1), (0, 2)}
    facts = [
        replace(fact, printed=True, text=f"{fact.value:g}")
        for fact in plot().facts
        if (fact.row, fact.column) in printed
    ]
    between = Fact(0, 3, (Number(30.4, "", 0, 0.0),), printed=False)
    data = plot()
    columns = Entries(4, (names("place", ("0", "50", "100", "")),), at=(*AT, 75.0), blocks=(0,) * 4)
    question = parse_question("At how many trees is A-base highest?", one_hop=True)
    statement = choose_statement(replace(data, columns=columns, facts=(*facts, between)), question)
    assert statement is not None
    assert statement.text == "100 (30)"


def test_a_peak_between_the_ticks() -> None:
    line = SampledCurve(0, 0, ((0.0, 10.0), (25.0, 35.0), (50.0, 15.0), (100.0, 30.0)))
    data = replace(plot(), curves=(line, plot().curves[1]), exact=True)
    question = parse_question("At how many training trees is A-base highest?", one_hop=True)

    def text(shown: FigureData) -> str:
        statement = choose_statement(shown, question)
        return statement.text if statement else ""

    assert text(data) == "25 (35)"
    assert text(replace(data, exact=False)) == "100 (30)"
    marked = replace(data.rows, appearances=(Appearance(marker="cross"), None))
    assert text(replace(data, rows=marked)) == "100 (30)"


def test_a_name_that_another_one_continues_is_meant_as_it_is_printed() -> None:
    data = replace(plot(), rows=Entries(2, (names("series", ("A", "A-")),)))

    def value(question: str) -> str:
        statement = choose_statement(data, parse_question(question, one_hop=True))
        return statement.text if statement else ""

    assert value("Where does the A curve end?") == "30"
    assert value("Where does the A- curve end?") == "20"


def test_gains_are_the_values_of_an_axis_of_changes() -> None:
    data = replace(plot(), y_title="Change in F1")

    def answer(question: str) -> str:
        statement = choose_statement(data, parse_question(question, one_hop=True))
        return statement.text if statement else ""

    assert answer("Which model gains the most with 50 training trees?") == "A-base + RAND (25)"
    assert answer("Which model loses the most with a number of trees of 100?") == "A-base + RAND (20)"


def test_a_number_that_a_label_has_too() -> None:
    data = replace(plot(), rows=Entries(2, (names("series", ("A-50", "B-50")),)))
    question = parse_question("About what F1 does A-50 have at a size of 50?", one_hop=True)
    statement = choose_statement(data, question)
    assert statement is not None
    assert statement.text == "15"


def bars() -> FigureData:
    """Two panels of bars under one another without names of series, with a word under each bar."""
    heights = ((5.0, 9.0, 7.0), (2.0, 8.0, 3.0, 4.0))
    facts = tuple(
        Fact(
            panel,
            3 * panel + place,
            (Number(value, "", 0, 0.1),),
            printed=False,
            box=BBox(20.0 * place, 100.0 * panel + 80 - value, 20.0 * place + 10, 100.0 * panel + 80),
        )
        for panel, values in enumerate(heights)
        for place, value in enumerate(values)
    )
    places = names("place", ("red", "green", "blue", "red", "white", "", "black"))
    columns = Entries(7, (places,), at=(None,) * 7, blocks=(0, 0, 0, 1, 1, 1, 1))
    return FigureData("bar", Entries(2, (names("series", ("", "")),)), columns, facts)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("In the upper chart, what word has the second tallest bar?", "blue (7)"),
        ("In the lower of the two bar charts, what word has the tallest bar?", "white (8)"),
        ("In the lower of the two bar charts, what word has the second tallest bar?", "black (4)"),
        ("In the bottom panel, what word has the shortest bar?", "red (2)"),
        ("In the bottom panel, what word has the third tallest bar?", None),  # it has no name
        ("In the upper chart, what word has the fourth tallest bar?", None),
    ],
)
def test_the_rank_of_a_bar_in_a_panel(question: str, text: str | None) -> None:
    statement = choose_statement(bars(), parse_question(question, one_hop=True))
    assert (statement.text if statement else None) == text


def test_the_only_mark_of_a_curve_is_at_no_end_of_the_axis_but_its_own() -> None:
    kept = tuple(fact for fact in plot().facts if (fact.row, fact.column) not in {(0, 0), (0, 1)})
    data = replace(plot(), facts=kept, curves=(plot().curves[1],))
    at_end = parse_question("Which model is lowest at the end?", one_hop=True)
    at_start = parse_question("Which model is lowest at the start?", one_hop=True)
    statement = choose_statement(data, at_end)
    assert statement is not None
    assert statement.text == "A-base + RAND (20)"
    assert choose_statement(data, at_start) is None
