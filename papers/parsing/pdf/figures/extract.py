"""Extract the figures and tables of a PDF: caption, region, a crop of the rendered page, and the words inside."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ....captions import PageLabel, find_page_label
from ....types import BBox, Figure, Word
from ...crops import MARGIN, crop_scale, write_crop
from ..layout.document import join_text
from ..layout.page_regions import PageLayout
from ..sideways import load_page
from ..text.hyphens import Vocabulary
from .captions import Caption
from .continued_tables import TablePart, find_continued

# Unfiltered, text and line art compress as well as with PIL's choice of filters, in less than half the time.
_PNG = (
    cv2.IMWRITE_PNG_COMPRESSION,
    1,
    cv2.IMWRITE_PNG_FILTER,
    cv2.IMWRITE_PNG_FILTER_NONE,
    cv2.IMWRITE_PNG_STRATEGY,
    0,
)
_END = 0.6  # share of the page's height below which a caption may belong to an object on the next page
_REPEATED_LABEL = re.compile(r"^((?:table|fig(?:ure|\.)?)\s*\w+)[.:]?\s+\1(?=[.:\s])", re.IGNORECASE)


def extract_figures(
    layouts: Sequence[PageLayout], vocabulary: Vocabulary, document: Any, crops_dir: Path | None
) -> tuple[Figure, ...]:
    """Extract the figures and tables of pages that are already laid out.

    They are in the order of pages and of captions on a page; figures of one kind on a page are in the order of their
    numbers. With `crops_dir`, each figure is saved there as a PNG of at least 200 dpi; otherwise `Figure.image` is "".
    """
    parts = list(_list_all_parts(layouts, vocabulary))
    continued = find_continued(parts)
    labels = _number_alike([part.label for i, part in enumerate(parts) if i not in continued])
    names: list[str] = []
    figures: list[Figure] = []
    for i, part in enumerate(parts):
        number = part.layout.number
        label = figures[continued[i]].label if i in continued else next(labels)
        slug = f"p{number}:{_slug(label)}"
        names.append(slug)
        repeated = names.count(slug)
        figure_id = slug if repeated == 1 else f"{slug}-{repeated}"
        image = ""
        if crops_dir is not None:
            png = _render_png(load_page(document, number), part.bbox, part.layout.box)
            image = write_crop(crops_dir, figure_id.replace(":", "-"), png)
        before = figures[continued[i]].id if i in continued else ""
        figures.append(
            Figure(figure_id, part.kind, label, part.caption, number, part.bbox, image, part.words, before)
        )
    return tuple(_sort_numbers(figures))


def _sort_numbers(figures: Sequence[Figure]) -> list[Figure]:
    """Sort figures of one kind on one page by their numbers; all other figures keep their places."""
    places = defaultdict[tuple[int, str], list[int]](list)
    for place, figure in enumerate(figures):
        if not find_page_label(figure.label):
            places[figure.page, figure.label.rpartition(" ")[0]].append(place)
    result = list(figures)
    for group in places.values():
        ordered = sorted((figures[place] for place in group), key=lambda figure: _number(figure.label))
        for place, figure in zip(group, ordered, strict=True):
            result[place] = figure
    return result


def _number(label: str) -> int:
    """Return the digits of "Figure 10" or "Table A2" as a number; 0 for a Roman numeral."""
    return int("0" + re.sub(r"\D", "", label.rpartition(" ")[2]))


def _list_all_parts(layouts: Sequence[PageLayout], vocabulary: Vocabulary) -> Iterator[TablePart]:
    """Yield the figures and tables of all pages.

    A caption without a figure at the end of a page is given to the first figure without a caption, of the same kind, on
    the next page.
    """
    waiting: Caption | None = None
    for layout in layouts:
        parts = list(_list_parts(layout, vocabulary))
        for place, part in enumerate(parts):
            if waiting and waiting.kind == part.kind and find_page_label(part.label) and not part.caption:
                caption = join_text(waiting.lines, vocabulary)
                parts[place] = replace(part, label=waiting.label, caption=caption, captioned=True)
                break
        yield from parts
        last = max(layout.floats, key=lambda found: found.caption.bbox.y1, default=None)
        low = last is not None and last.caption.bbox.y0 > layout.box.y0 + _END * layout.box.height
        waiting = last.caption if last is not None and low and last.bbox is None else None


def _list_parts(layout: PageLayout, vocabulary: Vocabulary) -> Iterator[TablePart]:
    """Yield the figures and tables of a page.

    Figures and tables with captions come first, in the order of the captions.
    """
    for found in layout.floats:
        caption, box = found.caption, found.bbox
        if box is not None:
            text = _REPEATED_LABEL.sub(r"\1", join_text(caption.lines, vocabulary))
            words = find_words_in(layout, box, flowing=caption.above_text)
            yield TablePart(caption.kind, caption.label, text, box, layout, words, captioned=True)
    for box in layout.tables:
        title = layout.table_titles.get(box)
        text = join_text([title], vocabulary) if title else ""
        label = str(PageLabel("table", layout.number))
        words = find_words_in(layout, box, flowing=True)
        yield TablePart("table", label, text, box, layout, words, captioned=False)


def _number_alike(labels: Sequence[str]) -> Iterator[str]:
    """Yield `labels`; a label made from the page number gets an ordinal if several figures share it."""
    shared, places = Counter(labels), Counter[str]()
    for label in labels:
        named = find_page_label(label)
        places[label] += 1
        yield str(replace(named, place=places[label])) if named and shared[label] > 1 else label


def find_words_in(layout: PageLayout, box: BBox, *, flowing: bool) -> tuple[Word, ...]:
    """Return the words of the page whose center is in `box`: upright words row by row, then rotated words.

    Words of the running text are included only if `flowing`.
    """
    running = [line for run in layout.flow for line in run] if flowing else []
    upright = [Word(text, word) for line in (*layout.drawn, *running) for text, word in line.words]
    turned = [Word(token.text, token.bbox) for token in layout.text.tokens if not token.upright]
    return tuple(word for word in (*upright, *turned) if _is_inside(word.bbox, box))


def _is_inside(word: BBox, box: BBox) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def _slug(label: str) -> str:
    """Turn "Table A1" into "tableA1", "Supplementary Figure 2" into "supplementary-figure2"."""
    if named := find_page_label(label):
        return named.kind
    *words, number = label.split()
    return "-".join(word.lower() for word in words) + re.sub(r"[^A-Za-z0-9]+", "-", number).strip("-")


def _render_png(page: Any, box: BBox, whole: BBox) -> bytes:
    """Render the box with a small margin as a PNG, in gray if it has no colors.

    Annotations such as highlights and links are not drawn.
    """
    x0, y0 = max(0.0, box.x0 - MARGIN), max(0.0, box.y0 - MARGIN)
    x1, y1 = min(whole.x1, box.x1 + MARGIN), min(whole.y1, box.y1 + MARGIN)
    scale = crop_scale(max(x1 - x0, y1 - y0))
    cut = (x0, whole.y1 - y1, whole.x1 - x1, y0)
    bitmap = page.render(scale=scale, crop=cut, draw_annots=False, may_draw_forms=False)
    pixels = bitmap.to_numpy()[..., :3]  # blue, green, red
    if all((pixels[..., 0] == pixels[..., channel]).all() for channel in (1, 2)):
        pixels = pixels[..., 0]
    encoded: bytes = cv2.imencode(".png", np.ascontiguousarray(pixels), _PNG)[1].tobytes()
    return encoded
