"""Read legends whose swatches touch: bubbles in the sizes that they have in the plot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....papers.types import BBox
from ...chart.style import COLORED, Style
from ...shapes.label import Label
from ..canvas import DISTINCT, Canvas, Mask, window
from .entries import LegendEntry

# Distances in letter heights.
BAND = 6.0  # largest distance of a swatch to the left of its text
PITCH = 2.5  # largest distance between the lines of a legend
ALIGNED = 0.3
HALF = 0.2  # half side of the square at the center of a swatch that gives its color
FEWEST = 3


def read_bubble_legend(canvas: Canvas, texts: Sequence[Label], blocked: Mask) -> list[LegendEntry]:
    """Return entries for at least three texts in a column, each with a different color at the same distance to its
    left.

    [] without such a column. `blocked` marks the pixels of texts and rulings.
    """
    best: list[LegendEntry] = []
    for first in texts:
        column = _column(first, texts)
        if len(column) > max(FEWEST - 1, len(best)):
            entries = _entries(canvas, column, blocked)
            best = entries if len(entries) == len(column) else best
    return best


def _column(first: Label, texts: Sequence[Label]) -> list[Label]:
    """Return the texts from `first` downwards that share its left side and are close below each other."""
    column = [first]
    for text in sorted(texts, key=lambda p: p.cy):
        last, em = column[-1], first.em
        if abs(text.box.x0 - first.box.x0) <= ALIGNED * em and 0 < text.cy - last.cy <= PITCH * em:
            column.append(text)
    return column


def _entries(canvas: Canvas, column: Sequence[Label], blocked: Mask) -> list[LegendEntry]:
    em = float(np.median([p.em for p in column]))
    left = column[0].box.x0
    spans = []
    for text in column:
        rows, columns = window(BBox(left - BAND * em, text.cy - 1, left - 1, text.cy + 1), canvas)
        colored = (canvas.chroma[rows, columns] >= COLORED) & ~blocked[rows, columns]
        inked = np.flatnonzero(colored.any(axis=0))
        if len(inked) == 0:
            return []
        spans.append(columns.start + (inked[0] + inked[-1]) / 2)
    middle, half = float(np.median(spans)), HALF * em
    entries: list[LegendEntry] = []
    for text in column:
        swatch = BBox(middle - half, text.cy - half, middle + half, text.cy + half)
        pixels = canvas.lab[window(swatch, canvas)].reshape(-1, 3)
        lightness, a, b = np.median(pixels, axis=0).tolist() if len(pixels) else (100.0, 0.0, 0.0)
        style = Style("marker", (lightness, a, b), marker="circle")
        alike = any(float(np.linalg.norm(style.lab - e.style.lab)) < DISTINCT for e in entries)
        if alike or not style.colored:
            return []
        entries.append(LegendEntry(text.text, style, swatch, text.box))
    return entries
