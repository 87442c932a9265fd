"""Questions about charts at the numbers of their axis."""

from __future__ import annotations

from dataclasses import replace

from citehop.evaluation.question_generation.one_figure import ask_at_ticks
from citehop.evaluation.question_generation.views import build_views
from citehop.figures.numbers import Number
from citehop.figures.types import (
    Attribute,
    Entries,
    Fact,
    FigureData,
    FigureKind,
    FigureName,
    SampledCurve,
)

NAMES = {0: "Ours", 1: "Baseline"}


def chart(
    values: list[list[float]], ticks: list[str], kind: FigureKind = "line", step: float = 0.01
) -> FigureData:
    def side(names: list[str], role: str) -> Entries:
        attribute = Attribute(role, tuple(map(FigureName, names)), (None,) * len(names))  # type: ignore[arg-type]
        return Entries(len(names), (attribute,))

    facts = [
        Fact(row, column, (Number(value, "", step=step),), printed=False)
        for row, line in enumerate(values)
        for column, value in enumerate(line)
    ]
    return FigureData(
        kind, side(list(NAMES.values()), "series"), side(ticks, "place"), tuple(facts), exact=True
    )


def asked(data: FigureData) -> dict[str, str]:
    view = next(build_views(data))
    return {question: answer for _, question, answer, _ in ask_at_ticks(data, view, NAMES, "Figure 2")}


def test_the_first_series_and_the_first_place() -> None:
    found = asked(chart([[1, 3, 5, 4], [2, 2, 1, 1.5]], ["10", "20", "30", "40"]))
    assert found["Which series has the highest value at 10 on the horizontal axis in Figure 2?"] == "Baseline"
    assert found["Which series has the lowest value at 30 on the horizontal axis in Figure 2?"] == "Baseline"
    place = "At which number on the horizontal axis does {} have its {} value in Figure 2?"
    assert found[place.format("Ours", "highest")] == "30"
    assert found[place.format("Baseline", "lowest")] == "30"
    assert place.format("Baseline", "highest") not in found  # twice the same value


def test_bars_are_asked_about_without_an_axis() -> None:
    found = asked(chart([[1, 3, 5, 4], [2, 2, 1, 1.5]], ["10", "20", "30", "40"], "bar"))
    assert found["Which series has the highest value for 20 in Figure 2?"] == "Ours"
    assert not any("horizontal" in question for question in found)


def test_what_is_not_sure_is_not_asked() -> None:
    close = asked(chart([[1, 3, 5, 4], [1.02, 3.02, 5.02, 4.02]], ["10", "20", "30", "40"]))
    assert not any(question.startswith("Which series") for question in close)
    twice = asked(chart([[1, 3, 5, 4], [2, 2, 1, 1.5]], ["10", "20", "10", "20"]))  # of two panels
    assert not twice
    partial = chart([[1, 3, 5, 4], [2, 2, 1, 1.5]], ["10", "20", "30", "40"])
    without = replace(partial, facts=partial.facts[:-1])
    assert not any("at 40 on" in question for question in asked(without))


def test_a_line_that_is_higher_between_two_numbers_has_no_highest_number() -> None:
    data = chart([[1, 3, 5, 4], [2, 2, 1, 1.5]], ["10", "20", "30", "40"])
    points = ((10.0, 1.0), (30.0, 5.0), (35.0, 6.0), (40.0, 4.0))
    found = asked(replace(data, curves=(SampledCurve(0, 0, points),)))
    assert not any("Ours have its highest" in question for question in found)
    assert any("Ours have its lowest" in question for question in found)
