"""Tables and drawings told apart."""

from PIL import Image, ImageDraw

from citehop.figures.raster.classify import colored_share, is_table
from citehop.papers.types import BBox, Word


def _word(x: float, y: float, width: float = 60.0) -> Word:
    return Word("word", BBox(x, y, x + width, y + 12))


GRID = [_word(20 + 90 * column, 20 + 24 * row) for column in range(6) for row in range(8)]
TICKS = [_word(10, 20 + 60 * row, 24) for row in range(6)] + [_word(60 + 90 * i, 330, 24) for i in range(6)]


def _paper() -> Image.Image:
    return Image.new("RGB", (600, 360), "white")


def test_dense_words_without_color_are_a_table_and_sparse_ones_a_drawing() -> None:
    assert is_table(_paper(), GRID)
    assert not is_table(_paper(), TICKS)


def test_a_colored_line_makes_a_drawing_and_a_few_colored_signs_do_not() -> None:
    drawn, ticked = _paper(), _paper()
    ImageDraw.Draw(drawn).rectangle((0, 230, 600, 260), fill="red")
    pen = ImageDraw.Draw(ticked)
    for row in range(8):
        pen.rectangle((84, 22 + 24 * row, 98, 30 + 24 * row), fill="green")
    assert not is_table(drawn, GRID)
    assert colored_share(ticked, GRID) > 0.001
    assert is_table(ticked, GRID)
