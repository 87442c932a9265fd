"""The course of curves in words, and yes or no to their rise or fall."""

from dataclasses import replace

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.cells import find_value
from citehop.figures.answer.execute import answer_question
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName, SampledCurve

TICKS = ("0", "2", "4", "6")
VALUES = {
    "small": (80.0, 84.0, 85.0, 85.0),
    "large": (70.0, 82.0, 87.0, 90.0),
    "late": (60.0, 95.0, 70.0, 62.0),
    "flat": (80.0, 80.1, 79.9, 80.0),
}


def chart(*names: str) -> FigureData:
    """Lines over 0 to 6 layers."""
    at = tuple(map(float, TICKS))
    facts = tuple(
        Fact(row, column, (Number(y, "", 0, 0.1),), printed=False)
        for row, name in enumerate(names)
        for column, y in enumerate(VALUES[name])
    )
    series = Attribute("series", tuple(map(FigureName, names)), (None,) * len(names))
    places = Attribute("place", tuple(map(FigureName, TICKS)), (None,) * 4, "Number of layers")
    return FigureData(
        "line",
        Entries(len(names), (series,)),
        Entries(4, (places,), at=at, blocks=(0,) * 4),
        facts,
        tuple(
            SampledCurve(row, 0, tuple(zip(at, VALUES[name], strict=True))) for row, name in enumerate(names)
        ),
        x_title="Number of layers",
        y_title="Accuracy",
        x_range=(0.0, 6.0),
    )


@pytest.mark.parametrize(
    ("question", "names", "course"),
    [
        ("What happens to large as the number of layers grows?", ("small", "large"), "large rises from 70 at 0 to 90 at 6"),
        (
            "How does the accuracy of late change with depth?",
            ("small", "late"),
            "late rises from 60 at 0 to 95 at 2, then falls to 62 at 6",
        ),
        (
            "What is the effect of the number of layers on accuracy?",
            ("small", "large"),
            "small rises from 80 at 0 to 85 at 6; large rises from 70 at 0 to 90 at 6",
        ),
        ("Does large improve with more layers?", ("small", "large"), "yes: large rises from 70 at 0 to 90 at 6"),
        ("Does large drop with more layers?", ("small", "large"), "no: large rises from 70 at 0 to 90 at 6"),
        (
            "Does the accuracy of late increase with depth?",
            ("small", "late"),
            "late rises from 60 at 0 to 95 at 2, then falls to 62 at 6",
        ),
        ("Does flat benefit from more layers?", ("large", "flat"), "flat stays at 80"),
        ("Does large rise or fall with depth?", ("small", "large"), "large rises from 70 at 0 to 90 at 6"),
    ],
)  # fmt: skip
def test_a_course_is_described(question: str, names: tuple[str, ...], course: str) -> None:
    found = find_value(chart(*names), parse_question(question))
    assert found is not None
    assert found.text == course


def test_curves_that_differ_get_no_verdict() -> None:
    question = parse_question("Does the accuracy increase with more layers?")
    found = find_value(chart("small", "flat", "large"), question)
    assert found is not None
    assert found.text.startswith("small rises from 80 at 0 to 85 at 6; flat stays at 80;")


def test_places_without_numbers_have_no_course() -> None:
    data = chart("small", "large")
    names = Attribute("place", tuple(map(FigureName, "abcd")), (None,) * 4)
    bars = replace(data, kind="bar", columns=Entries(4, (names,), blocks=(0,) * 4), curves=(), x_range=None)
    question = parse_question("What happens to the accuracy of small?")
    reading = answer_question(bars, question)
    assert reading.abstained
    assert not reading.value


def test_several_curves_of_many_are_not_described() -> None:
    data = chart("small", "large", "late", "flat", "small")
    question = parse_question("What happens to the accuracy with more layers?")
    assert answer_question(data, question).abstained


@pytest.mark.parametrize(
    ("question", "change"),
    [
        ("How much accuracy is lost when the depth goes from 2 to 6 layers?", "33"),
        ("By how many points does the accuracy of late go up from 0 to 5 layers?", "6"),
    ],
)
def test_a_change_between_two_positions_is_their_difference(question: str, change: str) -> None:
    """At ticks, and at a vertex of the curve between them."""
    data = chart("late")
    curve = SampledCurve(0, 0, ((0.0, 60.0), (2.0, 95.0), (4.0, 70.0), (5.0, 66.0), (6.0, 62.0)))
    reading = answer_question(replace(data, curves=(curve,)), parse_question(question))
    assert reading.value == change


@pytest.mark.parametrize(
    ("question", "course"),
    [
        ("How does late change between 2 and 4 layers?", "late falls from 95 at 2 to 70 at 4"),
        ("What happens to late after 2 layers?", "late falls from 95 at 2 to 62 at 6"),
        ("Does late drop after 2 layers?", "yes: late falls from 95 at 2 to 62 at 6"),
        ("What happens to late up to 2 layers?", "late rises from 60 at 0 to 95 at 2"),
    ],
)
def test_a_stretch_of_the_axis_is_described_alone(question: str, course: str) -> None:
    found = find_value(chart("late", "large"), parse_question(question))
    assert found is not None
    assert found.text == course


@pytest.mark.parametrize(("layers", "verdict"), [("6", "no"), ("0", "yes")])
def test_above_another_curve_compares_values(layers: str, verdict: str) -> None:
    question = parse_question(f"Is small above large at {layers} layers?")
    assert answer_question(chart("small", "large"), question).value == verdict


def test_curves_without_names_are_not_described() -> None:
    data = chart("small", "large")
    nameless = Attribute("series", (FigureName(""), FigureName("")), (None, None))
    question = parse_question("What happens to the accuracy with more layers?")
    assert find_value(replace(data, rows=Entries(2, (nameless,))), question) is None
