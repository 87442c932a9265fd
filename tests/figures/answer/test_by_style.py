"""Nodes of a diagram that are drawn shaded."""

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.types import Appearance, Attribute, Edge, Entries, FigureData, FigureName
from citehop.papers.types import BBox


def test_shaded_nodes_are_neither_white_nor_texts_without_a_box() -> None:
    boxes = tuple(BBox(60.0 * i, 0, 60.0 * i + 40, 20) for i in range(4))
    names = tuple(map(FigureName, ("alpha", "state", "signal", "noise")))
    grounds = ((0.0, 0.0, 0.0), (100.0, 0.0, 0.0), (86.0, 0.0, 0.0), (100.0, 0.0, 0.0))
    rows = Entries(
        4, (Attribute("node", names, boxes),), tuple(map(Appearance, grounds)), blocks=(0, 1, 2, 3)
    )
    data = FigureData("diagram", rows, edges=(Edge(0, 1, "arrow"), Edge(1, 2, "arrow"), Edge(3, 2, "arrow")))
    reading = answer_question(data, parse_question("Which variable is shaded?"))
    assert reading.entities[0].text == "signal"
    assert not reading.abstained
