"""Ranges of axes by their printed ticks."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.axis_ranges import answer_axis_range
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def ticks(*numbers: str, x: float = 20, y: float | None = None) -> list[DrawnText]:
    """Numbers of 8 pixels' height under one another, ending at `x`, or in a row at `y`."""
    if y is None:
        return [
            DrawnText(n, BBox(x - 6 * len(n), 10 + 20 * i, x, 18 + 20 * i)) for i, n in enumerate(numbers)
        ]
    return [DrawnText(n, BBox(x + 30 * i, y, x + 30 * i + 12, y + 8)) for i, n in enumerate(numbers)]


PLOT = [*ticks("80", "70", "60", "50", "40"), *ticks("0.5", "1", "1.5", "2", x=30, y=110)]
TITLE = DrawnText("Precision 2", BBox(40, 0, 90, 8))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What range of precision is covered by the y-axis of Figure 1?", "40 to 80"),
        ("What is the range of the x axis?", "0.5 to 2"),
        ("From what to what value does the vertical axis go?", "40 to 80"),
        ("What is the highest value on the y axis of Figure 3?", "80"),
        ("What is the smallest tick label on the x-axis?", "0.5"),
        ("What is the highest accuracy that BERT reaches on the y-axis?", ""),
        ("What is shown on the y-axis?", ""),
    ],
)
def test_the_first_and_last_tick_are_the_range(question: str, answer: str) -> None:
    assert answer_axis_range(parse_question(question, one_hop=True), [*PLOT, TITLE]) == answer


def test_panels_with_two_ranges_have_both_and_with_three_none() -> None:
    question = parse_question("What range does the y-axis cover?", one_hop=True)
    second, third = ticks("6", "4", "2", x=220), ticks("30", "20", "10", x=420)
    assert answer_axis_range(question, [*PLOT, *second]) == "40 to 80; 2 to 6"
    assert answer_axis_range(question, [*PLOT, *second, *third]) == ""


def test_numbers_at_uneven_distances_are_no_ticks() -> None:
    scattered = [DrawnText(n, BBox(0, y, 12, y + 8)) for n, y in (("3", 0), ("1", 20), ("2", 90))]
    assert answer_axis_range(parse_question("What is the range of the y axis?"), scattered) == ""
