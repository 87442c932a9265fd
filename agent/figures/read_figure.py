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

_UNLIKELY = 0.01  # probability below which a name only lengthens the list that a user reads


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
    """Answer `question` from `image`: names printed in it, with probabilities.

    `image` may be a PDF: then the figure at `box` (page points from the top left; default: the whole page) of its `page`
    (from 1, the default) is read from the page's own paths and texts, and evidence boxes are in page points. Of a
    FigureImage that was opened before, a PDF's included, they are in its pixels.
    `words` are the image's words in its pixels, when the document had them; else OCR reads them and keeps them in the
    folder `cache` if one is given. If no operation of the question fits the figure the reading abstains and its
    entities are the flat prior over the figure's names. Names below .01 are left out, but not for a FigureImage, as citations
    are ranked by all names. Evidence boxes are in pixels of the upright image. `settings`
    default to those of the environment and files. Raises UsageError for an image that cannot be read.
    """
    figure = open_figure(
        image, page=page, box=box, words=words, caption=caption, settings=settings, cache=cache
    )
    request = parse_question(question) if isinstance(question, str) else question
    reading = answer_from(figure, request)
    return reading if isinstance(image, FigureImage) else _for_user(reading, figure)


def _for_user(reading: Reading, figure: FigureImage) -> Reading:
    """Return the reading without unlikely names, and with its boxes in page points where the figure is that of a PDF."""
    likely = tuple(entity for entity in reading.entities if entity.probability >= _UNLIKELY)
    reading = replace(reading, entities=likely)
    if figure.drawing is None:
        return reading
    left, top, scale = figure.drawing.box.x0, figure.drawing.box.y0, figure.scale

    def moved(box: BBox) -> BBox:
        return BBox(left + box.x0 / scale, top + box.y0 / scale, left + box.x1 / scale, top + box.y1 / scale)

    value_box = None if reading.value_box is None else moved(reading.value_box)
    return replace(reading, evidence=tuple(map(moved, reading.evidence)), value_box=value_box)
