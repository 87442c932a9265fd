"""Marked images: pages with highlighted quotes, figures with outlined evidence."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw

from ...agent.figures.paper_figures import open_paper_figure
from ...agent.session import Session
from ...agent.verification.quotes import PageWords
from ...errors import CitehopError
from ...papers.parsing.pdf.pages import page_words, render_page
from ...papers.types import BBox, Figure

DPI = 130
_HIGHLIGHT = (255, 236, 130)  # multiplied with the page, so that black text stays black
_OUTLINE = (214, 40, 40)
_MARGIN = 1.5  # points around a line of a quote


def quoted_page(session: Session, paper_id: str, page: int, quotes: Sequence[str]) -> Image.Image | None:
    """The page as an RGB image with each line of `quotes` highlighted; None if the paper has no pages to render."""
    source = session.cluster.source_path(paper_id)
    if source is None or source.suffix.lower() != ".pdf":
        return None
    try:
        image = render_page(
            source, page, DPI, annotations=False
        )  # a reader's own highlights look like quotes
        words = PageWords(page_words(source, page, session.settings)) if quotes else None
    except CitehopError:
        return None
    located = [words.locate(quote) for quote in quotes] if words else []
    return _highlight(image, [line for quote in located if quote for line in quote.lines])


def outlined_figure(image: Image.Image, boxes: Sequence[BBox]) -> Image.Image:
    """A copy of `image`, a figure, with `boxes` (its pixels) outlined."""
    outlined = image.copy()
    _outline(outlined, boxes)
    return outlined


def outlined_page(
    session: Session, paper_id: str, figure: Figure, boxes: Sequence[BBox]
) -> Image.Image | None:
    """The page of `figure` as an RGB image with `boxes` outlined; None if the paper has no pages to render.

    `boxes` are in pixels of the figure's image, which covers `figure.bbox` of the page.
    """
    crop = open_paper_figure(session.cluster, paper_id, figure)
    page = quoted_page(session, paper_id, figure.page, ()) if crop else None
    if page is None or crop is None:
        return None
    points = max(figure.bbox.width, 1e-6) / crop.pixels.width  # of a pixel of the crop
    scale = points * DPI / 72
    left, top = figure.bbox.x0 * DPI / 72, figure.bbox.y0 * DPI / 72
    _outline(
        page,
        [
            BBox(left + b.x0 * scale, top + b.y0 * scale, left + b.x1 * scale, top + b.y1 * scale)
            for b in boxes
        ],
    )
    return page


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
