"""A question put to a figure: OCR where needed, then the reader of tables or of charts, then one honest distribution."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from PIL import Image

from ..papers.parsing.ocr.words import ocr_words
from ..papers.types import BBox, Word
from ..settings import Settings, load_settings
from .answer.table.answer import TableAnswer, answer_table
from .classify import is_table
from .image import load_image
from .question.parser import FigureQuestion, parse_question
from .table.read import read_table
from .types import Entity, Reading

TRUST = 0.93  # most that a reading may claim for what its operations selected; the rest goes to the figure's names
HALF_TRUST = 0.05  # belief behind the operations at which half of that remains


def read_figure(
    image: Path | Image.Image,
    question: str,
    *,
    words: Sequence[Word] = (),
    caption: str = "",
    settings: Settings | None = None,
    cache: Path | None = None,
) -> Reading:
    """What `image` says in answer to `question`: names that stand in it, with probabilities.

    `words` are the image's words in its pixels, when the document had them; else they are read by OCR, kept in the
    folder `cache` if one is given. Where no operation of the question fits the figure the reading abstains and its
    entities are the flat prior over the figure's names. Evidence boxes are in pixels of the image set upright. `settings`
    default to those of the environment and files. Raises UsageError for an image that cannot be read.
    """
    picture = load_image(image)
    found = tuple(words)
    if not found:
        picture, found = _upright(picture, ocr_words(picture, settings or load_settings(), cache))
    asked = parse_question(question)
    if not caption.lower().startswith("table") and not is_table(picture, found):
        drawn = _read_drawn(picture, found, asked)
        if drawn is not None:
            return drawn
    table = read_table(picture, found)
    return _reading(answer_table(table, asked), asked) if table else Reading(operation=asked.kind)


def _read_drawn(picture: Image.Image, words: Sequence[Word], asked: FigureQuestion) -> Reading | None:
    """The reading of a chart or a diagram; None for neither. Their readers load late: a table needs not wait for them."""
    from .answer.chart.answer import answer_chart
    from .answer.diagram import answer_diagram
    from .chart.read import read_chart
    from .diagram.read import read_diagram

    chart = read_chart(picture, words)
    if chart is None or chart.kind == "other":
        diagram = read_diagram(picture, words)
        if diagram is not None:
            return answer_diagram(diagram, asked)
    return answer_chart(chart, asked) if chart is not None else None


def _upright(picture: Image.Image, words: tuple[Word, ...]) -> tuple[Image.Image, tuple[Word, ...]]:
    """Both turned by half a circle when the words' reading order runs upwards."""
    middle = len(words) // 2
    if middle == 0 or mean(w.bbox.y0 for w in words[:middle]) <= mean(w.bbox.y0 for w in words[middle:]):
        return picture, words
    width, height = picture.size
    turned = (
        Word(
            word.text,
            BBox(width - word.bbox.x1, height - word.bbox.y1, width - word.bbox.x0, height - word.bbox.y0),
            word.confidence,
        )
        for word in words
    )
    return picture.rotate(180), tuple(turned)


def _reading(answer: TableAnswer, question: FigureQuestion) -> Reading:
    trust = TRUST * answer.found / (answer.found + HALF_TRUST)
    shares: dict[str, float] = {}
    for entities, part in ((answer.entities, trust), (answer.names, 1.0 - trust)):
        for entity in entities:
            shares[entity.text] = shares.get(entity.text, 0.0) + part * entity.probability
    ranked = sorted(shares.items(), key=lambda entry: (-entry[1], entry[0]))
    return Reading(
        tuple(Entity(text, share) for text, share in ranked),
        question.kind,
        answer.evidence,
        abstained=not answer.entities,
    )
