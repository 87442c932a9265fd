"""Questions about one figure, computed from its data."""

from __future__ import annotations

from dataclasses import replace

from citehop.evaluation.question_generation.one_figure import ask_about_one_figure
from citehop.evaluation.question_generation.types import FigureQuestion
from citehop.figures.types import FigureData
from citehop.papers.types import BBox

from .test_visual import VALUES, make_data, make_figure


def _ask(data: FigureData) -> dict[str, FigureQuestion]:
    return {one.question: one for one in ask_about_one_figure(make_figure(), data, 2.0)}


def test_cells_differences_and_names_are_asked_for() -> None:
    found = _ask(make_data(VALUES))
    cell = found["What is the value of Recall for GammaNet in Table 1?"]
    assert (cell.answer, cell.operation) == ("79.9", "cell")
    assert cell.boxes == (BBox(100, 210, 105, 215), BBox(110, 210, 120, 215))
    gap = found["In Table 1, by how much does the value of Accuracy for BetaNet exceed that for GammaNet?"]
    assert (gap.answer, gap.operation) == ("4.9", "difference")
    assert found["Which model has the highest value for Recall in Table 1?"].answer == "GammaNet"


def test_columns_of_several_magnitudes_are_not_compared() -> None:
    mixed = tuple((accuracy, f"{100 * float(recall):.0f}") for accuracy, recall in VALUES)
    assert not [question for question in _ask(make_data(mixed)) if question.startswith("Which column")]


def test_a_chart_of_pixels_is_not_asked_about() -> None:
    chart = make_data(VALUES, kind="bar", printed=False)
    assert _ask(chart)
    assert not _ask(replace(chart, exact=False))
