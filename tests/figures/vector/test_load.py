"""Paths, images and texts of PDF pages in page points."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from citehop.errors import UsageError
from citehop.figures.vector.load import load_vector_figure, open_pdf_figure, with_ocr_texts
from citehop.figures.vector.types import VectorFigure
from citehop.papers.types import BBox, Word


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page of 200 x 100 points: a red bar, a dashed line, a circle in a form, level and turned text."""
    path = tmp_path / "figure.pdf"
    canvas = Canvas(str(path), pagesize=(200, 100))
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(20, 10, 30, 40, fill=1, stroke=0)
    canvas.setStrokeColorRGB(0, 0, 1)
    canvas.setDash(4, 2)
    canvas.line(60, 20, 120, 80)
    canvas.setDash()
    canvas.beginForm("marker", -5, -5, 5, 5)
    canvas.setFillColorRGB(0, 1, 0)
    canvas.circle(0, 0, 5, fill=1, stroke=0)
    canvas.endForm()
    canvas.translate(150, 50)
    canvas.doForm("marker")
    canvas.translate(-150, -50)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(20, 90, "Word error rate")
    canvas.rotate(90)
    canvas.drawString(30, -190, "Speed")
    canvas.showPage()
    canvas.save()
    return path


def test_only_the_region_is_read(page: Path) -> None:
    figure = load_vector_figure(page, 1, BBox(0, 40, 55, 100))
    assert [path.fill for path in figure.paths] == [(255, 0, 0)]
    assert figure.texts == ()


def test_missing_page_and_other_files_are_one_line_errors(page: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has 1 pages, no page 2"):
        load_vector_figure(page, 2)
    other = tmp_path / "picture.pdf"
    other.write_bytes(b"GIF89a")
    with pytest.raises(UsageError, match="not a PDF"):
        load_vector_figure(other)


def test_of_a_page_that_is_a_picture_nothing_is_taken_for_a_drawing(tmp_path: Path) -> None:
    path = tmp_path / "picture.pdf"
    canvas = Canvas(str(path), pagesize=(200, 100))
    canvas.drawImage(ImageReader(Image.new("RGB", (40, 20), "navy")), 0, 0, 180, 90)
    canvas.drawString(150, 92, "BERT")
    canvas.save()
    figure = open_pdf_figure(path)
    assert figure.words == ()
    assert figure.drawing is not None
    assert not figure.drawing.texts
    assert not figure.drawing.images
    assert load_vector_figure(path).texts[0].text == "BERT"


def test_a_region_of_a_scan_is_an_image(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    canvas = Canvas(str(path), pagesize=(200, 100))
    canvas.drawImage(ImageReader(Image.new("RGB", (400, 200), "white")), 0, 0, 200, 100)
    canvas.save()
    region = BBox(20, 20, 120, 80)
    drawing = load_vector_figure(path, 1, region)
    assert [image.box for image in drawing.images] == [BBox(0, 0, 100, 60)]
    assert drawing.is_image(0.9)
    assert not replace(drawing, images=()).is_image(0.9)


def test_copies_that_make_a_halo_and_kerned_digits(tmp_path: Path) -> None:
    path = tmp_path / "texts.pdf"
    canvas = Canvas(str(path), pagesize=(200, 100))
    for shift in (0.0, 0.3, -0.3):
        canvas.drawString(20 + shift, 50, "Ambiguity")
    text = canvas.beginText(20, 20)
    text.textOut("1")
    text.moveCursor(7.0, 0)
    text.textOut("50")
    canvas.drawText(text)
    canvas.save()
    assert [text.text for text in load_vector_figure(path).texts] == ["Ambiguity", "150"]


def test_lines_of_words_that_ocr_read_are_texts_and_ticks_are_digits() -> None:
    """A title of three words, a turned one of two, and ticks of which the first was read as a letter."""
    level = {"Number": (80, 200, 120, 212), "of": (125, 200, 135, 212), "heads": (140, 202, 170, 212)}
    turned = {"score": (2, 20, 12, 60), "F1-Macro": (2, 66, 12, 120)}
    ticks = {"i": (40, 180, 43, 190), "2": (90, 180, 96, 190), "3": (140, 180, 146, 190), "4": (190, 180, 196, 190)}  # fmt: skip
    words = [Word(text, BBox(*box)) for text, box in (*level.items(), *turned.items(), *ticks.items())]
    drawing = with_ocr_texts(VectorFigure(BBox(0, 0, 100, 110), (), (), ()), words, 2.0)
    texts = {text.text: text for text in drawing.texts}
    assert set(texts) == {"Number of heads", "F1-Macro score", "1", "2", "3", "4"}
    assert texts["Number of heads"].box == BBox(40, 100, 85, 106)
    assert texts["F1-Macro score"].angle == 90
