"""Find the straight achromatic lines of a chart: spines, frames and gridlines; solid, dashed or dotted."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from ...papers.types import BBox
from ..shapes.cielab import Floats
from ..shapes.label import Label
from ..shapes.rulings import Ruling
from .canvas import Canvas, Mask, window

# Lightness difference between a gridline and the pixels on both sides of it, on the 0..100 scale of CIELAB.
STEP = 7.0
RIM = 3  # pixels; width of the outline of a bar that starts at a spine
GRAY = 22.0  # largest chroma of an achromatic line


def find_rulings(canvas: Canvas, phrases: Sequence[Label]) -> tuple[list[Ruling], list[Ruling]]:
    """Return the horizontal and vertical lines at least three letter heights long, each sorted by position."""
    em = canvas.em
    blocked = np.zeros(canvas.lab.shape[:2], dtype=bool)
    for phrase in phrases:
        box = phrase.box
        blocked[window(BBox(box.x0 - 2, box.y0 - 2, box.x1 + 2, box.y1 + 2), canvas)] = True
    light = np.where(canvas.chroma < GRAY, canvas.lab[..., 0], np.float32(np.nan)).astype(np.float32)
    busy = blocked | canvas.ink
    lightness = canvas.lab[..., 0]
    level = _along(light, lightness, blocked, busy, em)
    return level, _along(light.T, lightness.T, blocked.T, busy.T, em)


def _along(light: Floats, lightness: Floats, blocked: Mask, busy: Mask, em: float) -> list[Ruling]:
    thin = _thin(light, lightness, max(3, round(0.3 * em))) & ~blocked
    flags = thin.astype(np.uint8)
    bridge = np.ones((1, max(3, round(0.6 * em))), dtype=np.uint8)
    shortest = np.ones((1, max(8, round(3.0 * em))), dtype=np.uint8)
    lines = cv2.morphologyEx(cv2.morphologyEx(flags, cv2.MORPH_CLOSE, bridge), cv2.MORPH_OPEN, shortest)
    _, _, stats, _ = cv2.connectedComponentsWithStats(lines, connectivity=8)
    found = [
        Ruling(float(y + (h - 1) / 2), float(x), float(x + w))
        for x, y, w, h, _ in stats[1:].tolist()
        if h <= max(3, 0.5 * em)
    ]
    return _collinear(found, busy, em)


def _thin(light: Floats, lightness: Floats, reach: int) -> Mask:
    """Mark achromatic pixels that are darker, or lighter, than the pixels `reach` rows above and below."""
    thin = np.zeros(light.shape, dtype=bool)
    inner = light[reach:-reach]
    if inner.size == 0:
        return thin
    above, below = inner - lightness[: -2 * reach], inner - lightness[2 * reach :]
    thin[reach:-reach] = ((above < -STEP) & (below < -STEP)) | ((above > STEP) & (below > STEP))
    return thin


def _collinear(segments: list[Ruling], busy: Mask, em: float) -> list[Ruling]:
    """Join the pieces of lines that text or marks cut.

    Pieces with nothing but background between them are joined only if they almost touch.
    """
    joined: list[Ruling] = []
    for piece in sorted(segments, key=lambda s: (s.start, s.at)):
        for index, line in enumerate(joined):
            gap = piece.start - line.end
            if abs(line.at - piece.at) > 2.0 or gap > 12 * em:
                continue
            row = round(piece.at)
            # A mark that covers a spine may have a pale edge there.
            between = busy[max(0, row - RIM) : row + 1, int(line.end) : int(piece.start)].any(axis=0)
            if gap <= em or float(between.mean()) > 0.7:
                longer = line.at if line.length >= piece.length else piece.at
                joined[index] = Ruling(longer, line.start, max(line.end, piece.end))
                break
        else:
            joined.append(piece)
    return sorted(joined, key=lambda s: (s.at, s.start))
