"""Draw a table of LaTeX sources as an image with the boxes of its words, as on a typeset page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw, ImageFont

from ...types import BBox, Word
from .tabular import Grid

_SIZE = 20  # font size in pixels
_ROW, _GAP, _MARGIN = 32, 28, 16  # pixels: row pitch, white space between columns, border
_WIDEST = 900  # most pixels of a column; longer cells are wrapped
_MOST_PIXELS = 40_000_000


def draw_grid(grid: Grid) -> tuple[Image.Image, tuple[Word, ...]] | None:
    """Draw the table in one font, black on white, with a rule below the first row; return the image and its words.

    The words have boxes in pixels. Cells that span columns are centered. Return None for a grid without text or with
    more than _MOST_PIXELS.
    """
    if not any(cell.text for row in grid for cell in row):
        return None
    font = ImageFont.load_default(_SIZE)
    lines = [[(_wrap(cell.text, font), cell.span) for cell in row] for row in grid]
    widths = _measure_widths(lines, font)
    lefts = [_MARGIN + sum(widths[:i]) + _GAP * i for i in range(len(widths) + 1)]
    heights = [_ROW * max(len(text) for text, _ in row) for row in lines]
    size = (lefts[-1] - _GAP + _MARGIN, sum(heights) + 2 * _MARGIN)
    if size[0] * size[1] > _MOST_PIXELS:
        return None
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    words: list[Word] = []
    top = _MARGIN
    for number, (row, height) in enumerate(zip(lines, heights, strict=True)):
        column = 0
        for texts, span in row:
            right = lefts[min(column + span, len(widths))] - _GAP
            for line, text in enumerate(texts):
                spare = right - lefts[column] - font.getlength(text)
                left = lefts[column] + (max(0.0, spare) / 2 if span > 1 else 0.0)
                words += _draw_words(pen, text, left, top + _ROW * line, font)
            column = min(column + span, len(widths) - 1)
        top += height
        if number == 0:
            pen.line([(_MARGIN, top - 3), (size[0] - _MARGIN, top - 3)], fill="black", width=2)
    return image, tuple(words)


def _measure_widths(
    lines: Sequence[Sequence[tuple[list[str], int]]], font: ImageFont.FreeTypeFont | ImageFont.ImageFont
) -> list[int]:
    """Return the width of each column in pixels, which is the width of its widest cell.

    A cell that spans columns widens the last of its columns if necessary.
    """
    widths = [0] * max(sum(span for _, span in row) for row in lines)
    for wide in (False, True):
        for row in lines:
            column = 0
            for texts, span in row:
                need = max((int(font.getlength(text)) + 1 for text in texts), default=0)
                covered = range(column, min(column + span, len(widths)))
                have = sum(widths[i] for i in covered) + _GAP * (len(covered) - 1)
                if (span > 1) == wide and need > have and covered:
                    widths[covered[-1]] += need - have
                column += span
    return widths


def _wrap(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > _WIDEST:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _strip_accents(word: str) -> str:
    """Strip the accents that the built-in font lacks from `word`. Only the drawing lacks them."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def _draw_words(
    pen: ImageDraw.ImageDraw,
    text: str,
    left: float,
    top: float,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
) -> Iterator[Word]:
    for word in text.split():
        pen.text((left, top), _strip_accents(word), fill="black", font=font)
        width = font.getlength(word)
        yield Word(word, BBox(left, top, left + width, top + _SIZE))
        left += width + font.getlength(" ")
