"""Names of bars that were read as one text."""

from __future__ import annotations

from citehop.figures.chart.axes.categories import Category
from citehop.figures.chart.axes.plot_area import PlotArea
from citehop.figures.chart.marks.run_together import part_names
from citehop.figures.chart.types import Mark
from citehop.papers.types import BBox


def bar(at: float, place: int) -> Mark:
    return Mark(0, 0, place, BBox(at - 10, 0, at + 10, 50), y=5.0, size=1000.0)


def area(*names: tuple[str, float, float]) -> PlotArea:
    columns = tuple(Category(text, (x0 + x1) / 2, BBox(x0, 60, x1, 70)) for text, x0, x1 in names)
    return PlotArea(BBox(0, 0, 200, 55), (100.0, 0.0, 0.0), 10.0, columns=columns)


def test_each_word_names_the_bar_over_it() -> None:
    panel, bars = part_names(
        area(("red", 10, 30), ("green blue", 50, 110)), [bar(20, 0), bar(60, -1), bar(100, 1)]
    )
    assert [column.text for column in panel.columns] == ["red", "green", "blue"]
    assert [mark.place for mark in bars] == [0, 1, 2]


def test_a_name_of_two_words_under_one_bar_stays_whole() -> None:
    whole = area(("red", 10, 30), ("dark blue", 80, 120))
    panel, bars = part_names(whole, [bar(20, 0), bar(60, -1), bar(100, 1)])
    assert panel is whole
    assert [mark.place for mark in bars] == [0, -1, 1]
