"""Bars: filled or outlined rectangles of one colour, upright or level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import pi

import cv2
import numpy as np

from ....papers.types import BBox
from ...raster.canvas import Mask
from ..legend.styles import Style
from .series_masks import SeriesMasks

MIN_WIDTH = 0.25  # of a letter height
SOLID = 0.35  # share of the pixels of a bar that have its colour
CLOSE = 5.0  # pixels between ends that meet
FILLED = 0.84  # share of its box that a bar covers, once filled; a circle covers .79


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle of one series, in canvas pixels."""

    series: int
    box: BBox


def find_bars(masks: SeriesMasks, styles: Sequence[Style], em: float) -> list[Bar]:
    """Rectangles of the series whose swatch is a patch or a square, left to right, then top to bottom."""
    found: list[Bar] = []
    for index, style in enumerate(styles):
        if style.kind == "patch" or (style.kind == "marker" and style.marker == "square"):
            mask, open_ = masks.mask(index), style.hatched or style.hollow
            boxes = _rectangles(mask, masks.x, masks.y, em, 0.9 if open_ else 0.3)
            found += [Bar(index, box) for box in boxes if open_ or _is_solid(mask, box, masks)]
    return sorted(found, key=lambda bar: (bar.box.x0, bar.box.y0, bar.series))


def _is_solid(mask: Mask, box: BBox, masks: SeriesMasks) -> bool:
    """True if the inside of a rectangle has the colour, too: the outlines of other bars do not count."""
    rows = slice(int(box.y0) - masks.y, int(box.y1) - masks.y)
    return float(mask[rows, int(box.x0) - masks.x : int(box.x1) - masks.x].mean()) > SOLID


def _rectangles(mask: Mask, x: int, y: int, em: float, bridge: float) -> list[BBox]:
    """Boxes of the mask's rectangles; gaps of `bridge` letter heights are closed: error bars, gridlines and value labels
    cut through bars, and between the strokes of a hatch there is nothing."""
    if not mask.any():
        return []
    side = max(3, round(bridge * em)) | 1
    closed = cv2.morphologyEx(
        np.pad(mask.astype(np.uint8), side), cv2.MORPH_CLOSE, np.ones((side, side), dtype=np.uint8)
    )[side:-side, side:-side]
    filled = _fill_holes(closed)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(filled, connectivity=4)
    boxes: list[BBox] = []
    for index in range(1, count):
        left, top, width, height, size = stats[index].tolist()
        if max(width, height) < MIN_WIDTH * em or size < 0.5 * MIN_WIDTH * em * em:
            continue
        piece = labels[top : top + height, left : left + width] == index
        for a, b, c, d in _parts(piece, em):
            boxes.append(BBox(x + left + a, y + top + b, x + left + c, y + top + d))
    return boxes


def _fill_holes(closed: Mask) -> Mask:
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = closed.copy()
    cv2.drawContours(filled, contours, -1, 1, thickness=cv2.FILLED)
    return filled


def _parts(piece: Mask, em: float) -> list[tuple[int, int, int, int]]:
    """The piece itself when it is a rectangle; else the rectangles that its skyline steps through."""
    height, width = piece.shape
    share = float(piece.mean())
    if share >= 0.93:
        return [(0, 0, width, height)]
    if abs(share - pi / 4) < 0.05 and 0.8 < width / height < 1.25:
        return []  # a disk
    parts = _steps(piece, em)
    if not parts:
        flipped = _steps(piece.T, em)
        parts = [(b, a, d, c) for a, b, c, d in flipped]
    if not parts and share >= FILLED:
        return [(0, 0, width, height)]
    return parts


def _steps(piece: Mask, em: float) -> list[tuple[int, int, int, int]]:
    """Runs of columns that begin and end at the same height, wide enough for bars; none unless they cover the piece."""
    tops = piece.argmax(axis=0)
    bottoms = piece.shape[0] - piece[::-1].argmax(axis=0)
    change = (np.abs(np.diff(tops)) > 2) | (np.abs(np.diff(bottoms)) > 2)
    flat = np.concatenate([[True], ~change])
    starts = [0, *np.flatnonzero(~flat).tolist(), piece.shape[1]]
    parts = []
    covered = 0
    for a, b in pairwise(starts):
        if b - a < MIN_WIDTH * em:
            continue
        top, bottom = int(np.median(tops[a:b])), int(np.median(bottoms[a:b]))
        parts.append((a, top, b, bottom))
        covered += int(piece[top:bottom, a:b].sum())
    return parts if covered >= 0.85 * piece.sum() else []


def bars_on_base_line(bars: Sequence[Bar], upright: bool) -> list[Bar]:
    """The bars of one width, without the odd rectangles (pieces of frames, texts) that share their colours.

    The width of most drawn area counts; a bar between half and twice of it is kept.
    """
    if not bars:
        return []
    widths = np.array([bar.box.width if upright else bar.box.height for bar in bars])
    areas = np.array([bar.box.width * bar.box.height for bar in bars])
    order = np.argsort(widths, kind="stable")
    middle = int(np.searchsorted(np.cumsum(areas[order]), areas.sum() / 2))
    typical = float(widths[order][middle])
    usual = [b for b, width in zip(bars, widths, strict=True) if 0.5 * typical <= width <= 2.0 * typical]
    based = _based(usual, upright)
    return based if _area(based) > 0.6 * _area(usual) else usual


def _area(bars: Sequence[Bar]) -> float:
    return sum(bar.box.width * bar.box.height for bar in bars)


def _based(bars: Sequence[Bar], upright: bool) -> list[Bar]:
    """Bars that begin at the base line which most of their width shares, and those that go on from the end of another."""
    sides = [((b.box.y1, b.box.y0) if upright else (b.box.x0, b.box.x1)) for b in bars]
    across = [((b.box.x0, b.box.x1) if upright else (b.box.y0, b.box.y1)) for b in bars]
    base = max((s[0] for s in sides), key=lambda at: sum(abs(s[0] - at) <= CLOSE for s in sides))
    kept = [i for i, s in enumerate(sides) if abs(s[0] - base) <= CLOSE or abs(s[1] - base) <= CLOSE]
    waiting = [i for i in range(len(bars)) if i not in kept]
    while True:
        joined = [
            i
            for i in waiting
            if any(
                min(across[i][1], across[k][1]) - max(across[i][0], across[k][0])
                > 0.8 * (across[i][1] - across[i][0])
                and min(abs(a - b) for a in sides[i] for b in sides[k]) <= CLOSE
                for k in kept
            )
        ]
        if not joined:
            return [bars[i] for i in sorted(kept)]
        kept += joined
        waiting = [i for i in waiting if i not in joined]
