"""Numeric axes from tick labels."""

import pytest

from citehop.figures.chart.axes.numeric import numeric_axes
from citehop.figures.shapes.label import Label, phrase_from
from citehop.papers.types import BBox

EM = 10.0


def ticks(texts: list[str], upright: bool = True) -> list[Label]:
    """Labels 40 pixels apart, from the top to the bottom or from left to right."""
    return [
        phrase_from(text, BBox(10, 40 * n, 20, 40 * n + EM) if upright else BBox(40 * n, 10, 40 * n + EM, 20))
        for n, text in enumerate(texts)
    ]


def values(texts: list[str], upright: bool = True) -> list[float]:
    (axis,) = numeric_axes(ticks(texts, upright), EM)
    return [tick.value for tick in axis.ticks]


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        (["2", "1", "0", "1", "2", "3"], [2, 1, 0, -1, -2, -3]),
        (["1.0", "0.5", "0.0", "0.5", "1.0"], [1.0, 0.5, 0.0, -0.5, -1.0]),
        (["3", "2", "1", "0"], [3, 2, 1, 0]),
        (["0", "1", "2", "3"], [0, 1, 2, 3]),
        (["2", "1", "0", "-1"], [2, 1, 0, -1]),
    ],
)
def test_lost_minus_signs_are_restored_below_zero(texts: list[str], read: list[float]) -> None:
    assert values(texts) == read


def test_a_level_axis_keeps_its_numbers() -> None:
    """Those of a population pyramid rise to both sides."""
    assert values(["3", "2", "1", "0", "1"], upright=False) == [3, 2, 1, 0]
