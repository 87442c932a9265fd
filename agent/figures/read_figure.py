"""Answer a question from an image or a page of a PDF, without a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from ...figures.image import open_figure
from ...figures.read import answer_from
from ...figures.request import FigureRequest
from ...figures.types import FigureImage, Reading
from ...papers.types import BBox, Word
from ...settings import Settings
from ..query.grammar.parser import parse_question

_UNLIKELY = 0.01  # names with a lower probability are not shown to a user


def read_figure(
    image: Path | Image.Image | FigureImage,
    question: str | FigureRequest,
    *,
    page: int | None = None,
    box: BBox | None = None,
    words: Sequence[Word] = (),
    caption: str = "",
    settings: Settings | None = None,
    cache: Path | None = None,
) -> Reading:
    """Answer `question` from `image` by the names printed in it, with their probabilities.

    If `image` is a PDF, the figure in `box` on its page `page` is read from the paths and texts of the page. `box` is
    in page points from the top left and defaults to the whole page; pages count from 1, the default.

    Evidence boxes are in page points for a PDF, and otherwise in pixels of the upright image. For a FigureImage that
    was opened before, they are always in pixels.

    `words` are the words of the image, in its pixels, if the document has them. Otherwise OCR reads the words, and
    keeps them in the folder `cache` if it is given. `settings` default to the settings of the environment and files.

    If no operation of the question fits the figure, the reading abstains, and all names of the figure are equally
    likely. Names with a probability below .01 are left out, except for a FigureImage, because papers are ranked by all
    names. Raises UsageError for an image that cannot be read.
    """
    figure = open_figure(
        image, page=page, box=box, words=words, caption=caption, settings=settings, cache=cache
    )
    request = parse_question(question) if isinstance(question, str) else question
    reading = answer_from(figure, request)
    return reading if isinstance(image, FigureImage) else _for_user(reading, figure)


def _for_user(reading: Reading, figure: FigureImage) -> Reading:
    """Return the reading without unlikely names; the boxes of a figure from a PDF become page points."""
    likely = tuple(entity for entity in reading.entities if entity.probability >= _UNLIKELY)
    reading = replace(reading, entities=likely)
    if figure.drawing is None:
        return reading
    left, top, scale = figure.drawing.box.x0, figure.drawing.box.y0, figure.scale

    def moved(box: BBox) -> BBox:
        return BBox(left + box.x0 / scale, top + box.y0 / scale, left + box.x1 / scale, top + box.y1 / scale)

    value_box = None if reading.value_box is None else moved(reading.value_box)
    return replace(reading, evidence=tuple(map(moved, reading.evidence)), value_box=value_box)
