"""Pies read from pixels."""

import math

from PIL import Image, ImageDraw

from citehop.agent.figures.read_figure import read_figure
from citehop.figures.types import FigureImage
from citehop.papers.types import BBox, Word

SHARES = {"Opinion": 30, "Statement": 53, "Other": 9, "Question": 8}


def test_neighbors_of_one_gray_have_the_shares_printed_with_their_names() -> None:
    image = Image.new("RGB", (700, 500), "white")
    draw = ImageDraw.Draw(image)
    words, start = [], -90.0
    for order, (name, share) in enumerate(SHARES.items()):
        end = start + 3.6 * share
        draw.pieslice((200, 100, 500, 400), start, end, fill="#b0b0b0" if order < 2 else "#707070")
        middle = math.radians((start + end) / 2)
        x, y = 350 + 230 * math.cos(middle), 250 + 190 * math.sin(middle)
        draw.text((x - 40, y - 6), f"{name} {share}%", fill="black")
        words += [
            Word(name, BBox(x - 40, y - 6, x - 40 + 6 * len(name), y + 6), 1.0),
            Word(f"{share}%", BBox(x - 34 + 6 * len(name), y - 6, x - 16 + 6 * len(name), y + 6), 1.0),
        ]
        start = end
    reading = read_figure(FigureImage(image, tuple(words)), "Which type has the second largest share?")
    assert reading.entities[0].text == "Opinion"
    assert read_figure(FigureImage(image, tuple(words)), "What is the share of Other?").value.startswith("9")
