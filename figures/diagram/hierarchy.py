"""Order of joined boxes: the one above the others, and frames around boxes."""

from __future__ import annotations

from collections.abc import Sequence

from ...papers.types import BBox

SIDES = ("left", "top", "right", "bottom")
INSIDE = 0.9  # share of a box that its frame covers
LARGER = 1.2  # areas of a box from which another one may be its frame


def find_root(boxes: Sequence[BBox]) -> int | None:
    """Index of the box that is beyond all others on one side; None without one.

    Of several such boxes it is the one whose others are aligned best: children begin at one distance from their parent,
    or are a list under it. Ties go to the left, top, right and bottom side, in this order.
    """
    found = []
    for order, side in enumerate(SIDES):
        for index, box in enumerate(boxes):
            others = [other for other in boxes if other is not box]
            if all(_is_beyond(box, other, side) for other in others):
                spread = min(_spread(others, edge) for edge in _ALIGNED[side])
                found.append((round(spread), order, index))
    return min(found)[2] if found else None


_ALIGNED = {"left": ("x0",), "top": ("y0", "x0"), "right": ("x1",), "bottom": ("y1", "x0")}


def _spread(boxes: Sequence[BBox], edge: str) -> float:
    """Distance of the outermost edges of this name."""
    places = [float(getattr(box, edge)) for box in boxes]
    return max(places) - min(places)


def _is_beyond(a: BBox, b: BBox, side: str) -> bool:
    """True if the middle of `a` is beyond the given side of `b`."""
    if side in {"left", "right"}:
        middle = (a.x0 + a.x1) / 2
        return middle < b.x0 if side == "left" else middle > b.x1
    middle = (a.y0 + a.y1) / 2
    return middle < b.y0 if side == "top" else middle > b.y1


def find_frames(boxes: Sequence[BBox]) -> dict[int, int]:
    """For each box inside another one the index of the smallest box around it."""
    areas = [box.width * box.height for box in boxes]
    frames = {}
    for index, box in enumerate(boxes):
        around = [
            (areas[other], other)
            for other, outer in enumerate(boxes)
            if other != index
            and areas[other] > LARGER * areas[index]
            and outer.intersection_area(box) > INSIDE * areas[index]
        ]
        if around:
            frames[index] = min(around)[1]
    return frames
