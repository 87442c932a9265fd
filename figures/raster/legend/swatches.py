"""Find the swatch next to a text: a short line, a patch or a marker, separated from other ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ....papers.raster import find_runs
from ....papers.types import BBox
from ...shapes.cielab import Floats
from ...shapes.label import Label
from ...shapes.rulings import Ruling
from ..canvas import DISTINCT, Canvas, Mask, distance, most_common, window
from ..rulings import GRAY
from .styles import fill

# The first five sizes are in letter heights.
REACH = 7.0  # largest distance from the start of a swatch to its text
GAP = 3.0  # largest gap between swatch and text
BREAK = 0.5  # widest gap inside a swatch (between dashes)
TALL = 3.0  # tallest swatch: the bubbles of a legend are drawn in their sizes
FRAME_SIDE = (
    2.0  # vertical strokes this long are sides of a legend's frame; shorter strokes belong to a marker
)
OUTLINE = 3  # pixels; width of the outline of a swatch
PALE = 8.0  # color distance of the palest swatch from the background
SAME_HUE = 0.85  # two hues differ if the cosine of the angle between them is smaller


def blocked_pixels(
    canvas: Canvas, phrases: Sequence[Label], level: Sequence[Ruling], upright: Sequence[Ruling]
) -> Mask:
    """Return the pixels of texts and of rulings longer than any swatch (gridlines behind a legend, and its frame)."""
    em = canvas.em
    ruled = np.zeros(canvas.lab.shape[:2], dtype=bool)
    boxes = [BBox(s.at - 2, s.start, s.at + 3, s.end) for s in upright if s.length > TALL * em]
    boxes += [BBox(s.start, s.at - 2, s.end, s.at + 3) for s in level if s.length > REACH * em]
    for box in boxes:
        ruled[window(box, canvas)] = True
    blocked = ruled & (canvas.chroma < GRAY)
    for phrase in phrases:
        box = phrase.box
        blocked[window(BBox(box.x0 - 2, box.y0 - 2, box.x1 + 2, box.y1 + 2), canvas)] = True
    return blocked


def frame_left(phrase: Label, boxes: Sequence[BBox]) -> float:
    """Return the left side of the smallest frame around the text; 0 without a frame."""
    around = [b for b in boxes if b.x0 < phrase.box.x0 and phrase.cx < b.x1 and b.y0 < phrase.cy < b.y1]
    return max((b.x0 + 2 for b in around), default=0.0)


@dataclass(frozen=True, slots=True)
class Swatch:
    """The ink next to a text. `goes_on` is True if the ink may be the end of a line that comes from farther left."""

    box: BBox
    goes_on: bool = False


def swatch_beside(canvas: Canvas, phrase: Label, blocked: Mask, left: float) -> Swatch | None:
    """Return the ink directly left of the text and centered on it; None without such ink.

    The ink must be no taller than TALL letters. Ink before `left` is ignored.
    """
    em, box = phrase.em, phrase.box
    start = max(left, box.x0 - REACH * em)
    rows, columns = window(BBox(start, box.y0 - 1.2 * em, box.x0 - 1, box.y1 + 1.2 * em), canvas)
    region = canvas.lab[rows, columns]
    if region.size == 0:
        return None
    away = distance(region, most_common(region))
    for contrast in (DISTINCT, PALE):
        ink = (away > contrast) & ~blocked[rows, columns]
        found = _centered(region, ink, phrase.cy - rows.start, em)
        if found is not None:
            (left_edge, right_edge), (top, bottom), goes_on = found
            x, y = columns.start, rows.start
            whole = BBox(float(x + left_edge), float(y + top), float(x + right_edge), float(y + bottom))
            return Swatch(whole, goes_on)
    return None


def _centered(
    region: Floats, ink: Mask, middle: float, em: float
) -> tuple[tuple[int, int], tuple[int, int], bool] | None:
    """Return the column and row range of the ink nearest to the right edge at the height `middle`.

    None if the ink is not as flat as a swatch. The last item is True if the ink continues to the left.
    """
    ink = ink.copy()
    upright = np.ones((max(1, round(FRAME_SIDE * em)), 1), dtype=np.uint8)
    long = cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_OPEN, upright).any(axis=0)
    for start, end in find_runs(long):
        if end - start <= 0.25 * em:  # this is the side of a legend's frame
            ink[:, start:end] = False
    band = ink[max(0, int(middle - 0.45 * em)) : int(middle + 0.45 * em) + 1]
    span = _last_span(np.any(band, axis=0), em)
    if span is None:  # a hollow marker has ink only at its sides
        span = _last_span(
            np.any(fill(ink)[max(0, int(middle - 0.45 * em)) : int(middle + 0.45 * em) + 1], axis=0), em
        )
    if span is None:
        return None
    ink &= ~_crossing(region, ink, span, middle, em)
    vertical = _span_around(np.any(ink[:, span[0] : span[1]], axis=1), middle, em)
    if vertical is None or vertical[1] - vertical[0] > TALL * em or abs(sum(vertical) / 2 - middle) > em:
        return None
    return span, vertical, _goes_on(ink, span, vertical, em)


def _goes_on(ink: Mask, span: tuple[int, int], rows: tuple[int, int], em: float) -> bool:
    """True if the ink in these columns and rows continues to the left, as the end of a line does."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    inside = labels[rows[0] : rows[1], span[0] : span[1]]
    main = int(np.bincount(inside[inside > 0]).argmax()) if (inside > 0).any() else 0
    return main > 0 and int(stats[main][cv2.CC_STAT_LEFT]) < span[0] - BREAK * em


def _crossing(region: Floats, ink: Mask, span: tuple[int, int], middle: float, em: float) -> Mask:
    """Return the pixels whose hue differs from the pixels at the text's height. They are plot lines behind the
    legend.
    """
    rows = slice(max(0, int(middle - 0.2 * em)), int(middle + 0.2 * em) + 1)
    center = region[rows, span[0] : span[1]][ink[rows, span[0] : span[1]]]
    if len(center) == 0:
        return np.zeros_like(ink)
    _, a, b = np.median(center, axis=0).tolist()
    chroma = np.hypot(region[..., 1], region[..., 2])
    along = (region[..., 1] * a + region[..., 2] * b) / np.maximum(1e-6, chroma * np.hypot(a, b))
    other: Mask = (chroma > 2 * DISTINCT) & (along < SAME_HUE)
    return other


def _last_span(inked: Mask, em: float) -> tuple[int, int] | None:
    """Return the rightmost run of inked columns, with gaps up to BREAK bridged.

    None if the run ends too far from the text, starts outside the region, or is too short.
    """
    pieces = [run for run in find_runs(inked) if run[1] - run[0] >= 2]
    if not pieces or len(inked) - pieces[-1][1] > GAP * em:
        return None
    start, end = pieces[-1]
    for before in reversed(pieces[:-1]):
        if start - before[1] > BREAK * em:
            break
        start = before[0]
    if (start == 0 and len(inked) > (REACH - 1) * em) or end - start < 0.2 * em:
        return None
    sides = np.flatnonzero(inked[max(0, start - OUTLINE) : end + OUTLINE]) + max(0, start - OUTLINE)
    return int(sides[0]), int(sides[-1]) + 1


def _span_around(inked: Mask, middle: float, em: float) -> tuple[int, int] | None:
    """Return the run of inked rows nearest to the middle of the text; None if no run is near."""
    pieces = find_runs(inked)
    near = [run for run in pieces if run[0] - 0.6 * em <= middle <= run[1] + 0.6 * em]
    return min(near, key=lambda run: abs((run[0] + run[1]) / 2 - middle), default=None)
