"""The texts of a drawing with their places: titles of axes, names of layers and boxes, captions of panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ...papers.types import BBox
from ..diagram.nodes import gather_lines
from ..raster.canvas import build_canvas, on_canvas
from ..raster.labels import extract_labels
from ..raster.merge_words import join_lines
from ..shapes.label import UPRIGHT, Label
from ..shapes.shape import scaled_box
from ..types import FigureImage
from ..vector.scene import build_labels

_FEWEST_LETTERS = 2
_LINE_GAP = 1.1  # letter heights between the lines of one text


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A text in a drawing; `box` in pixels of the image. `upright` text runs up or down."""

    text: str
    box: BBox
    upright: bool = False

    @property
    def cx(self) -> float:
        return (self.box.x0 + self.box.x1) / 2

    @property
    def cy(self) -> float:
        return (self.box.y0 + self.box.y1) / 2


def read_drawn_texts(figure: FigureImage) -> list[DrawnText]:
    """The texts of a drawing, lines under one another joined; top to bottom, then left to right."""
    labels = _labels(figure)
    upright = [label for label in labels if _is_upright(label)]
    level = [label for label in labels if not _is_upright(label)]
    height = median(label.box.height for label in level) if level else 1.0
    texts = [DrawnText(label.text, label.box, True) for label in upright]
    for group in gather_lines([label.box for label in level], height, _LINE_GAP):
        texts.append(_joined([level[index] for index in group]))
    return sorted(texts, key=lambda text: (text.box.y0, text.box.x0, text.text))


def read_drawn_lines(figure: FigureImage) -> list[DrawnText]:
    """The texts of a drawing line by line, in the same order."""
    lines = [DrawnText(label.text, label.box, _is_upright(label)) for label in _labels(figure)]
    return sorted(lines, key=lambda line: (line.box.y0, line.box.x0, line.text))


def _labels(figure: FigureImage) -> Sequence[Label]:
    if figure.drawing is not None and figure.drawing.texts:
        labels = [placed.label for placed in build_labels(figure.drawing.texts)]
        canvas = build_canvas(figure.pixels)
        scale = figure.scale * canvas.scale
        placed_on = [_scaled(label, scale) for label in labels]
        level = join_lines([label for label in placed_on if not _is_upright(label)], canvas)
        upright = [label for label in placed_on if _is_upright(label)]
        return [_scaled(label, 1.0 / canvas.scale) for label in (*level, *upright)]
    canvas = build_canvas(figure.pixels)
    labels = list(extract_labels(on_canvas(figure.words, canvas), canvas))
    return [_scaled(label, 1.0 / canvas.scale) for label in labels]


def _scaled(label: Label, scale: float) -> Label:
    return Label(label.text, scaled_box(label.box, scale), label.number, label.vertical, label.slanted)


def _is_upright(label: Label) -> bool:
    return label.vertical or (len(label.text) > 2 and label.box.height > UPRIGHT * label.box.width)


def _joined(lines: Sequence[Label]) -> DrawnText:
    box = lines[0].box
    for line in lines[1:]:
        box = box.union(line.box)
    ordered = sorted(lines, key=lambda line: (line.box.y0, line.box.x0))
    return DrawnText(" ".join(line.text for line in ordered), box)


def is_words(text: str) -> bool:
    """True unless the text is a number or a single sign."""
    return sum(map(str.isalpha, text)) >= _FEWEST_LETTERS
