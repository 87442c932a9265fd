"""Positions at which two curves meet, in the way that a question says."""

from dataclasses import replace

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.along_axis.axis_position import find_position
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName, SampledCurve

TICKS = ("0", "2", "4", "6")
VALUES = {"wide": (80.0, 84.0, 86.0, 88.0), "deep": (80.0, 82.0, 87.0, 90.0), "plain": (90.0, 85.0, 81.0, 80.0)}  # fmt: skip


def chart(*names: str) -> FigureData:
    """Lines over 0 to 6 layers, read from a PDF's own paths."""
    at = tuple(map(float, TICKS))
    facts = tuple(
        Fact(row, column, (Number(y, "", 0, 0.1),), printed=False)
        for row, name in enumerate(names)
        for column, y in enumerate(VALUES[name])
    )
    series = Attribute("series", tuple(map(FigureName, names)), (None,) * len(names))
    places = Attribute("place", tuple(map(FigureName, TICKS)), (None,) * 4, "Number of layers")
    curves = tuple(
        SampledCurve(row, 0, tuple(zip(at, VALUES[name], strict=True))) for row, name in enumerate(names)
    )
    return FigureData(
        "line",
        Entries(len(names), (series,)),
        Entries(4, (places,), at=at, blocks=(0,) * 4),
        facts,
        curves,
        x_title="Number of layers",
        y_title="Accuracy",
        x_range=(0.0, 6.0),
        exact=True,
    )


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("At how many layers does deep overtake wide?", "3.33"),
        ("At which depth does wide fall behind deep?", "3.33"),
        ("At which number of layers do wide and deep have the same accuracy?", "0; 3.33"),
        ("Where do wide and deep cross?", "3.33"),
        ("Around how many layers does plain drop below deep?", "2.67"),
        ("At how many layers does plain overtake deep?", ""),
        ("Does deep overtake wide?", ""),
        ("Where do the three curves cross?", ""),
    ],
)
def test_curves_meet_in_the_way_that_is_asked_for(question: str, place: str) -> None:
    found = find_position(chart("wide", "deep", "plain"), parse_question(question))
    assert (found.text if found else "") == place


def test_an_axis_of_names_gives_the_two_names_between_which_they_cross() -> None:
    data = replace(chart("wide", "deep"), x_range=None)
    found = find_position(data, parse_question("At how many layers do the curves cross?"))
    assert found is not None
    assert found.text == "between 2 and 4"


def test_pixels_in_which_curves_meet_twice_give_no_position() -> None:
    data = replace(chart("wide", "deep"), exact=False)
    question = parse_question("Where do they have the same accuracy?")
    assert find_position(data, question) is None
