"""Figures selected by their label, or by their page."""

import pytest

from citehop.errors import UsageError
from citehop.papers.types import BBox, Figure, FigureKind
from citehop.retrieval.figure_selection import named_figure


def build_figure(figure_id: str, kind: FigureKind, label: str, page: int) -> Figure:
    return Figure(figure_id, kind, label, "", page, BBox(0.0, 0.0, 100.0, 50.0))


FIGURES = (
    build_figure("p3:table1", "table", "Table 1", 3),
    build_figure("p3:figure1", "figure", "Figure 1", 3),
    build_figure("p5:table", "table", "First table on page 5", 5),
    build_figure("p5:table-2", "table", "Second table on page 5", 5),
)


@pytest.mark.parametrize(
    ("label", "figure_id"),
    [
        ("table I", "p3:table1"),
        ("table one", "p3:table1"),
        ("Figure One", "p3:figure1"),
        ("Fig. 1", "p3:figure1"),
        ("second table on page 5", "p5:table-2"),
        ("Table on page 5", "p5:table"),
        ("table on page 3", "p3:table1"),
        ("the first figure on page 3", "p3:figure1"),
        ("p5:table-2", "p5:table-2"),
    ],
)
def test_a_label_names_one_figure(label: str, figure_id: str) -> None:
    assert named_figure(FIGURES, label).id == figure_id


@pytest.mark.parametrize("label", ["Table 2", "third table on page 5", "figure on page 5"])
def test_an_unknown_label_gets_the_list_of_labels(label: str) -> None:
    with pytest.raises(
        UsageError, match=f"no '{label}' in Snow; its figures: Table 1, Figure 1, First table on page 5"
    ):
        named_figure(FIGURES, label, "Snow")
