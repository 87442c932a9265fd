"""Straight achromatic lines of a chart: spines, frames and gridlines, solid, dashed or dotted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from ...papers.types import BBox
from .canvas import Canvas, Floats, Mask, window
from .label import Label

# Lightness difference between a gridline and the pixels on both sides of it, on the 0..100 scale of CIELAB.
STEP = 7.0
CORNER = 3.0  # letter heights of a corner that a label may hide
RIM = 3  # pixels of the outline of a bar that begins at a spine
GREY = 22.0  # chroma up to which a line counts as achromatic


@dataclass(frozen=True, slots=True)
class Ruling:
    """A line from `start` to `end` at height (or, upright, at x) `at`, in pixels."""

    at: float
    start: float
    end: float

    @property
    def length(self) -> float:
        return self.end - self.start


def find_rulings(canvas: Canvas, phrases: Sequence[Label]) -> tuple[list[Ruling], list[Ruling]]:
    """Horizontal and vertical segments at least three letter heights long, each sorted by position."""
    em = canvas.em
    blocked = np.zeros(canvas.lab.shape[:2], dtype=bool)
    for phrase in phrases:
        box = phrase.box
        blocked[window(BBox(box.x0 - 2, box.y0 - 2, box.x1 + 2, box.y1 + 2), canvas)] = True
    light = np.where(canvas.chroma < GREY, canvas.lab[..., 0], np.float32(np.nan)).astype(np.float32)
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
    """Achromatic pixels that are darker, or lighter, than the pixels `reach` rows above and below."""
    thin = np.zeros(light.shape, dtype=bool)
    inner = light[reach:-reach]
    if inner.size == 0:
        return thin
    above, below = inner - lightness[: -2 * reach], inner - lightness[2 * reach :]
    thin[reach:-reach] = ((above < -STEP) & (below < -STEP)) | ((above > STEP) & (below > STEP))
    return thin


def _collinear(segments: list[Ruling], busy: Mask, em: float) -> list[Ruling]:
    """Pieces of one line, cut by text or marks, joined; over bare paper only when they almost touch."""
    joined: list[Ruling] = []
    for piece in sorted(segments, key=lambda s: (s.start, s.at)):
        for index, line in enumerate(joined):
            gap = piece.start - line.end
            if abs(line.at - piece.at) > 2.0 or gap > 12 * em:
                continue
            row = round(piece.at)
            # What covers a spine may have a pale rim just there.
            between = busy[max(0, row - RIM) : row + 1, int(line.end) : int(piece.start)].any(axis=0)
            if gap <= em or float(between.mean()) > 0.7:
                longer = line.at if line.length >= piece.length else piece.at
                joined[index] = Ruling(longer, line.start, max(line.end, piece.end))
                break
        else:
            joined.append(piece)
    return sorted(joined, key=lambda s: (s.at, s.start))


def find_frames(horizontal: Sequence[Ruling], vertical: Sequence[Ruling], em: float) -> list[BBox]:
    """Rectangles that a bottom spine spans with a left or a right one, or a bundle of equal gridlines; largest first."""
    slack, tick = 0.6 * em, 1.7 * em  # a tick mark may prolong a spine
    boxes = [
        BBox(left.at, _top(left, bottom, horizontal, em), bottom.end, bottom.at)
        for left in vertical
        for bottom in horizontal
        if -slack <= left.at - bottom.start <= tick and -slack <= left.end - bottom.at <= tick
    ]
    boxes += [
        BBox(bottom.start, right.start, right.at, bottom.at)
        for right in vertical
        for bottom in horizontal
        if abs(right.at - bottom.end) <= slack and -slack <= right.end - bottom.at <= tick
    ]
    bundles = _bundles(horizontal, slack)
    bundles += [BBox(b.y0, b.x0, b.y1, b.x1) for b in _bundles(vertical, slack)]
    boxes += [b for b in bundles if not _holds_two(b, boxes)]
    large = [b for b in boxes if b.width >= 4 * em and b.height >= 3 * em]
    large.sort(key=lambda b: (-b.width * b.height, b.x0, b.y0))
    kept: list[BBox] = []
    for box in large:
        if all(_shared(box, other) < 0.8 for other in kept):
            kept.append(box)
    return kept


def _top(left: Ruling, bottom: Ruling, level: Sequence[Ruling], em: float) -> float:
    """Upper end of the left spine, or the top spine a little higher: a label may hide the corner between them."""
    slack = 0.6 * em
    over = [
        s.at
        for s in level
        if 0 < left.start - s.at <= CORNER * em
        and abs(s.start - left.at) <= slack
        and abs(s.end - bottom.end) <= slack
    ]
    return min(over, default=left.start)


def _holds_two(bundle: BBox, boxes: Sequence[BBox]) -> bool:
    """True if an area consists of two frames side by side, whose sides look like its gridlines."""
    inside = [b for b in boxes if b.intersection_area(bundle) > 0.9 * b.width * b.height > 0]
    return any(a.intersection_area(b) == 0 for a, b in combinations(inside, 2))


def _bundles(lines: Sequence[Ruling], slack: float) -> list[BBox]:
    boxes = []
    for line in lines:
        same = [s for s in lines if abs(s.start - line.start) <= slack and abs(s.end - line.end) <= slack]
        if len(same) >= 3 and line == same[0]:
            boxes.append(BBox(line.start, same[0].at, line.end, same[-1].at))
    return boxes


def _shared(a: BBox, b: BBox) -> float:
    """Intersection over union."""
    common = a.intersection_area(b)
    return common / max(1.0, a.width * a.height + b.width * b.height - common)
