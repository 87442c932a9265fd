"""Captions and regions on drawn pages: labels on a line of their own, neighbours, double spacing, wide tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Figure
from citehop.settings import Settings

SENTENCE = "The annual survey recorded the number of visits in the northern districts and no further action"
ROWS = [
    ("Sector", "2004", "2005"),
    ("Barley", "1.2", "1.3"),
    ("Timber", "15.4", "15.0"),
    ("Dairy", "77.1", "91.2"),
]


def draw_text(canvas: Canvas, top: float, lines: int, step: float = 12.0) -> None:
    for line in range(lines):
        canvas.drawString(60, top - step * line, SENTENCE)


def draw_table(canvas: Canvas, top: float, x: float = 160.0, step: float = 90.0) -> None:
    width = 2 * step + 50
    for y in (top + 12, top - 4, top - 3 * 14 - 5):
        canvas.line(x - 4, y, x + width, y)
    for i, row in enumerate(ROWS):
        for j, cell in enumerate(row):
            canvas.drawString(x + step * j, top - 14 * i, cell)


def draw_chart(canvas: Canvas, bottom: float) -> None:
    canvas.line(200, bottom, 380, bottom)
    canvas.line(200, bottom, 200, bottom + 60)
    for i in range(5):
        canvas.rect(210 + 32 * i, bottom, 18, 15 + 9 * i, fill=1)


def read_figures(path: Path, draw: Callable[[Canvas], None]) -> dict[str, Figure]:
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setFont("Helvetica", 10)
    draw(canvas)
    canvas.save()
    return {figure.label: figure for figure in read_paper(path, Settings()).figures}


def test_a_chart_between_a_table_and_its_own_caption(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(160, 780, "Table 1. Numbers of sectors")
        draw_table(canvas, 750)
        draw_chart(canvas, 620)
        canvas.drawString(200, 600, "Figure 1. Growth of barley")
        draw_text(canvas, 560, 12)

    figures = read_figures(tmp_path / "a.pdf", draw)
    assert figures["Table 1"].bbox.y1 < A4[1] - 700
    assert figures["Figure 1"].bbox.y0 > A4[1] - 690
    assert abs(figures["Figure 1"].bbox.y1 - (A4[1] - 620)) < 4


@pytest.mark.parametrize("gap", [13, 24])
def test_a_title_below_its_label(tmp_path: Path, gap: int) -> None:
    def draw(canvas: Canvas) -> None:
        draw_text(canvas, 800, 6)
        canvas.drawString(160, 690, "Table 1")
        canvas.drawString(160, 690 - gap, "Numbers of sectors by year")
        draw_table(canvas, 690 - 2 * gap - 6)
        draw_text(canvas, 500, 12)

    table = read_figures(tmp_path / "a.pdf", draw)["Table 1"]
    assert table.caption == "Table 1 Numbers of sectors by year"
    assert "Sector" in [word.text for word in table.words]


def test_a_caption_of_two_lines_in_double_spacing(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        draw_text(canvas, 800, 6, 20)
        draw_chart(canvas, 580)
        canvas.drawString(60, 555, f"Figure 1: {SENTENCE[:85]}")
        canvas.drawString(60, 535, "was needed.")
        draw_text(canvas, 480, 10, 20)

    caption = read_figures(tmp_path / "a.pdf", draw)["Figure 1"].caption
    assert caption.endswith("was needed.")


def test_a_table_as_wide_as_the_page_below_a_caption_in_one_column(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 780, "Table 1. Numbers of sectors")
        draw_table(canvas, 750, 190, 120)
        for x in (60, 310):
            for line in range(30):
                canvas.drawString(x, 660 - 12 * line, SENTENCE[:47])

    figures = read_figures(tmp_path / "a.pdf", draw)
    assert list(figures) == ["Table 1"]
    assert figures["Table 1"].bbox.x1 > 450


def test_titles_above_the_first_rule_belong_to_the_table_and_notes_do_not(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        draw_text(canvas, 800, 6)
        canvas.drawString(160, 712, "Counted by hand in both years")
        for i, row in enumerate(ROWS):
            for j, cell in enumerate(row):
                canvas.drawString(160 + 90 * j, 690 - 14 * i, cell)
        for y in (687, 687 - 3 * 14 - 2):
            canvas.line(156, y, 390, y)
        canvas.drawString(160, 625, "Table 1. Numbers of sectors by year")
        draw_text(canvas, 590, 12)

    words = [word.text for word in read_figures(tmp_path / "a.pdf", draw)["Table 1"].words]
    assert words[:4] == ["Sector", "2004", "2005", "Barley"]


def test_a_continued_table_keeps_its_label(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(160, 780, "Table 3 (continued)")
        draw_table(canvas, 750)
        draw_text(canvas, 640, 12)

    assert list(read_figures(tmp_path / "a.pdf", draw)) == ["Table 3"]


def test_notes_below_a_caption_belong_to_it(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        draw_table(canvas, 780)
        canvas.drawString(160, 715, "Table 1: Numbers of sectors in all of the districts that")
        canvas.drawString(160, 703, "answered.")
        canvas.drawString(160, 687, "* The survey of 2004 had more questions.")
        draw_text(canvas, 640, 12)

    caption = read_figures(tmp_path / "a.pdf", draw)["Table 1"].caption
    assert caption.endswith("answered. * The survey of 2004 had more questions.")
