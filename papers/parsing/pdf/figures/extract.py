"""Figures and tables of a PDF: caption, region, a crop of the rendered page, and the words inside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ....types import BBox, Figure, Word
from ...crops import write_crop
from ..layout.document import join_text
from ..layout.page_regions import PageLayout
from ..text.hyphens import Vocabulary
from .captions import Caption

CROP_DPI = 200
_MARGIN = 2.0  # points of page around the object
# Unfiltered, text and line art compress as well as with PIL's choice of filters, in less than half the time.
_PNG = (
    cv2.IMWRITE_PNG_COMPRESSION,
    1,
    cv2.IMWRITE_PNG_FILTER,
    cv2.IMWRITE_PNG_FILTER_NONE,
    cv2.IMWRITE_PNG_STRATEGY,
    0,
)
_REPEATED_LABEL = re.compile(r"^((?:table|fig(?:ure|\.)?)\s*\w+)[.:]?\s+\1(?=[.:\s])", re.IGNORECASE)
_MAX_PIXELS = 5000  # longer side of a crop; larger ones are rendered at a lower resolution


def extract_figures(
    layouts: Sequence[PageLayout], vocabulary: Vocabulary, document: Any, crops_dir: Path | None
) -> tuple[Figure, ...]:
    """Figures and tables of pages already laid out, in the order of their captions, page by page.

    With `crops_dir` each is saved there as a PNG of at least 200 dpi; without, `Figure.image` is "".
    """
    figures = []
    used: Counter[str] = Counter()
    for layout in layouts:
        shown = [(found.caption, found.bbox) for found in layout.floats if found.bbox is not None]
        shown += [(_build_blank_caption(layout, box), box) for box in layout.tables]
        page = document[layout.number - 1] if shown and crops_dir is not None else None
        for caption, box in shown:
            name = _slug(caption.label)
            used[f"p{layout.number}:{name}"] += 1
            repeated = used[f"p{layout.number}:{name}"]
            name = name if repeated == 1 else f"{name}-{repeated}"
            image = ""
            if crops_dir is not None:
                image = write_crop(crops_dir, f"p{layout.number}-{name}", _render_png(page, box, layout.box))
            figures.append(_build_figure(layout, caption, box, f"p{layout.number}:{name}", image, vocabulary))
    return tuple(figures)


def _build_blank_caption(layout: PageLayout, box: BBox) -> Caption:
    """Caption of a table that has none: named by its page, without text."""
    return Caption("table", f"Table on page {layout.number}", (), BBox(box.x0, box.y0, box.x0, box.y0))


def _build_figure(
    layout: PageLayout, caption: Caption, box: BBox, figure_id: str, image: str, vocabulary: Vocabulary
) -> Figure:
    text = _REPEATED_LABEL.sub(r"\1", join_text(caption.lines, vocabulary))
    return Figure(
        figure_id, caption.kind, caption.label, text, layout.number, box, image, find_words_in(layout, box)
    )


def find_words_in(layout: PageLayout, box: BBox) -> tuple[Word, ...]:
    """Words of the page whose centre is in `box`: upright ones row by row, then rotated ones."""
    flowing = (line for run in layout.flow for line in run) if box in layout.tables else ()
    upright = [Word(text, word) for line in (*layout.drawn, *flowing) for text, word in line.words]
    turned = [Word(token.text, token.bbox) for token in layout.text.tokens if not token.upright]
    return tuple(word for word in (*upright, *turned) if _is_inside(word.bbox, box))


def _is_inside(word: BBox, box: BBox) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def _slug(label: str) -> str:
    """ "Table A1" -> "tableA1", "Supplementary Figure 2" -> "supplementary-figure2"."""
    *words, number = label.split()
    if "page" in words:
        return words[0].lower()
    return "-".join(word.lower() for word in words) + re.sub(r"[^A-Za-z0-9]+", "-", number).strip("-")


def _render_png(page: Any, box: BBox, whole: BBox) -> bytes:
    """Render the box with a small margin as PNG, in grey if it has no colours, without annotations (highlights, links)."""
    x0, y0 = max(0.0, box.x0 - _MARGIN), max(0.0, box.y0 - _MARGIN)
    x1, y1 = min(whole.x1, box.x1 + _MARGIN), min(whole.y1, box.y1 + _MARGIN)
    scale = min(CROP_DPI / 72, _MAX_PIXELS / max(x1 - x0, y1 - y0))
    cut = (x0, whole.y1 - y1, whole.x1 - x1, y0)
    bitmap = page.render(scale=scale, crop=cut, draw_annots=False, may_draw_forms=False)
    pixels = bitmap.to_numpy()[..., :3]  # blue, green, red
    if all((pixels[..., 0] == pixels[..., channel]).all() for channel in (1, 2)):
        pixels = pixels[..., 0]
    encoded: bytes = cv2.imencode(".png", np.ascontiguousarray(pixels), _PNG)[1].tobytes()
    return encoded
