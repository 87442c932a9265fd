"""Labels of captions, and captions that get a figure from beside the text."""

import pytest

from citehop.papers.parsing.pdf.figures.captions import Caption, parse_figure_label
from citehop.papers.parsing.pdf.figures.floats import PageFloat
from citehop.papers.parsing.pdf.figures.uncaptioned_figures import pair_with_captions
from citehop.papers.types import BBox


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("FIG. 1 (color online). Rain by year", "Figure 1"),
        ("TABLE II. Engines", "Table II"),
        ("FIGURA 3 Lluvia", "Figure 3"),
        ("TABLA 2. Motores", "Table 2"),
        ("Tabelle 4: Motoren", "Table 4"),
        ("Рис. 5. Дождь", "Figure 5"),
        ("Таблица 1. Двигатели", "Table 1"),
        ("Extended Data Fig. 2 | Rain", "Extended data Figure 2"),
        ("Scheme 1. Synthesis", "Scheme 1"),
        ("BOX 2 | Rain", "Box 2"),
        ("Chart 3: Salts", "Chart 3"),
        ("Algorithm 1 Routing", "Algorithm 1"),
        ("scheme 1 shows", None),
        ("Figures 1 and 2 show rain", None),
        ("Tablas 1 y 2", None),
        ("Fight 3 engines", None),
    ],
)
def test_a_label_is_read(text: str, label: str | None) -> None:
    found = parse_figure_label(text)
    assert (found[1] if found else None) == label


def test_a_caption_without_a_figure_gets_the_nearest_one() -> None:
    def build_float(label: str, top: float, box: BBox | None) -> PageFloat:
        return PageFloat(Caption("figure", label, (), BBox(50, top, 250, top + 10)), box)

    near, far = BBox(50, 230, 250, 300), BBox(300, 600, 500, 700)
    floats = [build_float("Figure 1", 200, None), build_float("Figure 2", 400, BBox(50, 420, 250, 500))]
    others = [build_float("Figure on page 1", 300, near), build_float("Figure on page 1", 700, far)]
    found = pair_with_captions(floats, others)
    assert [(each.caption.label, each.bbox) for each in found] == [
        ("Figure 1", near),
        ("Figure 2", BBox(50, 420, 250, 500)),
        ("Figure on page 1", far),
    ]


def test_a_label_without_a_number_is_the_first() -> None:
    assert parse_figure_label("Table: Baseline characteristics") == ("table", "Table 1")
    assert parse_figure_label("Table: the rows of it") is None
