"""Tables among other figures: rows of values in wide spaces, ruled lines, sheets turned by a quarter."""

import pytest
from PIL import Image, ImageDraw

from citehop.figures.raster.classify import is_table
from citehop.figures.read import read_data
from citehop.figures.table.layout import has_table_layout
from citehop.figures.table.sideways import turn_sideways_table
from citehop.figures.types import FigureImage
from citehop.papers.types import BBox, Word

GRID = [
    ["Model", "SQuAD", "MNLI"],
    ["BERT", "88.5", "84.6"],
    ["XLNet", "90.2", "86.8"],
    ["T5", "91.1", "87.1"],
    ["Longformer", "89.4", "85.0"],
]


def sheet(
    grid: list[list[str]], pitch: tuple[int, int] = (220, 90)
) -> tuple[Image.Image, list[Word], ImageDraw.ImageDraw]:
    """A white image with the cells of a grid as words of 12 pixels a letter."""
    image = Image.new("RGB", (pitch[0] * len(grid[0]) + 40, pitch[1] * len(grid) + 40), "white")
    pen = ImageDraw.Draw(image)
    words = []
    for y, row in enumerate(grid):
        for x, text in enumerate(row):
            left, top = 20 + pitch[0] * x, 30 + pitch[1] * y
            if text:
                words.append(Word(text, BBox(left, top, left + 12 * len(text), top + 18)))
                pen.text((left, top), text, fill="black")
    return image, words, pen


def test_rows_of_values_far_apart_are_a_table() -> None:
    image, words, _ = sheet(GRID)
    assert has_table_layout(image, words)
    assert is_table(image, words)


def test_tick_labels_of_panels_are_no_table() -> None:
    ticks = [["0.8", "0.8"], ["0.6", "0.6"], ["0.4", "0.4"], ["0.2", "0.2"], ["10", "20"]]
    image, words, _ = sheet(ticks)
    assert not has_table_layout(image, words)


def test_cells_of_many_colors_are_a_heatmap() -> None:
    image, words, pen = sheet(GRID)
    for number, word in enumerate(words):
        box = word.bbox
        pen.rectangle((box.x0 - 9, box.y0 - 9, box.x1 + 9, box.y1 + 9), fill=(255 - 16 * number, 90, 40))
    assert not has_table_layout(image, words)


def test_lines_of_text_between_rules_are_a_table() -> None:
    texts = [
        ["Tool", "Licence", "Language"],
        ["Alpha", "MIT", "Rust"],
        ["Beta", "GPL", "Go"],
        ["Gamma", "BSD", "C"],
    ]
    image, words, pen = sheet(texts)
    assert not has_table_layout(image, words)
    for y in (14, 80, image.height - 20):
        pen.line((10, y, image.width - 60, y), fill="black", width=2)
    assert has_table_layout(image, words)


@pytest.mark.parametrize("clockwise", [True, False])
def test_a_table_set_sideways_is_read_and_its_boxes_are_those_of_the_image(clockwise: bool) -> None:
    image, words, _ = sheet(GRID, (150, 40))
    width, height = image.size

    def turned(box: BBox) -> BBox:
        if clockwise:
            return BBox(height - box.y1, box.x0, height - box.y0, box.x1)
        return BBox(box.y0, width - box.x1, box.y1, width - box.x0)

    rotation = Image.Transpose.ROTATE_270 if clockwise else Image.Transpose.ROTATE_90
    figure = FigureImage(image.transpose(rotation), tuple(Word(w.text, turned(w.bbox)) for w in words))
    assert turn_sideways_table(FigureImage(image, tuple(words))) is None
    data = read_data(figure)
    assert data is not None
    assert [name.text for name in data.rows.attributes[0].names] == ["BERT", "XLNet", "T5", "Longformer"]
    assert [name.text for name in data.columns.attributes[0].names] == ["SQuAD", "MNLI"]
    cell = next(fact for fact in data.facts if fact.text == "90.2")
    assert cell.box == turned(next(w.bbox for w in words if w.text == "90.2"))
