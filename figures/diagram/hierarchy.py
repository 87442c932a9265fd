"""Order of joined boxes: the one above the others, and frames around boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ...papers.types import BBox
from .types import Node

SIDES = ("left", "top", "right", "bottom")
MOSTLY = 0.5  # share of the nodes in boxes from which unconnected texts without a box are labels
TITLE = 1.6  # letter heights between the edge of a frame and the middle of its title
CORNER = 1.0  # letter heights by which the sides of a frame may miss each other
INSIDE = 0.9  # share of a box that its frame covers
LARGER = 1.2  # areas of a box from which another one may be its frame


def find_root(boxes: Sequence[BBox], sides: Sequence[str] = SIDES) -> int | None:
    """Index of the box that is beyond all others on one side; None without one.

    Of several such boxes it is the one whose others are aligned best: children begin at one distance from their parent,
    or are a list under it. Ties go to the first of the `sides`.
    """
    found = []
    for order, side in enumerate(sides):
        for index, box in enumerate(boxes):
            others = [other for other in boxes if other is not box]
            if all(_is_beyond(box, other, side) for other in others):
                spread = min(_spread(others, edge) for edge in _ALIGNED[side])
                found.append((round(spread), order, index))
    return min(found)[2] if found else None


def rank_sides(groups: Sequence[Sequence[BBox]]) -> list[str]:
    """The sides by the number of groups of joined boxes that have a box beyond all others there: a tree grows one way."""
    counts = {
        side: sum(
            any(all(_is_beyond(box, other, side) for other in group if other is not box) for box in group)
            for group in groups
        )
        for side in SIDES
    }
    return sorted(SIDES, key=lambda side: (-counts[side], SIDES.index(side)))


def remove_nodes(
    nodes: Sequence[Node], arrows: Iterable[tuple[int, int]], removed: Collection[int]
) -> tuple[list[Node], list[tuple[int, int]]]:
    """The other nodes and the arrows between them, numbered anew."""
    kept = [index for index in range(len(nodes)) if index not in removed]
    number = {old: new for new, old in enumerate(kept)}
    left = [
        replace(nodes[i], children=tuple(number[child] for child in nodes[i].children if child in number))
        for i in kept
    ]
    return left, sorted((number[a], number[b]) for a, b in arrows if a in number and b in number)


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


def find_title(frame: BBox, texts: Sequence[BBox], em: float) -> int | None:
    """The text next to the upper edge of a frame, else that next to its lower edge; one inside it comes first."""
    for edge in (frame.y0, frame.y1):
        near = []
        for index, text in enumerate(texts):
            x, y = (text.x0 + text.x1) / 2, (text.y0 + text.y1) / 2
            if frame.x0 - em < x < frame.x1 + em and abs(y - edge) < TITLE * em:
                near.append((not frame.y0 <= y <= frame.y1, abs(y - edge), text.x0, index))
        if near:
            return min(near)[3]
    return None


def find_rectangles(level: Sequence[BBox], upright: Sequence[BBox], em: float) -> list[BBox]:
    """Rectangles whose upper, lower, left and right sides are lines of their own."""
    slack = CORNER * em
    found = []
    for number, one in enumerate(level):
        for other in level[number + 1 :]:
            upper, lower = (one, other) if one.y0 < other.y0 else (other, one)
            same = abs(upper.x0 - lower.x0) < slack and abs(upper.x1 - lower.x1) < slack
            if not same or lower.y0 - upper.y0 < 2 * em:
                continue
            sides = [s for s in upright if abs(s.y0 - upper.y0) < slack and abs(s.y1 - lower.y0) < slack]
            left = any(abs(side.x0 - upper.x0) < slack for side in sides)
            right = any(abs(side.x0 - upper.x1) < slack for side in sides)
            if left and right:
                found.append(BBox(upper.x0, upper.y0, upper.x1, lower.y1))
    return found
