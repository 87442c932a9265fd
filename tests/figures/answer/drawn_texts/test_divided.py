"""Two trees side by side with their titles below, a third one under them, and two trees without titles."""

from __future__ import annotations

import pytest

from citehop.figures.answer.drawn_texts.divided import find_part, restrict_diagram
from citehop.figures.statements.texts import DrawnText
from citehop.figures.types import Attribute, Edge, Entries, FigureData, FigureName
from citehop.papers.types import BBox


def text(words: str, x: float, y: float) -> DrawnText:
    return DrawnText(words, BBox(x, y, x + 6.0 * len(words), y + 10))


LEFT = [text("S", 30, 0), text("NP", 0, 20), text("VP", 50, 20)]
RIGHT = [text("S", 160, 0), text("NN", 140, 20), text("VB", 180, 20)]
UNDER = [text("X", 60, 80), text("Y", 60, 100)]
TITLES = [text("(a) One", 10, 40), text("(b) Two", 150, 40), text("(c) Three", 50, 120)]
TREES = [*LEFT, *RIGHT, *UNDER, *TITLES]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which label is at the top of tree (a)?", LEFT),
        ("What is below S in Figure 3(b)?", RIGHT),
        ("In part c, what is below X?", UNDER),
        ("Which label is at the top of tree (d)?", []),
        ("Which label is at the top?", []),
    ],
)
def test_parts_with_titles_below(question: str, part: list[DrawnText]) -> None:
    assert find_part(question, TREES) == part


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What is below S in the left tree?", LEFT),
        ("What is below S in the tree on the right?", RIGHT),
        ("What is to the left of NP?", []),
    ],
)
def test_parts_at_the_sides_of_a_gap(question: str, part: list[DrawnText]) -> None:
    found = find_part(question, [*LEFT, *RIGHT])
    assert sorted(found, key=lambda text: text.box.x0) == sorted(part, key=lambda text: text.box.x0)


def test_no_sides_without_a_gap() -> None:
    wide = text("a sentence under both of the trees", 0, 40)
    assert find_part("What is below S in the left tree?", [*LEFT, *RIGHT, wide]) == []


def test_the_nodes_of_a_part() -> None:
    texts = [*LEFT, *RIGHT]
    nodes = Attribute("node", tuple(FigureName(t.text) for t in texts), tuple(t.box for t in texts))
    edges = tuple(Edge(a, b) for a, b in ((0, 1), (0, 2), (3, 4), (3, 5)))
    data = FigureData("diagram", Entries(6, (nodes,)), edges=edges)
    right = restrict_diagram(data, RIGHT)
    assert [name.text for name in right.rows.attributes[0].names] == ["S", "NN", "VB"]
    assert right.edges == (Edge(0, 1), Edge(0, 2))
    assert restrict_diagram(data, []) is data
