"""Statements of a plot in place of what was read from it."""

from __future__ import annotations

import pytest
from PIL import Image

from citehop.agent.answerers.figures.reading import PartAnswer, ShownFigure
from citehop.agent.answerers.figures.stated import answer_with_place
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureImage, FigureName, Reading
from citehop.papers.types import BBox, Figure, Paper


def shown() -> ShownFigure:
    facts = tuple(
        Fact(0, i, (Number(value, str(value), 0, 0.0),), str(value)) for i, value in enumerate((7, 9, 8))
    )
    places = Attribute("place", tuple(map(FigureName, ("1", "3", "5"))), (None,) * 3, "window")
    series = Attribute("series", (FigureName("CNN"),), (None,))
    columns = Entries(3, (places,), at=(1.0, 3.0, 5.0), blocks=(0, 0, 0))
    data = FigureData("line", Entries(1, (series,)), columns, facts, x_title="window", x_range=(1.0, 5.0))
    figure = Figure("p1:figure1", "figure", "Figure 1", "", 1, BBox(0, 0, 200, 100))
    return ShownFigure(FigureImage(Image.new("RGB", (200, 100))), Paper("a", "A title"), figure, data, True)


@pytest.mark.parametrize(
    ("question", "read", "text"),
    [
        ("With which window is the CNN best, and how good is it?", "3", "3 (9)"),
        ("With which window is the CNN best?", "3", None),  # one thing is asked for
        ("With which window is the CNN best, and how good is it?", "5", None),  # they disagree
    ],
)
def test_a_peak_comes_with_its_place(question: str, read: str, text: str | None) -> None:
    answers = [PartAnswer(Reading(), read)]
    stated = answer_with_place(shown(), parse_question(question, one_hop=True), answers)
    assert (stated.text if stated else None) == text
