"""Changes, pairs and the ends of an axis, over the data of a line chart and of points."""

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName, SampledCurve

STEPS = (1.0, 2.0, 4.0, 8.0)
LINES = {"Oak": (10.0, 14.0, 20.0, 26.0), "Elm": (18.0, 19.0, 21.0, 22.0), "Ash": (8.0, 12.0, 11.0, 9.0)}


def names(texts: tuple[str, ...], role: str, title: str = "") -> Attribute:
    return Attribute(role, tuple(map(FigureName, texts)), (None,) * len(texts), title)  # type: ignore[arg-type]


def fact(row: int, column: int, value: float) -> Fact:
    return Fact(row, column, (Number(value, "", 0, 0.1),), printed=False)


CHART = FigureData(
    "line",
    Entries(3, (names(tuple(LINES), "series"),)),
    Entries(4, (names(("1", "2", "4", "8"), "place", "Steps (k)"),), at=STEPS, blocks=(0, 0, 0, 0)),
    tuple(fact(r, c, y) for r, line in enumerate(LINES.values()) for c, y in enumerate(line)),
    tuple(SampledCurve(r, 0, tuple(zip(STEPS, y, strict=True))) for r, y in enumerate(LINES.values())),
    x_title="Steps (k)",
    y_title="Recall",
    x_range=(1.0, 8.0),
    exact=True,
)
POINTS = FigureData(
    "scatter",
    Entries(4, (names(("Ant", "Bee", "Cat", "Dog"), "label"),)),
    Entries(2, (names(("Weight", "Speed"), "column"),)),
    tuple(
        fact(r, c, v)
        for r, point in enumerate(((1.0, 90.0), (2.0, 10.0), (2.2, 14.0), (9.0, 11.0)))
        for c, v in enumerate(point)
    ),
    exact=True,
)


def top(data: FigureData, question: str, count: int = 1) -> set[str]:
    reading = answer_question(data, parse_question(question))
    assert not reading.abstained, question
    return {entity.text for entity in reading.entities[:count]}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which line begins highest?", "Elm"),
        ("Which tree ends up highest?", "Oak"),
        ("At the very start, which tree is the lowest?", "Ash"),
        ("Whose recall declines from 2 to 8 steps?", "Ash"),
        ("Which tree grew the fastest?", "Oak"),
        ("Which tree never reaches 15?", "Ash"),
    ],
)
def test_changes(question: str, answer: str) -> None:
    assert top(CHART, question) == {answer}


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Is the recall of Oak rising?", "yes"),
        ("Does Ash improve from 2 to 8 steps?", "no"),
        ("Does Ash drop from 2 to 8 steps?", "yes"),
    ],
)
def test_verdicts_on_a_rise_or_fall(question: str, value: str) -> None:
    assert answer_question(CHART, parse_question(question)).value.partition(":")[0] == value


def test_the_pair_nearest_to_each_other() -> None:
    assert top(CHART, "Which two trees are closest to each other at 4 steps?", 2) == {"Oak", "Elm"}
    assert top(POINTS, "Which two animals are closest to each other?", 2) == {"Bee", "Cat"}
    assert top(POINTS, "Which two animals are most similar in speed?", 2) == {"Bee", "Dog"}
    assert top(POINTS, "Which two animals are furthest apart in weight?", 2) == {"Ant", "Dog"}


@pytest.mark.parametrize(
    ("question", "course"),
    [
        ("Does Oak rise or fall with more steps?", "Oak rises from 10 at 1 to 26 at 8"),
        ("Does Ash rise or fall from 2 to 8 steps?", "Ash falls from 12 at 2 to 9 at 8"),
    ],
)
def test_a_rise_or_a_fall_is_described(question: str, course: str) -> None:
    assert answer_question(CHART, parse_question(question)).value == course
