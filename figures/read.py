"""Answer a question from a figure: OCR where needed, a reader for its kind, then one calibrated distribution."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from ..papers.types import BBox, Word
from ..settings import Settings
from .answer.table.answer import TableAnswer, answer_table
from .classify import is_table
from .image import open_figure
from .question.parser import Question, parse_question
from .table.read import read_table
from .types import Entity, FigureImage, Reading

TRUST = 0.93  # most that a reading may claim for what its operations selected; the rest goes to the figure's names
HALF_TRUST = 0.05  # belief behind the operations at which half of that remains


def read_figure(
    image: Path | Image.Image | FigureImage,
    question: str | Question,
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
    (from 1, the default) is read from the page's own paths and texts, and evidence boxes are in page points.
    `words` are the image's words in its pixels, when the document had them; else OCR reads them and keeps them in the
    folder `cache` if one is given. If no operation of the question fits the figure the reading abstains and its
    entities are the flat prior over the figure's names. Evidence boxes are in pixels of the upright image. `settings`
    default to those of the environment and files. Raises UsageError for an image that cannot be read.
    """
    figure = open_figure(
        image, page=page, box=box, words=words, caption=caption, settings=settings, cache=cache
    )
    parsed = question if isinstance(question, Question) else parse_question(question, one_hop=True)
    if figure.drawing is not None:
        exact = _read_drawing(figure, parsed)
        if exact is not None:
            return exact
    if not figure.caption.lower().startswith("table") and not is_table(figure.pixels, figure.words):
        drawn = _read_drawn(figure, parsed)
        if drawn is not None:
            return drawn
    table = read_table(figure.pixels, figure.words)
    return _reading(answer_table(table, parsed), parsed) if table else Reading(operation=parsed.kind)


def _read_drawing(figure: FigureImage, question: Question) -> Reading | None:
    """Answer from the vector drawing of a PDF; None where it shows neither a diagram nor a chart with marks."""
    from .answer.chart.answer import answer_chart
    from .answer.diagram import answer_diagram
    from .vector.diagram import read_vector_diagram
    from .vector.read import read_vector_chart

    assert figure.drawing is not None
    diagram = read_vector_diagram(figure.drawing, figure.scale)
    if diagram is not None:
        return answer_diagram(diagram, question)
    chart = read_vector_chart(figure.drawing, figure.scale, figure.pixels)
    return answer_chart(chart, question) if chart is not None and chart.marks else None


def _read_drawn(figure: FigureImage, question: Question) -> Reading | None:
    """Answer from a chart or a diagram; None for neither. Their readers load late: a table needs none of them."""
    from .answer.chart.answer import answer_chart
    from .answer.diagram import answer_diagram
    from .chart.read import read_chart
    from .diagram.read import read_diagram

    chart = read_chart(figure.pixels, figure.words)
    if chart is None or chart.kind == "other":
        diagram = read_diagram(figure.pixels, figure.words)
        if diagram is not None:
            return answer_diagram(diagram, question)
    return answer_chart(chart, question) if chart is not None else None


def _reading(answer: TableAnswer, question: Question) -> Reading:
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
