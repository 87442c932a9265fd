"""Figures without a caption on drawn pages."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings

SENTENCE = "The annual survey recorded the number of visits in the northern districts and no further action"
Draw = Callable[[Canvas], None]


def write_page(path: Path, draw: Draw, page: int = 2) -> Paper:
    """A paper of two pages with text, and what `draw` adds between y 480 and 640 of one of them."""
    canvas = Canvas(str(path), pagesize=A4)
    for number in (1, 2):
        canvas.setFont("Helvetica", 10)
        for y in (*range(780, 660, -12), *range(440, 300, -12)):
            canvas.drawString(60, y, SENTENCE)
        if number == page:
            draw(canvas)
        canvas.showPage()
    canvas.save()
    return read_paper(path, Settings())


def draw_chart(canvas: Canvas) -> None:
    canvas.line(200, 500, 380, 500)
    canvas.line(200, 500, 200, 620)
    for i in range(5):
        canvas.rect(210 + 32 * i, 500, 18, 35 + 14 * i, fill=1)
        canvas.drawString(212 + 32 * i, 488, str(2001 + i))


def draw_image(canvas: Canvas) -> None:
    pixels = Image.linear_gradient("L").convert("RGB")
    canvas.drawImage(ImageReader(pixels), 200, 500, 180, 120)


@pytest.mark.parametrize("draw", [draw_chart, draw_image])
def test_a_drawing_between_paragraphs_is_a_figure(tmp_path: Path, draw: Draw) -> None:
    (figure,) = write_page(tmp_path / "a.pdf", draw).figures
    assert (figure.id, figure.label, figure.caption) == ("p2:figure", "Figure on page 2", "")
    assert figure.kind == "figure"
    assert abs(figure.bbox.x0 - 200) < 4
    assert abs(figure.bbox.x1 - 380) < 6
    assert abs(figure.bbox.y0 - (A4[1] - 620)) < 4


def test_its_labels_are_its_words_and_not_text(tmp_path: Path) -> None:
    paper = write_page(tmp_path / "a.pdf", draw_chart)
    assert [word.text for word in paper.figures[0].words] == [str(2001 + i) for i in range(5)]
    assert not any("2003" in block.text for block in paper.blocks)


def draw_box_of_text(canvas: Canvas) -> None:
    canvas.setFillGray(0.9)
    canvas.rect(60, 490, 460, 140, fill=1)
    canvas.setFillGray(0)
    for y in range(610, 500, -12):
        canvas.drawString(64, y, SENTENCE)


def draw_logo(canvas: Canvas) -> None:
    canvas.rect(300, 560, 30, 20, fill=1)


@pytest.mark.parametrize("draw", [draw_box_of_text, draw_logo])
def test_boxes_of_text_and_small_drawings_are_no_figures(tmp_path: Path, draw: Draw) -> None:
    assert write_page(tmp_path / "a.pdf", draw).figures == ()


def test_a_drawing_above_the_text_of_the_first_page_is_a_logo(tmp_path: Path) -> None:
    assert write_page(tmp_path / "a.pdf", draw_image, page=1).figures == ()
