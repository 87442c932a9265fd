from __future__ import annotations

from citehop.figures.numbers import Number
from citehop.figures.statements.state import MOST, state_data
from citehop.figures.statements.texts import DrawnText
from citehop.figures.statements.types import FigureStatement
from citehop.figures.types import (
    Appearance,
    Attribute,
    Edge,
    Entries,
    Fact,
    FigureData,
    FigureName,
    SampledCurve,
)
from citehop.papers.types import BBox

GREEN = (46.2, -51.7, 49.9)
PLACES = (1.0, 2.0, 3.0)
VALUES = {"ReLU": (70.0, 80.0, 90.0), "tanh": (75.0, 76.0, 74.0)}


def names(role: str, *texts: str) -> Attribute:
    return Attribute(role, tuple(map(FigureName, texts)), (None,) * len(texts))  # type: ignore[arg-type]


def lines() -> FigureData:
    facts = tuple(
        Fact(
            row,
            column,
            (Number(value, "", 0, 0.1),),
            printed=False,
            box=BBox(column, row, column + 1, row + 1),
        )
        for row, values in enumerate(VALUES.values())
        for column, value in enumerate(values)
    )
    looks = (Appearance(GREEN, "dashed"), Appearance(None, "solid"))
    curves = tuple(
        SampledCurve(r, 0, tuple(zip(PLACES, v, strict=True))) for r, v in enumerate(VALUES.values())
    )
    columns = Entries(3, (names("place", "1", "2", "3"),), at=PLACES, blocks=(0, 0, 0))
    return FigureData(
        "line", Entries(2, (names("series", *VALUES),), looks), columns, facts, curves, x_title="Layers",
        y_title="F1", x_range=(1.0, 3.0), exact=True,
    )  # fmt: skip


def ticks() -> list[DrawnText]:
    return [DrawnText(str(70 + 10 * i), BBox(0, 100 - 30 * i, 12, 110 - 30 * i)) for i in range(3)]


def texts_of(found: tuple[FigureStatement, ...]) -> set[str]:
    return {statement.text for statement in found}


def test_a_plot_states_legend_axes_extremes_courses_and_values() -> None:
    found = texts_of(state_data(lines(), [], ticks()))
    assert {
        "The legend lists the 2 series ReLU, tanh.",
        "ReLU is the dashed green line.",
        "The x axis (horizontal) shows Layers.",
        "The y axis (vertical), F1, ranges from 70 to 90.",
        "ReLU has its highest F1, 90, at Layers 3.",
        "tanh has the highest F1 at Layers 1, 75.",
        "The highest F1 of all, 90, is that of ReLU at Layers 3.",
        "ReLU rises from 70 at 1 to 90 at 3.",
        "The lines of ReLU and tanh cross at Layers 1.56.",
        "tanh has F1 76 at Layers 2.",
    } <= found


def test_an_extreme_knows_its_mark_and_what_it_answers() -> None:
    (found,) = (s for s in state_data(lines(), [], ticks()) if s.text.startswith("ReLU has its highest"))
    assert (found.value, found.subject, found.relations) == ("90", "ReLU", ("top",))
    assert found.boxes == (BBox(2, 0, 3, 1),)


def test_the_order_and_number_of_statements_are_fixed() -> None:
    many = [DrawnText(f"word number {i}", BBox(0, 20 * i, 60, 20 * i + 10)) for i in range(300)]
    found = state_data(None, many, many)
    assert len(found) == MOST
    assert found == state_data(None, many, many)


def diagram() -> FigureData:
    boxes = (BBox(0, 200, 80, 210), BBox(0, 100, 80, 110), BBox(0, 0, 80, 10))
    nodes = Attribute("node", tuple(map(FigureName, ("Input", "Encoder", "Softmax"))), boxes)
    edges = (Edge(0, 1, "arrow"), Edge(1, 2, "arrow"))
    return FigureData("diagram", Entries(3, (nodes,), blocks=(0, 1, 2)), edges=edges)


def test_a_diagram_states_arrows_ends_and_numbers() -> None:
    found = texts_of(state_data(diagram(), [], []))
    assert {
        "Arrows lead from Encoder to Softmax, which come after it.",
        "Arrows lead into Encoder from Input, which come before it.",
        "The first step or input is Input.",
        "The last step or output is Softmax.",
        "There are 3 boxes or nodes.",
        "There are 2 arrows.",
    } <= found


def test_texts_of_a_drawing_are_stated_by_their_places_in_the_direction_of_its_arrows() -> None:
    places = zip(("Input", "Encoder", "Softmax"), diagram().rows.attributes[0].boxes, strict=True)
    drawn = [DrawnText(text, box) for text, box in places if box]
    found = {s.text: s for s in state_data(diagram(), drawn, drawn)}
    above = found["Right above Encoder, and right after it, is Softmax."]
    assert (above.value, above.subject, above.relations) == ("Softmax", "Encoder", ("above", "after"))
    assert "Encoder is between Softmax and Input." in found
    assert "In the middle is Encoder." in found
    assert "At the top, as the last part, of the drawing is Softmax." in found


def test_keys_and_titles_of_panels_are_labels() -> None:
    drawn = [DrawnText("(a) Training", BBox(0, 0, 60, 10)), DrawnText("(b) Test", BBox(100, 0, 150, 10))]
    keyed = [*drawn, DrawnText("Victim: people", BBox(0, 50, 60, 60))]
    found = {s.text: s for s in state_data(None, [], keyed)}
    assert found["Panel (b) shows Test."].value == "Test"
    assert found["The 2 panels show Training, Test."].kind == "list"
    assert (found["Victim: people"].subject, found["Victim: people"].value) == ("Victim", "people")


def test_marked_cells_of_a_grid_are_stated_for_rows_and_columns() -> None:
    cells = [((0, 0), 90.0), ((0, 1), 2.0), ((1, 0), 1.0), ((1, 1), 3.0), ((2, 0), 0.0), ((2, 1), 80.0)]
    facts = tuple(Fact(r, c, (Number(v, "", 0, 0.1),), printed=False) for (r, c), v in cells)
    rows, columns = (
        Entries(3, (names("row", "the", "old", "man"),)),
        Entries(2, (names("column", "le", "homme"),)),
    )
    found = texts_of(state_data(FigureData("heatmap", rows, columns, facts), [], []))
    assert {"the is marked with, or aligned to, le.", "homme is marked with, or aligned to, man."} <= found
