from __future__ import annotations

from PIL import Image, ImageDraw

from citehop.figures.statements.texts import read_drawn_texts
from citehop.figures.types import FigureImage
from citehop.figures.vector.types import VectorFigure, VectorText
from citehop.papers.types import BBox, Word


def test_lines_under_one_another_are_one_text() -> None:
    pixels = Image.new("RGB", (300, 200), "white")
    draw = ImageDraw.Draw(pixels)
    words = [("Word", 20, 20), ("Embed", 48, 20), ("Layer", 20, 30), ("softmax", 200, 20)]
    for text, x, y in words:
        draw.text((x, y), text, fill="black")
    boxes = tuple(Word(text, BBox(x, y, x + 6 * len(text), y + 11), 1.0) for text, x, y in words)
    texts = {text.text for text in read_drawn_texts(FigureImage(pixels, boxes))}
    assert texts == {"Word Embed Layer", "softmax"}


def test_texts_of_a_pdf_keep_their_direction_and_are_in_pixels() -> None:
    placed = (
        VectorText("Accuracy", BBox(0, 20, 8, 70), 10.0, angle=90.0),
        VectorText("Steps", BBox(60, 90, 90, 98), 10.0),
    )
    drawing = VectorFigure(BBox(0, 0, 100, 100), (), (), placed)
    figure = FigureImage(Image.new("RGB", (200, 200), "white"), drawing=drawing, scale=2.0)
    found = {text.text: text for text in read_drawn_texts(figure)}
    assert found["Accuracy"].upright
    assert not found["Steps"].upright
    assert found["Steps"].box.x0 == 120
