"""Order connected boxes into a hierarchy, and find frames around boxes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from ...papers.types import BBox
from .types import Node

SIDES = ("left", "top", "right", "bottom")
MOSTLY = 0.5  # with at least this share of nodes in boxes, unconnected texts without a box are labels
TITLE = 1.6  # letter heights; largest distance between the edge of a frame and the center of its title
CORNER = 1.0  # letter heights; largest gap between the ends of a frame's sides
INSIDE = 0.9  # least share of a box that its frame covers
MOST_ROOTS = 200  # nodes; in connected parts up to this size every node is tried as the root
ONE_SIDED = 0.8  # least share of links in one direction, in a tree that grows in this direction
LARGER = 1.2  # a frame must be larger than this times the area of the box inside


def orient_groups(groups: Iterable[frozenset[int]], boxes: Sequence[BBox]) -> list[tuple[int, int]]:
    """Return links from parents to children along groups of connected nodes; each node gets at most one parent.

    The root of each connected part is the node from which most links lead in one direction, or else outwards.
    """
    parts: list[tuple[frozenset[int], list[frozenset[int]]]] = []
    for group in sorted(groups, key=lambda g: (-len(g), sorted(g))):
        same = [part for part in parts if part[0] & group]
        parts = [part for part in parts if part not in same]
        parts.append(
            (group.union(*(part[0] for part in same)), [*(g for part in same for g in part[1]), group])
        )
    grown = {
        (number, root): _grow(joined, root)
        for number, (members, joined) in enumerate(parts)
        for root in (sorted(members) if len(members) <= MOST_ROOTS else [])
    }
    links: list[tuple[int, int]] = []
    side = _common_side(grown, boxes)
    for number, (members, joined) in enumerate(parts):
        found = [grown[number, root] for root in sorted(members) if (number, root) in grown]
        best = max(found, key=lambda g: _growth(g, boxes, side), default=_grow(joined, min(members)))
        links += best
    return links


def _grow(groups: Sequence[frozenset[int]], root: int) -> list[tuple[int, int]]:
    """Return links outwards from a root. The first member of a group that is reached becomes the parent of the
    others.
    """
    links, reached, waiting, rest = [], {root}, [root], list(groups)
    for node in waiting:
        for group in [g for g in rest if node in g]:
            rest.remove(group)
            below = sorted(group - reached)
            reached.update(below)
            waiting += below
            links += [(node, child) for child in below]
    return links


def _common_side(grown: Mapping[tuple[int, int], Sequence[tuple[int, int]]], boxes: Sequence[BBox]) -> str:
    """Return the side on which the parents are, for all connected parts together. Better aligned children decide a
    tie.
    """

    def fit(side: str) -> tuple[float, float, int]:
        best: dict[int, tuple[float, float]] = {}
        for (number, _), links in grown.items():
            found = round(len(links) * _share(links, boxes, side), 6), -_unevenness(links, boxes, side)
            best[number] = max(found, best.get(number, (0.0, -math.inf)))
        return sum(one for one, _ in best.values()), sum(two for _, two in best.values()), -SIDES.index(side)

    return max(SIDES, key=fit)


def _growth(links: Sequence[tuple[int, int]], boxes: Sequence[BBox], side: str) -> tuple[float, float, float]:
    """Return the score of a root, to compare with other roots.

    If most links lead away from `side`, the score is their share, then the share of links that lead outwards
    from the root, then the alignment of the children. Otherwise the first item is 0, and roots near their nodes
    are preferred.
    """
    share = _share(links, boxes, side)
    root = boxes[links[0][0]]
    outwards = fmean(_distance(root, boxes[a]) < _distance(root, boxes[b]) for a, b in links)
    reach = max(_distance(root, boxes[b]) for _, b in links)
    if share >= ONE_SIDED:
        return round(share, 6), outwards, -_unevenness(links, boxes, side)
    return 0.0, outwards, -reach


def _unevenness(links: Sequence[tuple[int, int]], boxes: Sequence[BBox], side: str) -> float:
    """Return the sum over all parents of how far their children are from a common edge."""
    below: dict[int, list[BBox]] = {}
    for parent, child in links:
        below.setdefault(parent, []).append(boxes[child])
    return sum(min(_spread(children, edge) for edge in _ALIGNED[side]) for children in below.values())


def _share(links: Sequence[tuple[int, int]], boxes: Sequence[BBox], side: str) -> float:
    return fmean(_is_beyond(boxes[a], boxes[b], side) for a, b in links) if links else 0.0


def _distance(a: BBox, b: BBox) -> float:
    return math.hypot(a.x0 + a.x1 - b.x0 - b.x1, a.y0 + a.y1 - b.y0 - b.y1) / 2


def remove_nodes(
    nodes: Sequence[Node], arrows: Iterable[tuple[int, int]], removed: Collection[int]
) -> tuple[list[Node], list[tuple[int, int]]]:
    """Return the remaining nodes and the arrows between them, with new numbers."""
    kept = [index for index in range(len(nodes)) if index not in removed]
    number = {old: new for new, old in enumerate(kept)}
    left = [
        replace(nodes[i], children=tuple(number[child] for child in nodes[i].children if child in number))
        for i in kept
    ]
    return left, sorted((number[a], number[b]) for a, b in arrows if a in number and b in number)


_ALIGNED = {"left": ("x0",), "top": ("y0", "x0"), "right": ("x1",), "bottom": ("y1", "x0")}


def _spread(boxes: Sequence[BBox], edge: str) -> float:
    """Return the largest difference between the boxes in this coordinate ("x0", "y1")."""
    places = [float(getattr(box, edge)) for box in boxes]
    return max(places) - min(places)


def _is_beyond(a: BBox, b: BBox, side: str) -> bool:
    """True if the center of `a` is beyond the given side of `b`."""
    if side in {"left", "right"}:
        middle = (a.x0 + a.x1) / 2
        return middle < b.x0 if side == "left" else middle > b.x1
    middle = (a.y0 + a.y1) / 2
    return middle < b.y0 if side == "top" else middle > b.y1


def find_frames(boxes: Sequence[BBox]) -> dict[int, int]:
    """Map each box inside another box to the smallest box around it, by index."""
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
    """Return the index of the text next to the upper edge of a frame, or else next to its lower edge.

    A text inside the frame comes first. None if no text is near.
    """
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
    """Return the rectangles whose four sides are separate lines."""
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
