"""Load a region of a PDF page as a vector figure and as a rendered image."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from ...papers.parsing.pdf.pages import open_page
from ...papers.parsing.pdf.sideways import load_page
from ...papers.types import BBox, Word
from ..numbers import parse_number
from ..primitives import Point
from ..types import FigureImage
from .page_objects import PageObjectReader
from .texts import page_texts
from .types import Subpath, VectorFigure, VectorImage, VectorPath, VectorText

RENDERED = 2.0  # pixels per point; lines thinner than a point must stay visible
LETTER = 0.8  # height of a word that OCR found, in font sizes
LONGEST = 4000.0  # pixels; the longest side of a rendered figure
SCANNED = 0.95  # least share of a region that the image of a scanned page covers
# For two words of a line that OCR read: the largest gap, as a share of the taller word's height, and the least common
# height, as a share of the smaller word's.
_WORD_GAP, _LEVEL = 0.6, 0.6
_LOOKS_LIKE = {"i": "1", "I": "1", "l": "1", "|": "1", "O": "0", "o": "0"}
_FEWEST_TICKS = 3  # least number of numbers in a row that belong to an axis
PICTURE = 0.35  # least share of a figure that the image of its plot covers


def open_pdf_figure(path: Path, page: int = 1, box: BBox | None = None, caption: str = "") -> FigureImage:
    """Return the figure on a page (from 1) of the PDF at `path`, rendered, with its words and its vector drawing.

    `box` is in page points from the top left; None takes the whole page. Raises UsageError for a file that is no
    readable PDF, and for a page that it does not have.
    """
    with open_page(path, page) as document:
        opened = load_page(document, page)
        drawing = _without_picture(read_vector_figure(opened, box))
        scale = min(RENDERED, LONGEST / max(1.0, *opened.get_size()))
        rendered: Image.Image = opened.render(scale=scale, may_draw_forms=False).to_pil().convert("RGB")
    region = drawing.box
    sides = [round(side * scale) for side in (region.x0, region.y0, region.x1, region.y1)]
    pixels = rendered.crop((sides[0], sides[1], max(sides[0] + 1, sides[2]), max(sides[1] + 1, sides[3])))
    words = tuple(word for text in drawing.texts for word in _words(text, scale))
    return FigureImage(pixels, words, caption, drawing, scale, (region.x0, region.y0))


def _without_picture(drawing: VectorFigure) -> VectorFigure:
    """Return the drawing; empty if it is almost only an image. Its texts are then left to OCR, with the image."""
    return VectorFigure(drawing.box, (), (), ()) if drawing.is_image(PICTURE) else drawing


def load_vector_figure(path: Path, page: int = 1, box: BBox | None = None) -> VectorFigure:
    """Return the drawing on a page (from 1) of the PDF at `path` inside `box`. See `open_pdf_figure`."""
    with open_page(path, page) as document:
        return read_vector_figure(load_page(document, page), box)


def read_vector_figure(page: Any, box: BBox | None = None) -> VectorFigure:
    """Return the drawing of an open pypdfium2 page inside `box`.

    An image that covers `box`, such as a scanned page, is added as an image of the size of the box.
    """
    width, height = page.get_size()
    region = box or BBox(0.0, 0.0, width, height)
    reader = PageObjectReader(page)
    found = list(reader.objects())
    objects = [item for item in found if _is_inside(item.box, region)]
    scans = [item for item in found if isinstance(item, VectorImage) and _covers(item.box, region)]
    texts = tuple(_moved_text(text, region) for text in page_texts(page) if _is_inside(text.box, region))
    paths = tuple(_moved_path(item, region) for item in objects if isinstance(item, VectorPath))
    images = tuple(
        replace(item, box=_moved(item.box, region)) for item in objects if isinstance(item, VectorImage)
    )
    images += tuple(replace(scan, box=_moved(region, region)) for scan in scans if scan not in objects)
    return VectorFigure(region, paths, images, texts, reader.truncated)


def with_ocr_texts(drawing: VectorFigure, words: Sequence[Word], scale: float) -> VectorFigure:
    """Return the drawing with the lines of text that OCR read in its rendering.

    This is for pages whose letters are drawn as paths.
    """
    texts = []
    for word in words:
        box = BBox(*(side / scale for side in (word.bbox.x0, word.bbox.y0, word.bbox.x1, word.bbox.y1)))
        turned = box.height > 1.4 * box.width and len(word.text) > 2
        size = (box.width if turned else box.height) / LETTER
        texts.append(VectorText(word.text, box, size, 90.0 if turned else 0.0))
    return replace(drawing, texts=tuple(_join_words(_with_digits(texts))))


def _with_digits(texts: Sequence[VectorText]) -> list[VectorText]:
    """Return the texts, with a single letter in a row of numbers replaced by the digit it looks like: a tick "1"
    may be read as "i".
    """
    numbers = [text for text in texts if parse_number(text.text) is not None]

    def is_in_row(text: VectorText) -> bool:
        middle, height = text.box.y0 + text.box.y1, text.box.height
        level = [n for n in numbers if abs(n.box.y0 + n.box.y1 - middle) < height]
        return len(level) >= _FEWEST_TICKS

    return [
        replace(text, text=_LOOKS_LIKE[text.text]) if text.text in _LOOKS_LIKE and is_in_row(text) else text
        for text in texts
    ]


def _join_words(texts: Sequence[VectorText]) -> list[VectorText]:
    """Join the words of each line into one text.

    Rotated lines read from bottom to top. Adjacent numbers stay separate, because they are ticks.
    """
    lines: list[VectorText] = []
    for text in sorted(texts, key=lambda t: (-t.box.y1 if t.angle else t.box.x0, t.box.y0)):
        before = next((line for line in reversed(lines) if _continues(line, text)), None)
        if before is None:
            lines.append(text)
            continue
        whole = replace(
            before,
            text=f"{before.text} {text.text}",
            box=before.box.union(text.box),
            size=max(before.size, text.size),
        )
        lines[lines.index(before)] = whole
    return lines


def _continues(line: VectorText, text: VectorText) -> bool:
    numbers = [parse_number(each.text) is not None for each in (line, text)]
    if line.angle != text.angle or all(numbers) or (numbers[1] and len(line.text) == 1):
        return False
    one, other = line.box, text.box
    if text.angle:
        gap, shared = one.y0 - other.y1, min(one.x1, other.x1) - max(one.x0, other.x0)
        heights = (one.width, other.width)
    else:
        gap, shared = other.x0 - one.x1, min(one.y1, other.y1) - max(one.y0, other.y0)
        heights = (one.height, other.height)
    return shared >= _LEVEL * min(heights) and -_WORD_GAP < gap / max(heights) <= _WORD_GAP


def _covers(box: BBox, region: BBox) -> bool:
    return box.intersection_area(region) >= SCANNED * region.width * region.height


def _is_inside(box: BBox, region: BBox) -> bool:
    """True if the center of `box` is in the region and the box does not extend far beyond it."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    within = region.x0 - 1 <= x <= region.x1 + 1 and region.y0 - 1 <= y <= region.y1 + 1
    return within and box.width <= 1.05 * region.width + 2 and box.height <= 1.05 * region.height + 2


def _moved(box: BBox, region: BBox) -> BBox:
    return BBox(box.x0 - region.x0, box.y0 - region.y0, box.x1 - region.x0, box.y1 - region.y0)


def _moved_text(text: VectorText, region: BBox) -> VectorText:
    return text if region.x0 == region.y0 == 0 else replace(text, box=_moved(text.box, region))


def _moved_path(path: VectorPath, region: BBox) -> VectorPath:
    if region.x0 == region.y0 == 0:
        return path
    subpaths = tuple(
        Subpath(tuple(_moved_point(point, region) for point in s.points), s.closed, s.curved)
        for s in path.subpaths
    )
    clip = None if path.clip is None else _moved(path.clip, region)
    return replace(path, subpaths=subpaths, box=_moved(path.box, region), clip=clip)


def _moved_point(point: Point, region: BBox) -> Point:
    return point[0] - region.x0, point[1] - region.y0


def _words(text: VectorText, scale: float) -> list[Word]:
    """Return the words of a run in pixels.

    For horizontal text, each word has its own extent, or else a share of the run's width. Other text is returned
    as one word.
    """
    box = BBox(*(scale * side for side in (text.box.x0, text.box.y0, text.box.x1, text.box.y1)))
    parts = text.text.split()
    if len(parts) < 2 or abs(text.angle) > 2.0:
        return [Word(text.text, box)]
    if text.words:
        left = box.x0 - scale * text.words[0][0]  # the figure's region may start inside its page
        extents = [(left + scale * start, left + scale * end) for start, end in text.words]
    else:
        letter, ends = box.width / len(text.text), [match.span() for match in re.finditer(r"\S+", text.text)]
        extents = [(box.x0 + start * letter, box.x0 + end * letter) for start, end in ends]
    return [Word(part, BBox(x0, box.y0, x1, box.y1)) for part, (x0, x1) in zip(parts, extents, strict=True)]
