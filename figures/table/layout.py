"""Recognize the layout of a table: rows of values next to names, or lines of text between rules of equal length."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

import numpy as np
from PIL import Image

from ...papers.types import Word
from .body import place
from .columns import find_columns
from .lines import TableLine, find_lines, split_turned, text_height
from .marks import mark_of
from .rules import find_rules
from .values import is_value

FEWEST_ROWS = 3
FILLED = 0.6  # least share of cells with text in a row
IN_ROWS = 0.55  # least share of words in rows of values; the other words are headers, groups and captions
GROUNDS = 6  # most colors of cells in a table; the cells of a heatmap have more
BETWEEN = 0.75  # least share of words between the first and the last rule
SHADES = 8  # levels of a color channel that count as one


def has_table_layout(image: Image.Image, words: Sequence[Word]) -> bool:
    """True if the words form rows of names and values in columns, or lines between rules over all columns."""
    height = text_height(words)
    flat, _ = split_turned(words, height)
    if len(flat) < 2 * FEWEST_ROWS:
        return False
    lines = find_lines(flat, height)
    columns = find_columns(lines, (), height)
    if len(columns) < 2:
        return False
    aligned = _are_rows_of_values(lines, columns, len(words)) or _are_between_rules(
        image, words, lines, height
    )
    return aligned and len(_grounds(image, flat)) <= GROUNDS


def _are_rows_of_values(
    lines: Sequence[TableLine], columns: Sequence[tuple[float, float]], count: int
) -> bool:
    """True if most of `count` words are in lines with a name in the first or second column and values in most
    others.
    """
    rows = 0
    inside = 0
    for line in lines:
        cells = [" ".join(s.text for s in segments) for segments in place(line, columns)]
        lead = 0 if cells[0] else 1  # merged cells leave the first column empty
        filled = [text for text in cells[lead + 1 :] if text]
        values = sum(is_value(text) or mark_of(text) is not None for text in filled)
        named = any(c.isalpha() for c in cells[lead]) and not is_value(cells[lead])
        if named and values and 2 * values >= len(filled) and len(filled) >= FILLED * (len(cells) - lead - 1):
            rows += 1
            inside += sum(len(segment.words) for segment in line.segments)
    return rows >= FEWEST_ROWS and inside >= IN_ROWS * count


def _are_between_rules(
    image: Image.Image, words: Sequence[Word], lines: Sequence[TableLine], height: float
) -> bool:
    """True if at least three rules of equal length run over the whole width of the words, and most words are
    between them.
    """
    left, right = min(w.bbox.x0 for w in words), max(w.bbox.x1 for w in words)
    wide = [
        rule
        for rule in find_rules(image, words, height).horizontal
        if rule.start < left + height and rule.end > right - height
    ]
    if len(wide) < 3 or wide[-1].at - wide[0].at < 3 * height:
        return False
    ends = [(rule.start, rule.end) for rule in wide]
    if max(np.ptp([start for start, _ in ends]), np.ptp([end for _, end in ends])) > height:
        return False
    held = mean(wide[0].at < (w.bbox.y0 + w.bbox.y1) / 2 < wide[-1].at for w in words)
    return held >= BETWEEN and sum(len(line.segments) > 1 for line in lines) >= FEWEST_ROWS


def _grounds(image: Image.Image, words: Sequence[Word]) -> set[tuple[int, ...]]:
    """Return the colors of the pixels just outside the top left corners of the words, in steps of SHADES."""
    pixels = np.asarray(image.convert("RGB"))
    tall, wide = pixels.shape[:2]
    corners = [(round(word.bbox.x0) - 3, round(word.bbox.y0) - 2) for word in words]
    return {tuple((pixels[y, x] // SHADES).tolist()) for x, y in corners if 0 <= x < wide and 0 <= y < tall}
