"""Drawings that no program makes: nothing raises, and nothing takes long."""

import random

import pytest

from citehop.figures.read import read_drawing
from citehop.figures.vector.load import read_vector_figure
from citehop.figures.vector.page_objects import MAX_OBJECTS
from citehop.figures.vector.types import Subpath, VectorFigure, VectorImage, VectorPath, VectorText
from citehop.papers.types import BBox

COLORS = (None, (0, 0, 0), (255, 255, 255), (200, 30, 40), (30, 90, 200), (191, 191, 191))
TEXTS = (
    "0",
    "10",
    "20",
    "-5",
    "1e9",
    "10^3",
    "A",
    "BERT",
    "a b c",
    "(",
    "%",
    "●",
    "x" * 300,
    "12%",
    "1.5",
    "50",
)


def random_box(rng: random.Random) -> BBox:
    x, y = rng.choice((0.0, 50.0, rng.uniform(-20, 220))), rng.choice((0.0, 99.5, rng.uniform(-20, 220)))
    width, height = (
        rng.choice((0.0, 1e-9, 10.0, rng.uniform(0, 150))),
        rng.choice((0.0, 10.0, rng.uniform(0, 150))),
    )
    return BBox(x, y, x + width, y + height)


def random_path(rng: random.Random, order: int) -> VectorPath:
    box = random_box(rng)
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    chosen: tuple[tuple[float, float], ...] = rng.choice(
        (corners, corners[:2], corners[:1], corners[:3], (*corners, corners[0]), corners * 8)
    )
    if rng.random() < 0.3:
        chosen = tuple((rng.uniform(0, 200), rng.uniform(0, 200)) for _ in range(rng.randint(1, 40)))
    subpath = Subpath(chosen, rng.random() < 0.6, rng.random() < 0.2)
    clip = random_box(rng) if rng.random() < 0.1 else None
    dash = rng.choice(((), (0.0, 3.0), (2.0, 1.0), (4.0, 2.0, 1.0, 2.0)))
    fill, stroke = rng.choice(COLORS), rng.choice(COLORS)
    return VectorPath(
        (subpath,) * rng.randint(1, 2), fill, stroke, rng.uniform(0, 3), dash, box, clip, 1.0, False, order
    )


def random_figure(seed: int) -> VectorFigure:
    rng = random.Random(seed)
    paths = tuple(random_path(rng, order) for order in range(rng.choice((0, 1, 5, 40))))
    paths += paths[: rng.randint(0, 5)]
    texts = tuple(
        VectorText(
            rng.choice(TEXTS), random_box(rng), rng.uniform(0.1, 20), rng.choice((0, 0, 0, 90, -90, 45, 180))
        )
        for _ in range(rng.choice((0, 1, 4, 30)))
    )
    images = tuple(VectorImage(random_box(rng)) for _ in range(rng.randint(0, 2)))
    return VectorFigure(BBox(0, 0, 200, 200), paths, images, texts)


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_random_drawings_do_not_raise(start: int) -> None:
    for seed in range(start, start + 100):
        read_drawing(random_figure(seed), 2.0)


def square(x: float, y: float, order: int) -> VectorPath:
    corners = ((x, y), (x + 3, y), (x + 3, y + 3), (x, y + 3))
    box = BBox(x, y, x + 3, y + 3)
    return VectorPath((Subpath(corners, True),), (0, 0, 200), None, 1.0, (), box, order=order)


def number_text(number: int) -> VectorText:
    x, y = 8.0 * (number % 50), 10.0 * (number // 50)
    return VectorText(str(number), BBox(x, y, x + 5, y + 7), 10)


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_many_equal_squares_and_numbers_take_little_time() -> None:
    squares = tuple(square(8.0 * (n % 50), 8.0 * (n // 50), n) for n in range(2500))
    texts = tuple(map(number_text, range(600)))
    read_drawing(VectorFigure(BBox(0, 0, 400, 400), squares, (), texts))


def test_objects_beyond_the_limit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    import pypdfium2 as pdfium

    from citehop.figures.vector import page_objects

    assert MAX_OBJECTS > 1000
    monkeypatch.setattr(page_objects, "MAX_OBJECTS", 3)
    document = pdfium.PdfDocument.new()
    page = document.new_page(100, 100)
    for number in range(6):
        path = pdfium.raw.FPDFPageObj_CreateNewRect(10 * number, 10, 5, 5)
        pdfium.raw.FPDFPath_SetDrawMode(path, 1, False)
        pdfium.raw.FPDFPageObj_SetFillColor(path, 255, 0, 0, 255)
        pdfium.raw.FPDFPage_InsertObject(page, path)
    figure = read_vector_figure(page)
    assert len(figure.paths) == 3
    assert figure.truncated
