"""Counts in a drawing: of its entries, not of what its values measure."""

from dataclasses import replace

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.cells import find_value
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName

NAMES = ("Adam", "SGD", "Lion")
BARS = FigureData(
    "bar",
    Entries(3, (Attribute("place", tuple(FigureName(name) for name in NAMES), (None,) * 3),)),
    Entries(1, (Attribute("series", (FigureName(""),), (None,)),)),
    tuple(
        Fact(row, 0, (Number(value, "", 0, 1.0),), printed=False)
        for row, value in enumerate((82.0, 77.0, 91.0))
    ),
    y_title="Accuracy",
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many bars are there?", "3"),
        ("How many bars lie between 80 and 90?", "1"),
        ("How many questions does the older system get right?", None),
        ("How many samples are there in the interval that has the most?", None),
    ],
)
def test_only_entries_are_counted(question: str, value: str | None) -> None:
    found = find_value(BARS, parse_question(question))
    assert (found.text if found else None) == value


def test_panels_are_no_entries() -> None:
    panels = Attribute(
        "panel", (FigureName("Train"), FigureName("Dev"), FigureName("Test")), (None,) * 3, depth=1
    )
    places = Attribute("place", (FigureName(""),) * 3, (None,) * 3)
    data = FigureData(
        "line",
        Entries(1, (Attribute("series", (FigureName(""),), (None,)),)),
        Entries(3, (places, panels), blocks=(0, 1, 2)),
        tuple(replace(fact, row=0, column=fact.row) for fact in BARS.facts),
    )
    for question, value in (("How many models are there?", "0"), ("How many panels are there?", "3")):
        found = find_value(data, parse_question(question))
        assert (found.text if found else "0") == value


def test_a_number_of_layers_at_which_something_is_true_is_no_count() -> None:
    data = replace(BARS, kind="line", x_title="Number of layers")
    question = parse_question("At about how many layers do both reach the same accuracy?")
    assert find_value(data, question) is None


def test_bars_of_groups_are_counted_one_by_one() -> None:
    places = Attribute("place", tuple(map(FigureName, "abc")), (None,) * 3)
    series = Attribute("series", (FigureName("Adam"), FigureName("SGD")), (None, None))
    facts = tuple(Fact(row, column, (Number(1.0, ""),)) for row in range(2) for column in range(3))
    groups = FigureData("bar", Entries(2, (series,)), Entries(3, (places,), blocks=(0, 0, 0)), facts)
    counted = find_value(groups, parse_question("How many bars are there?"))
    assert counted is not None
    assert counted.text == "6"
    missing = find_value(replace(groups, facts=facts[1:]), parse_question("How many bars are there?"))
    assert missing is None or missing.text != "6"
