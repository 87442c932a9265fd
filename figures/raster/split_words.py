"""Split words whose boxes contain more than letters: legend swatches or several names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np

from ...papers.raster import find_runs
from ...papers.types import BBox, Word
from ..numbers import parse_number
from .canvas import DISTINCT, Canvas, Mask, window
from .text_ink import background_around, letters

SAMPLE = 0.35  # least width of a legend sample, in word heights
BRIDGE = 0.5  # largest gap between the dashes of a sample, in word heights
NARROW = 0.65  # a part before a sample narrower than this, in word heights, is no name
MOST_LETTERS = 3  # most letters that OCR reads in a sample
LONG = 12  # least number of letters of several names without spaces
FLAT = 0.42  # largest thickness of the line of a sample, in word heights
LEVEL = 0.17  # largest offset of that line from the middle, in word heights
WIDEST_PALE = 1.3  # word heights; wider pale runs are edges of tinted boxes
MOSTLY_PALE = 0.15  # largest share of strongly colored ink next to pale samples
LIGHT = 65.0  # least CIELAB lightness of pale samples
STUB, LINE = 0.3, 0.9  # word heights; least length of a sample line before its marker, and in total
STRAY = 0.1  # largest share of colored ink outside the samples


def cut_at_swatches(word: Word, canvas: Canvas) -> list[Word]:
    """Return the word without the legend swatches in its box. A swatch in the middle cuts the word in two."""
    box = word.bbox
    margin = 0.15 * box.height
    rows, columns = window(BBox(box.x0 - margin, box.y0, box.x1 + margin, box.y1), canvas)
    ink = letters(canvas, rows, columns)
    if ink.size == 0 or (ink.shape[1] < 1.5 * ink.shape[0] and len(word.text) > 1):
        return [word]
    if len(word.text) <= MOST_LETTERS and _is_struck(ink):
        return []
    inner = " " in word.text or len(word.text) >= LONG
    colored = ink & (canvas.chroma[rows, columns] > 2 * DISTINCT)
    pale = _pale(canvas, rows, columns) if colored.sum() <= MOSTLY_PALE * ink.sum() else colored
    blocks = (
        _samples(colored, ink, inner)
        or [run for run in _samples(pale, ink | pale, inner) if run[1] - run[0] < WIDEST_PALE * ink.shape[0]]
        or _blocks(ink)
        or (_stroke_sample(ink) if parse_number(word.text) is None else [])
    )
    if blocks and blocks[0][0] < NARROW * ink.shape[0]:
        blocks[0] = (
            0,
            blocks[0][1],
        )  # before the sample is a lower bar of the sample, or the side of a frame
    if not blocks:
        return [word]
    edges = [0, *(x for start, end in blocks for x in (start, end)), ink.shape[1]]
    spans = zip(edges[::2], edges[1::2], strict=True)
    parts = [(a, b) for a, b in spans if b - a > 2 and _has_letters(ink[:, a + 1 : b - 1])]
    if not parts:
        return [] if len(word.text) <= MOST_LETTERS else [word]  # a text in a box of the same color
    texts = _shares(word.text, [b - a for a, b in parts])
    x = columns.start
    return [
        Word(text, BBox(x + a, box.y0, x + b, box.y1), word.confidence)
        for text, (a, b) in zip(texts, parts, strict=True)
        if text
    ]


def _pale(canvas: Canvas, rows: slice, columns: slice) -> Mask:
    """Mark the pixels of a light color on a background without color, as in samples of pale series."""
    pale = letters(canvas, rows, columns, DISTINCT) & (canvas.chroma[rows, columns] > DISTINCT)
    light: Mask = pale & (canvas.lab[rows, columns][..., 0] > LIGHT)
    return light & (float(np.hypot(*background_around(canvas, rows, columns)[1:])) < DISTINCT)


def _samples(colored: Mask, ink: Mask, inner: bool) -> list[tuple[int, int]]:
    """Return the column ranges of colored ink next to black or gray letters: legend samples. `colored` is part of
    `ink`.

    With `inner`, ranges between letters count too. Without it they do not, because a point of a scatter plot may
    be in the middle of its name.
    """
    counts = ink.sum(axis=0)
    own = counts - colored.sum(axis=0) > 0.6 * np.maximum(1, counts)
    if int(own.sum()) < 3:
        return []
    bridge = np.ones((1, max(3, round(BRIDGE * ink.shape[0]))), np.uint8)
    flags = (colored.any(axis=0) & ~own).astype(np.uint8)[None]
    joined = cv2.morphologyEx(flags, cv2.MORPH_CLOSE, bridge)[0] > 0
    runs = [run for run in find_runs(joined & ~own) if run[1] - run[0] >= SAMPLE * ink.shape[0]]
    if not inner:
        runs = [(start, end) for start, end in runs if min(own[:start].sum(), own[end:].sum()) < 3]
    inside = sum(int(colored[:, start:end].sum()) for start, end in runs)
    return runs if colored.sum() - inside <= STRAY * ink.sum() else []


def _stroke_sample(ink: Mask) -> list[tuple[int, int]]:
    """Return the column range of a legend line at the start of black ink, possibly with a marker in its middle.

    The columns of such a line have little ink, at half the height of the letters after it. [] without such a line.
    """
    ink = ink[ink.any(axis=1)]
    height, width = ink.shape
    counts = ink.sum(axis=0)
    if height == 0:
        return []
    top, bottom = ink.argmax(axis=0), height - 1 - ink[::-1].argmax(axis=0)
    level = np.abs(top + bottom - (height - 1)) <= 2 * LEVEL * height
    line = (counts > 0) & (bottom - top < FLAT * height) & level
    other = np.flatnonzero((counts > 0) & ~line)
    first = int(np.argmax(counts > 0))
    if len(other) == 0 or line[first : other[0]].sum() < STUB * height:
        return []
    end = next(run for run in find_runs(counts > 0) if run[1] > other[0])[1]
    marker_end = int(next((x for x in range(other[0], end) if line[x]), end))
    mirrored = min(width, marker_end + int(other[0]) - first)
    after = line[marker_end:mirrored]
    if after.size and after.sum() >= 0.3 * after.size:  # the marker has the line on both sides
        last = int(np.flatnonzero(line[:mirrored])[-1]) + 1
    else:
        last = int(np.flatnonzero(line[: other[0]])[-1]) + 1
    following = np.flatnonzero(counts[last:])
    apart = len(following) > 0 and following[0] > 1
    return [(first, last)] if apart and last - first >= LINE * height else []


def _is_struck(ink: Mask) -> bool:
    """True if one stroke runs through the middle from side to side: the line of a swatch whose marker was read as
    letters.
    """
    rows = np.flatnonzero(ink.any(axis=1))
    columns = np.flatnonzero(ink.any(axis=0))
    if len(rows) < 5 or len(columns) < 1.3 * len(rows):
        return False
    inner = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    quarter = len(inner) // 4
    return float(inner[quarter : len(inner) - quarter].mean(axis=1).max()) > 0.95


def _blocks(ink: Mask) -> list[tuple[int, int]]:
    """Return the column ranges of filled or outlined rectangles about as tall as letters, because no letter looks
    like that.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    found = []
    for index in range(1, count):
        x, y, width, height, _area = stats[index].tolist()
        if (
            width < 0.45 * height
            or height < 0.35 * ink.shape[0]
            or height > 0.98 * ink.shape[0]
            or height < 6
        ):
            continue
        piece = labels[y : y + height, x : x + width] == index
        rim = np.concatenate([piece[0], piece[-1], piece[:, 0], piece[:, -1]])
        inside = piece[2:-2, 2:-2]
        solid = inside.size > 0 and inside.mean() > 0.9
        if rim.mean() > 0.97 or (rim.mean() > 0.9 and (solid or width > 1.2 * height)):
            found.append((x, x + width))
    return sorted(found)


def _has_letters(ink: Mask) -> bool:
    """True if at least three columns are only partly inked. The columns in the side of a frame are fully inked."""
    share = ink.mean(axis=0) if ink.size else np.zeros(0)
    return int(((share > 0.1) & (share < 0.9)).sum()) >= 3


def _shares(text: str, widths: Sequence[int]) -> list[str]:
    """Split the text into parts in proportion to `widths`, each at the nearest change between letters, digits and
    other characters.
    """
    bounds, total = [0], sum(widths)
    for index in range(1, len(widths)):
        wanted = len(text) * sum(widths[:index]) / total
        changes = [i for i in range(1, len(text)) if _kind(text[i - 1]) != _kind(text[i])] or [round(wanted)]
        bounds.append(min(changes, key=lambda i: abs(i - wanted)))
    bounds.append(len(text))
    return [text[a:b].strip() for a, b in pairwise(bounds)]


def _kind(character: str) -> int:
    return 1 if character.isdigit() else 2 if character.isalpha() else 0
