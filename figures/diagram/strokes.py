"""Process the traced lines of a raster diagram: join dashes, continue lines over crossings, remove barbs of arrow
heads.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ...papers.types import BBox
from ..primitives import Point
from ..raster.trace import TracedLine

# The next sizes and distances are in letter heights.
GAP = 1.1  # largest gap between two dashes
TURN = 1.0  # length over which the direction at the end of a line is measured
CROSSING = 0.8  # largest distance between the junctions of one crossing
BARB = 1.4  # largest length of a barb of an open arrow head
BACKWARD = 0.5  # pixels; least distance that a barb leads back along its shaft
TIP = 0.6  # largest length of a tip beyond the barbs
SHORT = 0.2  # largest length of a line without direction
DOTS = 0.6  # largest gap between two dots
RING = 1.5  # largest length of the outline of a hollow dot
STRAIGHT = math.cos(math.radians(35))  # least cosine between the directions of lines that continue each other
TOUCHING = 1.5  # pixels; ends this close always continue each other
RIM = 2.0  # pixels around an arrow head
DOT: Point = (0.0, 0.0)  # direction of a line that is too short to have a direction

End = tuple[int, bool]
"""An end of a stroke: the index of the stroke, and True for its last point or False for its first point."""


def direction(stroke: TracedLine, last: bool, em: float, reach: float = TURN) -> Point:
    """Return the unit vector in which a stroke points outwards at its last or first point.

    It is measured over the last `reach` letter heights. A dot has the direction (0, 0).
    """
    points = stroke.points[::-1] if last else stroke.points
    (x0, y0), (x1, y1) = points[0], points[min(len(points) - 1, max(1, round(reach * em)))]
    length = math.hypot(x0 - x1, y0 - y1)
    return ((x0 - x1) / length, (y0 - y1) / length) if length > max(1.0, SHORT * em) else DOT


def join_dashes(lines: Sequence[TracedLine], tips: Sequence[BBox], em: float) -> list[TracedLine]:
    """Join lines whose free ends continue each other over a short gap, nearest first. Ends at `tips` stay free."""
    free = [
        (i, last)
        for i, line in enumerate(lines)
        for last in (False, True)
        if line.ends[last] < 0 and not any(_is_at(tip, line.points[-1 if last else 0]) for tip in tips)
    ]
    cells: dict[tuple[int, int], list[End]] = {}
    links = []
    for one in free:
        x, y = (int(v // max(1.0, GAP * em)) for v in lines[one[0]].points[-1 if one[1] else 0])
        for other in [
            end for dx in (-1, 0, 1) for dy in (-1, 0, 1) for end in cells.get((x + dx, y + dy), ())
        ]:
            if one[0] != other[0] and (gap := _gap(lines, other, one, em)) is not None:
                links.append((gap, other, one))
        cells.setdefault((x, y), []).append(one)
    return _chains(lines, _partners(links))


def _is_at(box: BBox, point: Point) -> bool:
    """True if a point is in a box or at its edge."""
    x, y = point
    return box.x0 - RIM <= x <= box.x1 + RIM and box.y0 - RIM <= y <= box.y1 + RIM


def _partners(links: Iterable[tuple[float, End, End]]) -> dict[End, End]:
    """Pair the ends so that cheaper links come first. The mapping holds each pair in both directions."""
    partner: dict[End, End] = {}
    for _, one, other in sorted(links):
        if one not in partner and other not in partner:
            partner[one], partner[other] = other, one
    return partner


def _gap(lines: Sequence[TracedLine], one: End, other: End, em: float) -> float | None:
    """Return the length of the gap between two ends that continue each other; None if they do not."""
    p, q = (lines[i].points[-1 if last else 0] for i, last in (one, other))
    length = math.dist(p, q)
    if length > GAP * em:
        return None
    across = ((q[0] - p[0]) / length, (q[1] - p[1]) / length) if length else (0.0, 0.0)
    d, e = direction(lines[one[0]], one[1], em), direction(lines[other[0]], other[1], em)
    ahead = d == DOT or d[0] * across[0] + d[1] * across[1] > STRAIGHT
    ahead &= e == DOT or -e[0] * across[0] - e[1] * across[1] > STRAIGHT
    return length if length <= TOUCHING or (ahead and not (d == e == DOT and length > DOTS * em)) else None


def _chains(strokes: Sequence[TracedLine], partner: Mapping[End, End]) -> list[TracedLine]:
    """Join strokes at the ends that have a partner. A ring is opened at an arbitrary point."""
    result, done = [], set[int]()
    opened = [i for i in range(len(strokes)) if (i, False) not in partner or (i, True) not in partner]
    for start in [*opened, *range(len(strokes))]:
        if start in done:
            continue
        index, out = start, (start, True) in partner or (start, False) not in partner
        points: list[Point] = []
        ends = [strokes[start].ends[not out], -1]
        while index not in done:
            done.add(index)
            points += strokes[index].points if out else strokes[index].points[::-1]
            ends[1] = strokes[index].ends[out]
            if (index, out) not in partner:
                break
            index, entered = partner[index, out]
            out = not entered
        result.append(TracedLine(tuple(points), (ends[0], ends[1])))
    return result


def merge_junctions(strokes: Sequence[TracedLine], em: float) -> list[TracedLine]:
    """Remove strokes that only connect two close junctions, and merge these junctions."""
    same: dict[int, int] = {}

    def root(junction: int) -> int:
        while junction in same:
            junction = same[junction]
        return junction

    kept = []
    for stroke in strokes:
        a, b = stroke.ends
        if a >= 0 and b >= 0 and len(stroke.points) <= CROSSING * em:
            if root(a) != root(b):
                same[root(b)] = root(a)
        else:
            kept.append(stroke)
    return [
        TracedLine(
            s.points, (root(s.ends[0]) if s.ends[0] >= 0 else -1, root(s.ends[1]) if s.ends[1] >= 0 else -1)
        )
        for s in kept
    ]


def take_rings(lines: Sequence[TracedLine], em: float) -> tuple[list[TracedLine], list[BBox]]:
    """Split off small rings, which are the outlines of hollow dots. Return the other lines and the boxes of the
    rings.
    """
    kept, rings = [], []
    for line in lines:
        if line.ends[0] >= 0 and line.ends[0] == line.ends[1] and len(line.points) <= RING * em:
            xs, ys = zip(*line.points, strict=True)
            rings.append(BBox(min(xs), min(ys), max(xs), max(ys)))
        else:
            kept.append(line)
    return kept, rings


def resolve_crossings(strokes: Sequence[TracedLine], em: float) -> list[TracedLine]:
    """Continue strokes straight over junctions where four or more ends meet."""
    at: dict[int, list[tuple[int, bool]]] = {}
    for index, stroke in enumerate(strokes):
        for last in (False, True):
            if stroke.ends[last] >= 0:
                at.setdefault(stroke.ends[last], []).append((index, last))
    links = []
    for ends in at.values():
        for a, one in enumerate(ends if len(ends) > 3 else ()):
            for other in ends[a + 1 :]:
                d, e = direction(strokes[one[0]], one[1], em), direction(strokes[other[0]], other[1], em)
                cosine = d[0] * e[0] + d[1] * e[1]
                if cosine < -STRAIGHT and one[0] != other[0]:
                    links.append((cosine, one, other))
    return _chains(strokes, _partners(links))


def _forward(line: TracedLine, last: bool, along: Point) -> float:
    """Return how far a line leads in the direction `along` from one of its ends; negative if it leads back."""
    (x0, y0), (x1, y1) = line.points[-1 if last else 0], line.points[0 if last else -1]
    return (x1 - x0) * along[0] + (y1 - y0) * along[1]


def without_barbs(lines: Sequence[TracedLine], em: float) -> tuple[list[TracedLine], list[BBox]]:
    """Remove the barbs of open arrow heads. Return the other lines and the boxes of these heads."""
    at: dict[int, list[End]] = {}
    for index, line in enumerate(lines):
        for last in (False, True):
            if line.ends[last] >= 0:
                at.setdefault(line.ends[last], []).append((index, last))
    gone, opened, heads = set[int](), set[int](), list[BBox]()
    for junction, ends in at.items():
        spurs = [
            (i, last) for i, last in ends if lines[i].ends[not last] < 0 and len(lines[i].points) <= BARB * em
        ]
        shafts = [end for end in ends if end not in spurs]
        if len(shafts) != 1 or not spurs:
            continue
        forward = [
            _forward(lines[i], last, direction(lines[shafts[0][0]], shafts[0][1], em)) for i, last in spurs
        ]
        if min(forward) > -BACKWARD or any(f > TIP * em for f in forward):
            continue
        if sum(f < -BACKWARD for f in forward) > 1:
            xs, ys = zip(*(point for i, _ in spurs for point in lines[i].points), strict=True)
            heads.append(BBox(min(xs), min(ys), max(xs), max(ys)))
        gone |= {i for i, _ in spurs}
        opened.add(junction)
    kept = [line for index, line in enumerate(lines) if index not in gone]
    return [
        TracedLine(
            k.points, (-1 if k.ends[0] in opened else k.ends[0], -1 if k.ends[1] in opened else k.ends[1])
        )
        for k in kept
    ], heads
