"""Represent horizontal and vertical lines, and find the rectangles that they frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ...papers.types import BBox

CORNER = 3.0  # letter heights; largest part of a corner that a label may hide


@dataclass(frozen=True, slots=True)
class Ruling:
    """A horizontal or vertical line in pixels.

    It runs from `start` to `end`. `at` is its y position, or its x position if it is vertical.
    """

    at: float
    start: float
    end: float

    @property
    def length(self) -> float:
        return self.end - self.start


def find_frames(horizontal: Sequence[Ruling], vertical: Sequence[Ruling], em: float) -> list[BBox]:
    """Return the rectangles formed by a bottom spine with a left or right spine, or by a group of equal gridlines,
    largest first.
    """
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
    """Return the upper end of the left spine, or the height of a top spine slightly above it.

    A label may hide the corner between the two spines.
    """
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
    """True if an area consists of two frames side by side, whose sides look like gridlines of the area."""
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
    """Return the intersection over union of two boxes."""
    common = a.intersection_area(b)
    return common / max(1.0, a.width * a.height + b.width * b.height - common)
