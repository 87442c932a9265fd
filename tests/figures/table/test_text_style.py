"""Styles of cells, also of those that reach beyond the image."""

from PIL import Image, ImageDraw

from citehop.figures.table.text_style import detect_styles
from citehop.figures.table.types import Cell
from citehop.papers.types import BBox


def test_an_underlined_and_a_shaded_cell() -> None:
    image = Image.new("RGB", (200, 120), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((100, 60, 199, 90), fill="lightgray")
    cells: list[Cell | None] = []
    for x, y, text in ((20, 20, "12.5"), (120, 70, "13.5")):
        draw.text((x, y), text, fill="black")
        cells.append(Cell(text, BBox(x, y, x + 30, y + 12)))
    draw.line((20, 33, 49, 33), fill="black")
    ((first, second),) = detect_styles(image, [cells])
    assert first is not None
    assert second is not None
    assert "underlined" in first.prints
    assert "shaded" in second.prints


def test_cells_outside_of_the_image_have_no_style() -> None:
    boxes = [
        BBox(-30, -40, -5, -20),
        BBox(190, 110, 260, 160),
        BBox(-20, 100, 40, 119),
        BBox(10, 130, 60, 150),
    ]
    cells = [[Cell("12.5", box) for box in boxes]]
    (found,) = detect_styles(Image.new("RGB", (200, 120), "white"), cells)
    assert all(cell is not None and not cell.prints for cell in found)
