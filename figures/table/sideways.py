"""Handle tables that are printed sideways: rotate them upright, and rotate their boxes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import mean

from PIL import Image

from ...papers.types import BBox, Word
from ..types import Attribute, Entries, FigureData, FigureImage
from .layout import has_table_layout
from .values import is_value

TURNED = 0.6  # least share of words taller than wide, among words of at least three letters
TALL = 1.4  # least height of a rotated word, in widths

Turn = Callable[[BBox], BBox]


def turn_sideways_table(figure: FigureImage) -> tuple[FigureImage, Turn] | None:
    """Return the table upright, and the function that rotates its boxes back; None for other figures.

    The direction of rotation is the one that puts names before values.
    """
    long = [word.bbox for word in figure.words if len(word.text) > 2]
    if sum(box.height > TALL * box.width for box in long) < max(4, TURNED * len(long)):
        return None
    width, height = figure.pixels.size

    def clockwise(box: BBox) -> BBox:
        return BBox(height - box.y1, box.x0, height - box.y0, box.x1)

    def counterclockwise(box: BBox) -> BBox:
        return BBox(box.y0, width - box.x1, box.y1, width - box.x0)

    def after_clockwise(box: BBox) -> BBox:
        return BBox(box.y0, height - box.x1, box.y1, height - box.x0)

    def after_counterclockwise(box: BBox) -> BBox:
        return BBox(width - box.y1, box.x0, width - box.y0, box.x1)

    turns = (
        (Image.Transpose.ROTATE_270, clockwise, after_clockwise),
        (Image.Transpose.ROTATE_90, counterclockwise, after_counterclockwise),
    )
    for rotation, turn, back in turns:
        words = tuple(Word(word.text, turn(word.bbox), word.confidence) for word in figure.words)
        upright = replace(figure, pixels=figure.pixels.transpose(rotation), words=words, drawing=None)
        if _names_come_first(words) and has_table_layout(upright.pixels, upright.words):
            return upright, back
    return None


def _names_come_first(words: Sequence[Word]) -> bool:
    """True if words without digits are on average further left than values."""
    names = [word.bbox.x0 for word in words if word.text.isalpha()]
    values = [word.bbox.x0 for word in words if is_value(word.text)]
    return not values or not names or mean(names) < mean(values)


def turn_boxes(data: FigureData, turn: Turn) -> FigureData:
    """Return the data with every box rotated by `turn`."""

    def turned(box: BBox | None) -> BBox | None:
        return None if box is None else turn(box)

    def attribute(one: Attribute) -> Attribute:
        return replace(one, boxes=tuple(map(turned, one.boxes)))

    def entries(side: Entries) -> Entries:
        return replace(side, attributes=tuple(map(attribute, side.attributes)))

    facts = tuple(replace(fact, box=turned(fact.box)) for fact in data.facts)
    return replace(data, rows=entries(data.rows), columns=entries(data.columns), facts=facts)
