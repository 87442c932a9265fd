"""Positions on the x axis: extremes, and where curves cross."""

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.cells import find_value
from citehop.figures.answer.execute import answer_question
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName, SampledCurve

TICKS = ("0", "2", "4", "6")
CURVES = {
    "small": ((0.0, 80.0), (2.0, 84.0), (4.0, 85.0), (6.0, 85.0)),
    "large": ((0.0, 70.0), (2.0, 82.0), (4.0, 87.0), (6.0, 90.0)),
    "late": ((2.0, 95.0), (4.0, 60.0), (6.0, 62.0)),
}


def chart(*names: str) -> FigureData:
    """Lines over 0 to 6 layers."""
    at = tuple(map(float, TICKS))
    facts = tuple(
        Fact(row, at.index(x), (Number(y, "", 0, 0.1),), printed=False)
        for row, name in enumerate(names)
        for x, y in CURVES[name]
    )
    series = Attribute("series", tuple(map(FigureName, names)), (None,) * len(names))
    places = Attribute("place", tuple(map(FigureName, TICKS)), (None,) * 4, "Number of layers")
    return FigureData(
        "line",
        Entries(len(names), (series,)),
        Entries(4, (places,), at=at, blocks=(0,) * 4),
        facts,
        tuple(SampledCurve(row, 0, CURVES[name]) for row, name in enumerate(names)),
        x_title="Number of layers",
        y_title="Accuracy",
        x_range=(0.0, 6.0),
    )


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("At how many layers do the two curves cross in Figure 4?", "3"),
        ("At which number of layers do small and large intersect?", "3"),
        ("From which number of layers on does large beat small?", "3"),
        ("Where do large and late cross?", "2.65"),
        ("At which number of layers is large lowest?", "0"),
        ("Which curves cross?", None),
    ],
)
def test_curves_cross_at_a_position(question: str, value: str | None) -> None:
    names = ("small", "large", "late") if "late" in question else ("small", "large")
    found = find_value(chart(*names), parse_question(question))
    assert (found.text if found else None) == value


def test_every_curve_starts_and_ends_at_its_own_position() -> None:
    data = chart("small", "large", "late")
    first = answer_question(data, parse_question("Which curve starts highest?"))
    last = answer_question(data, parse_question("Which curve ends highest?"))
    assert first.entities[0].text == "late"
    assert last.entities[0].text == "large"
    settled = answer_question(data, parse_question("Roughly where does small settle?"))
    assert settled.value == "85"


def test_one_of_two_is_chosen_by_a_comparative() -> None:
    question = parse_question("Which of the two models is better at 6 layers?")
    assert answer_question(chart("small", "large"), question).entities[0].text == "large"


def test_positions_are_counted_along_the_axis() -> None:
    data = chart("small", "large")
    found = find_value(data, parse_question("How many layers are shown?"))
    assert found is not None
    assert found.text == "6"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("At how many layers does small rise above 82?", "1"),
        ("At what number of layers does late fall below 70?", "3.43"),
    ],
)
def test_a_curve_passes_a_value_at_a_position(question: str, value: str) -> None:
    found = find_value(chart("small", "late"), parse_question(question))
    assert found is not None
    assert found.text == value
