"""Charts of several panels: the one that a question names, by letter, place or title."""

from dataclasses import replace

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.answer.restriction.named_panel import restrict_to_panel
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName, SampledCurve
from citehop.papers.types import BBox

# Growth and yield of two seeds over doses of 1, 2 and 3, side by side.
GROWTH = {"Alva": (5.0, 9.0, 6.0), "Bera": (4.0, 7.0, 8.0)}
YIELD = {"Alva": (30.0, 20.0, 10.0), "Bera": (12.0, 12.0, 12.0)}


def two_panels() -> FigureData:
    facts, curves = list[Fact](), list[SampledCurve]()
    for panel, series in enumerate((GROWTH, YIELD)):
        for row, values in enumerate(series.values()):
            for place, value in enumerate(values):
                box = BBox(
                    300.0 * panel + 50 * place, 100 - value, 300.0 * panel + 50 * place + 4, 104 - value
                )
                column = 3 * panel + place
                facts.append(Fact(row, column, (Number(value, "", 0, 0.1),), printed=False, box=box))
            points = tuple((place + 1.0, value) for place, value in enumerate(values))
            curves.append(SampledCurve(row, panel, points))
    titles = tuple(FigureName(title) for title in ("Plant growth", "Plant yield") for _ in range(3))
    places = tuple(FigureName(str(dose)) for _ in range(2) for dose in (1, 2, 3))
    nowhere = (None,) * 6
    columns = Entries(
        6,
        (Attribute("place", places, nowhere, "Dose"), Attribute("panel", titles, nowhere)),
        at=(1.0, 2.0, 3.0, 1.0, 2.0, 3.0),
        blocks=(0, 0, 0, 1, 1, 1),
    )
    list_names = Attribute("series", (FigureName("Alva"), FigureName("Bera")), (None, None))
    return FigureData(
        "line",
        Entries(2, (list_names,)),
        columns,
        tuple(facts),
        tuple(curves),
        x_title="Dose",
        y_title="Plant growth",
        x_range=(1.0, 3.0),
        others=(FigureName("(a) Early trial."), FigureName("(b) Late trial.")),
    )


@pytest.mark.parametrize(
    ("question", "panel"),
    [
        ("At which dose is Alva highest in the growth plot?", 0),
        ("At which dose is Alva highest in the plot of yield?", 1),
        ("At which dose is Alva highest in panel (b)?", 1),
        ("Which seed is best in Figure 2b?", 1),
        ("In the left panel, which seed is best?", 0),
        ("Which seed is lowest in the plot on the right?", 1),
        ("Which seed does best in the late trial?", 1),
        ("Which seed is best in the first panel?", 0),
        ("Which seed is best at the end?", None),
        ("Which seed is best in panel (f)?", None),
        ("Which seed is best in Figure 2 b?", 1),
    ],
)
def test_the_panel_that_a_question_names(question: str, panel: int | None) -> None:
    data, _ = restrict_to_panel(two_panels(), parse_question(question))
    assert set(data.columns.blocks) == ({0, 1} if panel is None else {panel})
    assert len(data.facts) == (12 if panel is None else 6)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("At which dose is Alva highest in the growth plot?", "2"),
        ("At which dose is Alva highest in the plot of yield?", "1"),
        ("What is the growth of Bera at dose 3?", "8"),
        ("How high is the yield of Bera?", "12"),  # a level curve has it everywhere
        ("How good is Alva at a dose of 2 in the right panel?", "20"),
    ],
)
def test_values_are_those_of_the_panel(question: str, answer: str) -> None:
    assert answer_question(two_panels(), parse_question(question)).value == answer


def test_the_bottom_of_a_chart_of_curves_is_their_lowest() -> None:
    data, _ = restrict_to_panel(two_panels(), parse_question("growth"))
    reading = answer_question(data, parse_question("Which curve stays at the bottom?"))
    assert reading.entities[0].text == "Bera"


def test_in_a_grid_no_panel_is_the_one_on_the_left() -> None:
    """Two panels below two others, each with two bars."""
    boxes = [
        BBox(x + 50 * bar, y, x + 50 * bar + 30, y + 60)
        for x, y in ((0, 0), (200, 0), (0, 150), (200, 150))
        for bar in (0, 1)
    ]
    facts = tuple(Fact(0, at, (Number(at + 1.0, "", 0, 0.1),), box=box) for at, box in enumerate(boxes))
    names = tuple(FigureName(f"bar {at}") for at in range(8))
    columns = Entries(8, (Attribute("place", names, (None,) * 8),), blocks=(0, 0, 1, 1, 2, 2, 3, 3))
    grid = FigureData("bar", Entries(1), columns, facts)
    asked = parse_question("Which bar is highest in the left panel?")
    assert restrict_to_panel(grid, asked)[0] == grid
    row = FigureData("bar", Entries(1), replace(columns, count=4, blocks=(0, 0, 1, 1)), facts[:4])
    assert [fact.numbers[0].value for fact in restrict_to_panel(row, asked)[0].facts] == [1.0, 2.0]


def test_points_are_those_of_the_panel() -> None:
    names = ("alder", "birch", "cedar", "maple")
    boxes = tuple(BBox(x, y, x + 4, y + 4) for x, y in ((10, 10), (90, 40), (210, 60), (290, 20)))
    titles = tuple(map(FigureName, ("Spring", "Spring", "Autumn", "Autumn")))
    rows = Entries(
        4, (Attribute("label", tuple(map(FigureName, names)), boxes), Attribute("panel", titles, (None,) * 4))
    )
    columns = Entries(2, (Attribute("column", (FigureName("x"), FigureName("y")), (None, None)),))
    facts = tuple(
        Fact(row, column, (Number(value, "", 0, 0.1),), printed=False, box=box)
        for row, box in enumerate(boxes)
        for column, value in enumerate((box.x0, -box.y0))
    )
    points = FigureData("scatter", rows, columns, facts)
    question = parse_question("In the projection on the left, which tree lies furthest to the right?")
    assert answer_question(points, question).entities[0].text == "birch"
    question = parse_question("Which tree is at the right in the map of autumn?")
    assert answer_question(points, question).entities[0].text == "maple"
