"""Text that a page contains but does not show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings

SECRET = "The learning rate is nine tenths in truth"


def read_with(path: Path, draw: Callable[[Canvas], None]) -> Paper:
    canvas = Canvas(str(path))
    canvas.setFont("Helvetica", 10)
    for line in range(20):
        canvas.drawString(
            72, 700 - 12 * line, "The annual survey recorded the number of visits in the districts."
        )
    canvas.saveState()
    canvas.setFont("Helvetica", 10)
    draw(canvas)
    canvas.restoreState()
    canvas.save()
    return read_paper(path, Settings())


def draw_invisibly(canvas: Canvas) -> None:
    canvas.drawString(72, 400, SECRET, mode=3)


def draw_in_white(canvas: Canvas) -> None:
    canvas.setFillGray(0.99)
    canvas.drawString(72, 400, SECRET)


def draw_transparently(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    canvas.drawString(72, 400, SECRET)


def draw_tiny(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 1)
    canvas.drawString(72, 400, SECRET)


def draw_in_white_on_a_dark_box(canvas: Canvas) -> None:
    canvas.setFillGray(0.2)
    canvas.rect(60, 390, 300, 30, fill=1)
    canvas.setFillGray(1)
    canvas.drawString(72, 400, SECRET)


def draw_over_a_scan(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, 600, 840)
    canvas.drawString(72, 400, SECRET, mode=3)


@pytest.mark.parametrize("draw", [draw_invisibly, draw_in_white, draw_transparently, draw_tiny])
def test_hidden_text_is_left_out_with_a_warning(tmp_path: Path, draw: Callable[[Canvas], None]) -> None:
    paper = read_with(tmp_path / "a.pdf", draw)
    assert not any("nine tenths" in block.text for block in paper.blocks)
    assert any("survey" in block.text for block in paper.blocks)
    assert "a.pdf: text that is not seen on page 1: left out" in paper.warnings


@pytest.mark.parametrize("draw", [draw_in_white_on_a_dark_box, draw_over_a_scan])
def test_white_text_on_a_dark_box_and_the_text_of_a_scan_stay(
    tmp_path: Path, draw: Callable[[Canvas], None]
) -> None:
    paper = read_with(tmp_path / "a.pdf", draw)
    assert any("nine tenths" in block.text for block in paper.blocks)
    assert not any("not seen" in warning for warning in paper.warnings)
