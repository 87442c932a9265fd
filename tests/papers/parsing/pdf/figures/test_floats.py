"""Captions and regions on drawn pages: labels on a line of their own, neighbors, double spacing, wide tables."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Figure
from citehop.settings import Settings

from ...drawn import TextLine, draw_lines

SENTENCE = "The annual survey recorded the number of visits in the northern districts and no further action"
ROWS = [
    ("Sector", "2004", "2005"),
    ("Barley", "1.2", "1.3"),
    ("Timber", "15.4", "15.0"),
    ("Dairy", "77.1", "91.2"),
]


def cells(top: float, x: float, step: float) -> list[TextLine]:
    return [(x + step * j, top - 14 * i, cell) for i, row in enumerate(ROWS) for j, cell in enumerate(row)]


def table_at(top: float, x: float = 160.0, step: float = 90.0) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        for y in (top + 12, top - 4, top - 3 * 14 - 5):
            canvas.line(x - 4, y, x + 2 * step + 50, y)
        draw_lines(canvas, cells(top, x, step))

    return draw


def chart_at(bottom: float) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        canvas.lines([(200, bottom, 380, bottom), (200, bottom, 200, bottom + 60)])
        for i in range(5):
            canvas.rect(210 + 32 * i, bottom, 18, 15 + 9 * i, fill=1)

    return draw


def text(top: float, count: int, step: float = 12.0) -> list[TextLine]:
    return [(60, top - step * line, SENTENCE) for line in range(count)]


def read_figures(
    path: Path, lines: Iterable[TextLine], *draws: Callable[[Canvas], None]
) -> dict[str, Figure]:
    """Figures of a page with these lines and what `draws` add, by their labels."""
    canvas = Canvas(str(path), pagesize=A4)
    draw_lines(canvas, lines)
    for draw in draws:
        draw(canvas)
    canvas.save()
    return {figure.label: figure for figure in read_paper(path, Settings()).figures}


def test_a_chart_between_a_table_and_its_own_caption(tmp_path: Path) -> None:
    captions = [(160, 780, "Table 1. Numbers of sectors"), (200, 600, "Figure 1. Growth of barley")]
    figures = read_figures(tmp_path / "a.pdf", [*captions, *text(560, 12)], table_at(750), chart_at(620))
    assert figures["Table 1"].bbox.y1 < A4[1] - 700
    assert figures["Figure 1"].bbox.y0 > A4[1] - 690
    assert abs(figures["Figure 1"].bbox.y1 - (A4[1] - 620)) < 4


@pytest.mark.parametrize("gap", [13, 24])
def test_a_title_below_its_label(tmp_path: Path, gap: int) -> None:
    caption = [(160, 690, "Table 1"), (160, 690 - gap, "Numbers of sectors by year")]
    lines = [*text(800, 6), *caption, *text(500, 12)]
    table = read_figures(tmp_path / "a.pdf", lines, table_at(690 - 2 * gap - 6))["Table 1"]
    assert table.caption == "Table 1 Numbers of sectors by year"
    assert "Sector" in [word.text for word in table.words]


def test_a_caption_of_two_lines_in_double_spacing(tmp_path: Path) -> None:
    caption = [(60, 555, f"Figure 1: {SENTENCE[:85]}"), (60, 535, "was needed.")]
    lines = [*text(800, 6, 20), *caption, *text(480, 10, 20)]
    figure = read_figures(tmp_path / "a.pdf", lines, chart_at(580))["Figure 1"]
    assert figure.caption.endswith("was needed.")


def test_a_table_as_wide_as_the_page_below_a_caption_in_one_column(tmp_path: Path) -> None:
    columns = [(x, 660 - 12 * line, SENTENCE[:47]) for x in (60, 310) for line in range(30)]
    lines = [(60, 780, "Table 1. Numbers of sectors"), *columns]
    figures = read_figures(tmp_path / "a.pdf", lines, table_at(750, 190, 120))
    assert list(figures) == ["Table 1"]
    assert figures["Table 1"].bbox.x1 > 450


def test_titles_above_the_first_rule_belong_to_the_table_and_notes_do_not(tmp_path: Path) -> None:
    def draw_rules(canvas: Canvas) -> None:
        for y in (687, 687 - 3 * 14 - 2):
            canvas.line(156, y, 390, y)

    note, caption = (
        (160, 712, "Counted by hand in both years"),
        (160, 625, "Table 1. Numbers of sectors by year"),
    )
    lines = [*text(800, 6), note, *cells(690, 160, 90), caption, *text(590, 12)]
    table = read_figures(tmp_path / "a.pdf", lines, draw_rules)["Table 1"]
    assert [word.text for word in table.words[:4]] == ["Sector", "2004", "2005", "Barley"]


def test_a_continued_table_keeps_its_label(tmp_path: Path) -> None:
    lines = [(160, 780, "Table 3 (continued)"), *text(640, 12)]
    assert list(read_figures(tmp_path / "a.pdf", lines, table_at(750))) == ["Table 3"]


def test_notes_below_a_caption_belong_to_it(tmp_path: Path) -> None:
    caption = [
        (160, 715, "Table 1: Numbers of sectors in all of the districts that"),
        (160, 703, "answered."),
        (160, 687, "* The survey of 2004 had more questions."),
    ]
    table = read_figures(tmp_path / "a.pdf", [*caption, *text(640, 12)], table_at(780))["Table 1"]
    assert table.caption.endswith("answered. * The survey of 2004 had more questions.")


def test_a_table_in_a_frame_with_its_caption_below(tmp_path: Path) -> None:
    def draw_frame(canvas: Canvas) -> None:
        canvas.setFillGray(0.9)
        canvas.rect(100, 640, 400, 140, stroke=1, fill=1)
        canvas.setFillGray(0)

    lines = [*cells(750, 160, 90), (110, 650, "Table: Numbers of sectors by year"), *text(600, 12)]
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    draw_frame(canvas)
    for y in (762, 746, 703):
        canvas.line(156, y, 390, y)
    draw_lines(canvas, lines)
    canvas.save()
    (table,) = read_paper(tmp_path / "a.pdf", Settings()).figures
    assert (table.label, table.kind) == ("Table 1", "table")
    assert table.bbox.y1 <= A4[1] - 650
    assert "77.1" in [word.text for word in table.words]
