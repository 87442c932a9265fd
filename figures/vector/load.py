"""A region of a PDF page as a vector figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...papers.parsing.pdf.pages import open_page
from ...papers.types import BBox
from .page_objects import PageObjectReader
from .texts import page_texts
from .types import VectorFigure, VectorImage, VectorPath


def load_vector_figure(path: Path, page: int = 1, box: BBox | None = None) -> VectorFigure:
    """What a page (from 1) of the PDF at `path` draws inside `box` (page points from the top left; None: the page).

    Raises UsageError for a file that is no readable PDF and for a page that it does not have.
    """
    with open_page(path, page) as document:
        return vector_figure_of(document[page - 1], box)


def vector_figure_of(page: Any, box: BBox | None = None) -> VectorFigure:
    """The same for an open pypdfium2 page."""
    width, height = page.get_size()
    region = box or BBox(0.0, 0.0, width, height)
    reader = PageObjectReader(page)
    objects = [found for found in reader.objects() if _inside(found.box, region)]
    texts = tuple(text for text in page_texts(page) if _inside(text.box, region))
    paths = tuple(found for found in objects if isinstance(found, VectorPath))
    images = tuple(found for found in objects if isinstance(found, VectorImage))
    return VectorFigure(region, paths, images, texts, reader.truncated)


def _inside(box: BBox, region: BBox) -> bool:
    """True if the middle of `box` lies in the region and the box does not reach far out of it."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    within = region.x0 - 1 <= x <= region.x1 + 1 and region.y0 - 1 <= y <= region.y1 + 1
    return within and box.width <= 1.05 * region.width + 2 and box.height <= 1.05 * region.height + 2
