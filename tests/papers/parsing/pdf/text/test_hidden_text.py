"""Text that no reader sees is left out of a paper, with one warning, however it is hidden."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from citehop.errors import UsageError
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings

SECRET = "The learning rate is nine tenths in truth"


def read_with(path: Path, draw: Callable[[Canvas], None], lines: int = 20) -> Paper:
    canvas = Canvas(str(path))
    canvas.setFont("Helvetica", 10)
    for line in range(lines):
        canvas.drawString(
            72, 700 - 12 * line, "The annual survey recorded the number of visits in the districts."
        )
    canvas.saveState()
    canvas.setFont("Helvetica", 10)
    draw(canvas)
    canvas.restoreState()
    canvas.save()
    return read_paper(path, Settings())


def write(canvas: Canvas, gray: float = 0, y: float = 400, **options: int) -> None:
    canvas.setFillGray(gray)
    canvas.drawString(72, y, SECRET, **options)


def draw_transparently(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    write(canvas)


def draw_tiny(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 2)
    write(canvas)


def draw_flat(canvas: Canvas) -> None:
    canvas.translate(0, 400)
    canvas.scale(1, 0.02)
    write(canvas, y=0)


def draw_under_a_rectangle(canvas: Canvas) -> None:
    write(canvas)
    canvas.setFillGray(1)
    canvas.rect(60, 390, 300, 30, stroke=0, fill=1)


def draw_under_an_image(canvas: Canvas) -> None:
    write(canvas)
    canvas.drawImage(ImageReader(Image.radial_gradient("L")), 60, 390, 300, 30)


def draw_in_white_on_a_white_image(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(Image.new("L", (9, 9), 255)), 60, 390, 300, 30)
    write(canvas, 1)


def draw_clipped(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(0, 0, 1, 1)
    canvas.clipPath(path, stroke=0, fill=0)
    write(canvas)


def draw_in_white_between_other_text(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 10.3)
    write(canvas, 1, y=700)
    canvas.setFont("Helvetica", 10)
    canvas.setFillGray(0)
    canvas.drawString(72, 700, "The annual survey recorded the number of visits in the districts.")


@pytest.mark.parametrize(
    "draw",
    [
        lambda canvas: write(canvas, mode=3),
        lambda canvas: write(canvas, mode=7),
        lambda canvas: write(canvas, 0.99),
        lambda canvas: write(canvas, 0.95),
        lambda canvas: write(canvas, y=-40),
        draw_transparently,
        draw_tiny,
        draw_flat,
        draw_under_a_rectangle,
        draw_under_an_image,
        draw_in_white_on_a_white_image,
        draw_clipped,
        draw_in_white_between_other_text,
    ],
    ids=lambda draw: getattr(draw, "__name__", "").replace("<lambda>", ""),
)
def test_hidden_text_is_left_out_with_a_warning(tmp_path: Path, draw: Callable[[Canvas], None]) -> None:
    paper = read_with(tmp_path / "a.pdf", draw)
    assert not any("nine tenths" in block.text for block in paper.blocks)
    assert any("survey" in block.text for block in paper.blocks)
    assert "a.pdf: text that is not seen on page 1: left out" in paper.warnings


def test_text_that_the_file_gives_for_other_printed_text_is_left_out(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas._code.append(f"/Span <</ActualText ({SECRET})>> BDC")
        canvas.drawString(72, 400, "The printed rate is one half.")
        canvas._code.append("EMC")

    text = " ".join(block.text for block in read_with(tmp_path / "a.pdf", draw).blocks)
    assert "printed rate is one half" in text
    assert "nine tenths" not in text


def draw_in_white_on_a_dark_box(canvas: Canvas) -> None:
    canvas.setFillGray(0.2)
    canvas.rect(60, 390, 300, 30, fill=1)
    write(canvas, 1)


def draw_in_pale_gray(canvas: Canvas) -> None:
    write(canvas, 0.8)


def draw_twice_in_one_place(canvas: Canvas) -> None:
    for shift in (0, 0.3):
        canvas.drawString(72 + shift, 400, SECRET)


@pytest.mark.parametrize("draw", [draw_in_white_on_a_dark_box, draw_in_pale_gray, draw_twice_in_one_place])
def test_text_that_is_seen_stays(tmp_path: Path, draw: Callable[[Canvas], None]) -> None:
    paper = read_with(tmp_path / "a.pdf", draw)
    assert any("nine tenths" in block.text for block in paper.blocks)
    assert not any("not seen" in warning for warning in paper.warnings)


@pytest.mark.parametrize("ink", [True, False])
def test_the_text_of_a_scan_stays_where_the_scan_has_ink(tmp_path: Path, ink: bool) -> None:
    scan = Image.new("L", (600, 840), 250)
    if ink:
        ImageDraw.Draw(scan).text((72, 432), SECRET, fill=0)

    def draw(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(scan), 0, 0, 600, 840)
        for line in range(3):
            write(canvas, y=400 - line, mode=3)

    if ink:
        assert any("nine tenths" in block.text for block in read_with(tmp_path / "a.pdf", draw, 0).blocks)
    else:
        with pytest.raises(UsageError, match="not seen"):
            read_with(tmp_path / "a.pdf", draw, 0)
