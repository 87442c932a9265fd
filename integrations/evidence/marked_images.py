"""Marked images: pages with highlighted quotes, figures with outlined evidence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PIL import Image, ImageChops, ImageDraw

from ...agent.figures.paper_figures import open_paper_figure
from ...agent.session import Session
from ...agent.verification.quotes import PageWords
from ...errors import CitehopError
from ...figures.types import FigureImage
from ...papers.parsing.pdf.pages import page_words, render_page
from ...papers.types import BBox, Figure

DPI = 130
_HIGHLIGHT = (255, 236, 130)  # multiplied with the page, so that black text stays black
_OUTLINE = (214, 40, 40)
_MARGIN = 1.5  # points around a line of a quote
_AROUND, _LEAST_WIDTH = 14.0, 200.0  # points: margin around a cropped quote, and its least width


def quoted_page(session: Session, paper_id: str, page: int, quotes: Sequence[str]) -> Image.Image | None:
    """Return the page as an RGB image with each line of `quotes` highlighted; None if the paper has no pages to
    render.
    """
    source = session.cluster.source_path(paper_id)
    if source is None or source.suffix.lower() != ".pdf":
        return None
    try:
        image = render_page(
            source, page, DPI, annotations=False
        )  # a reader's own highlights look like quotes
        return _highlight(image, locate_quotes(session, paper_id, page, quotes))
    except CitehopError:
        return None


def locate_quotes(session: Session, paper_id: str, page: int, quotes: Sequence[str]) -> tuple[BBox, ...]:
    """Return a box for each line of `quotes`, in points of the page and in the order of the quotes.

    Raises UsageError for a page that does not exist.
    """
    source = session.cluster.source_path(paper_id)
    if source is None or not quotes:
        return ()
    words = PageWords(page_words(source, page, session.settings))
    return tuple(line for quote in map(words.locate, quotes) if quote for line in quote.lines)


def cropped_quote(session: Session, paper_id: str, page: int, quote: str) -> Image.Image | None:
    """Return the part of the page around `quote`, highlighted: as wide as its lines, with some lines above and below.

    Returns None if the paper has no pages to render, or if the quote is not on this page.
    """
    image = quoted_page(session, paper_id, page, [quote])
    lines = locate_quotes(session, paper_id, page, [quote]) if image else ()
    if image is None or not lines:
        return None
    box, scale = reduce(BBox.union, lines), DPI / 72
    right, lower = max(box.x1 + _AROUND, box.x0 + _LEAST_WIDTH), box.y1 + 2 * _AROUND
    left, top = max(0.0, box.x0 - _AROUND), max(0.0, box.y0 - 2 * _AROUND)
    corner = min(image.width, round(right * scale)), min(image.height, round(lower * scale))
    return image.crop((round(left * scale), round(top * scale), *corner))


def outlined_figure(image: Image.Image, boxes: Sequence[BBox]) -> Image.Image:
    """Return a copy of `image`, a figure, with `boxes` (in its pixels) outlined."""
    outlined = image.copy()
    _outline(outlined, boxes)
    return outlined


def outlined_page(
    session: Session, paper_id: str, figure: Figure, boxes: Sequence[BBox]
) -> Image.Image | None:
    """Return the page of `figure` as an RGB image with `boxes` outlined; None if the paper has no pages to render.

    `boxes` are in pixels of the figure's image.
    """
    crop = open_paper_figure(session.cluster, paper_id, figure)
    page = quoted_page(session, paper_id, figure.page, ()) if crop else None
    if page is None or crop is None:
        return None
    _outline(page, place_on_page(crop, boxes, DPI / 72))
    return page


def place_on_page(image: FigureImage, boxes: Sequence[BBox], scale: float = 1.0) -> list[BBox]:
    """Convert boxes in pixels of a figure's image to boxes in points of its page, times `scale`."""
    unit, (left, top) = scale / image.scale, (scale * side for side in image.origin)
    return [BBox(left + b.x0 * unit, top + b.y0 * unit, left + b.x1 * unit, top + b.y1 * unit) for b in boxes]


def _outline(image: Image.Image, boxes: Sequence[BBox]) -> None:
    """Draw a red frame around each box (pixels of `image`)."""
    draw = ImageDraw.Draw(image)
    width = max(2, round(image.width / 400))
    gap = 2 * width  # so that the line does not touch what it marks
    for box in boxes:
        draw.rectangle((box.x0 - gap, box.y0 - gap, box.x1 + gap, box.y1 + gap), None, _OUTLINE, width)


def _highlight(image: Image.Image, lines: Sequence[BBox]) -> Image.Image:
    scale = DPI / 72
    layer = Image.new("RGB", image.size, "white")
    draw = ImageDraw.Draw(layer)
    for line in lines:
        x0, y0, x1, y1 = line.x0 - _MARGIN, line.y0 - _MARGIN, line.x1 + _MARGIN, line.y1 + _MARGIN
        draw.rectangle((x0 * scale, y0 * scale, x1 * scale, y1 * scale), fill=_HIGHLIGHT)
    return ImageChops.multiply(image, layer)
