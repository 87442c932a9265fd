"""Read pie and ring charts: filled sectors around one center."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...papers.types import BBox
from ..primitives import Point
from ..shapes.placed_labels import PlacedLabel
from ..shapes.scene import Scene
from ..shapes.shape import Shape, outer_box
from .legend import Entry
from .series import SeriesTable
from .style import Style
from .types import Mark, Series

FEWEST = 2
SMALLEST = 0.15  # least side of a sector, as a share of the largest sector's side
LARGEST_MISS = 0.04  # largest distance of a corner from the circle, as a share of the radius
FULL = 0.93  # least share of the circle that the sectors cover; outlines in an image take the rest
WHOLE = 3.0  # largest difference from 100 of the sum of rounded percentages
REACH = 2.4  # largest distance from the center to a sector's name, in radii
PERCENT = re.compile(r"\(?\s*(\d+(?:\.\d+)?)\s*%\s*\)?")


@dataclass(frozen=True, slots=True)
class Slice:
    """A sector around (x, y), from the angle `start` over `extent`.

    Angles are in radians and grow clockwise, because y points down.
    """

    shape: Shape
    x: float
    y: float
    radius: float
    start: float
    extent: float

    @property
    def middle(self) -> float:
        return self.start + self.extent / 2

    def at(self, share: float) -> Point:
        """Return the point on the sector's middle line at a share of the radius."""
        return (
            self.x + share * self.radius * math.cos(self.middle),
            self.y + share * self.radius * math.sin(self.middle),
        )


def read_pie(scene: Scene, entries: Sequence[Entry]) -> tuple[BBox, list[Series], list[Mark]] | None:
    """Return the box of the disk, with one series and one mark (its percentage) per sector; None without a pie.

    If a legend lists the sectors, the series are its entries.
    """
    labels, em = scene.labels, scene.em
    slices = _slices(scene)
    if not slices:
        return None
    total = sum(s.extent for s in slices)
    first = slices[0]
    box = BBox(first.x - first.radius, first.y - first.radius, first.x + first.radius, first.y + first.radius)
    printed = _printed(slices, labels)
    table = SeriesTable(entries)
    owners = [table.of_patch(s.shape) for s in slices]
    series = table.series()
    if not entries:
        if len(listed := _list_shares(first, labels)) > len(slices):
            return box, *_by_shares(listed)
        names = _names(slices, labels)
        own = {i: PERCENT.search(label.text) for i, label in names.items()}
        printed |= {i: float(match[1]) for i, match in own.items() if match}
        style = [series[owner].style for owner in owners]
        series = [
            Series(_clean(names[i].text) if i in names else "", style[i], names[i].box if i in names else box)
            for i in range(len(slices))
        ]
        owners = list(range(len(slices)))
    marks = []
    for index, part in enumerate(slices):
        x, y = part.at(0.7)
        share = 100.0 * part.extent / total
        value = printed.get(index)
        marks.append(
            Mark(
                owners[index],
                0,
                -1,
                BBox(x - em, y - em, x + em, y + em),
                None,
                share if value is None else value,
                printed=value is not None,
            )
        )
    return box, series, marks


def _list_shares(first: Slice, labels: Sequence[PlacedLabel]) -> list[tuple[PlacedLabel, float]]:
    """Return the names around the pie that contain a percentage, with this percentage.

    Empty with fewer than three names, or if the percentages do not add up to about 100.
    """
    shares = [
        (label, float(match[1]))
        for label in labels
        if (match := PERCENT.search(label.text))
        and _clean(label.text)
        and _distance(first, label) < REACH * first.radius
    ]
    return shares if len(shares) > 2 and abs(sum(share for _, share in shares) - 100.0) <= WHOLE else []


def _by_shares(shares: Sequence[tuple[PlacedLabel, float]]) -> tuple[list[Series], list[Mark]]:
    """Return a series and a mark for each printed name.

    The drawing is not used, because neighboring sectors of the same gray may look like one.
    """
    style = Style("patch", (50.0, 0.0, 0.0))
    series = [Series(_clean(label.text), style, label.box) for label, _ in shares]
    marks = [
        Mark(index, 0, -1, label.box, None, share, printed=True)
        for index, (label, share) in enumerate(shares)
    ]
    return series, marks


def _clean(text: str) -> str:
    return PERCENT.sub("", text).strip(" :,-")


def _slices(scene: Scene) -> list[Slice]:
    """Return sectors that together form a whole circle; empty without such sectors."""
    polygons = [
        s
        for s in scene.shapes
        if s.closed
        and s.kind in ("polygon", "circle")
        and len(s.points) >= 4
        and s.fill is not None
        and s.side > scene.em
    ]
    for center, radius in _circles(polygons):
        slices = [part for s in polygons if (part := _slice(s, center, radius)) is not None]
        covered = sum(s.extent for s in slices)
        if len(slices) >= FEWEST and FULL * math.tau < covered < 1.03 * math.tau:
            return sorted(slices, key=lambda s: s.start)
    return []


def _circles(polygons: Sequence[Shape]) -> list[tuple[Point, float]]:
    """Return the centers and radii that the sectors may have.

    Centers are corners that several sectors share, and the center of the box around all sectors.
    """
    counts: dict[tuple[int, int], list[Point]] = {}
    for shape in polygons[:200]:
        for x, y in shape.points:
            counts.setdefault((round(x), round(y)), []).append((x, y))
    shared = sorted(counts.values(), key=lambda points: (-len(points), points[0]))[:5]
    centers = [points[0] for points in shared if len(points) > 1]
    largest = max((s.side for s in polygons), default=0.0)
    whole = outer_box([s.box for s in polygons if s.side > SMALLEST * largest])
    if whole is not None:
        centers.append(((whole.x0 + whole.x1) / 2, (whole.y0 + whole.y1) / 2))
    circles = []
    for center in centers:
        reaches = [max(math.dist(p, center) for p in s.points) for s in polygons]
        rounded = [round(reach) for reach in reaches]
        common = max(rounded, key=lambda r: (rounded.count(r), -r), default=0)
        circles.append((center, float(np.median([r for r in reaches if abs(r - common) <= 1] or [0.0]))))
    return circles


def _slice(shape: Shape, center: Point, radius: float) -> Slice | None:
    """Return the shape as a sector of this circle; None if the shape is no such sector."""
    on_rim = [abs(math.dist(p, center) - radius) < LARGEST_MISS * radius + 0.3 for p in shape.points]
    first = on_rim.index(False) if False in on_rim else 0  # rotated so that the arc is in one piece
    around = list(
        zip((*shape.points[first:], *shape.points[:first]), (*on_rim[first:], *on_rim[:first]), strict=True)
    )
    far, rest = [p for p, on in around if on], [p for p, on in around if not on]
    if len(far) < 3 or any(math.dist(p, center) > radius for p in rest):
        return None
    angles = np.unwrap([math.atan2(y - center[1], x - center[0]) for x, y in far])
    extent = float(np.ptp(angles))
    if not 0.005 < extent < math.tau:
        return None
    part = Slice(shape, center[0], center[1], radius, float(angles.min()) % math.tau, extent)
    hole = min((math.dist(p, center) for p in rest), default=0.0) + 2 * LARGEST_MISS * radius + 0.6
    return part if all(math.dist(p, center) <= hole or _is_on_side(p, part) for p in rest) else None


def _is_on_side(point: Point, part: Slice) -> bool:
    """True for the center and for points on the two straight sides of a sector."""
    x, y = point[0] - part.x, point[1] - part.y
    reach, angle = math.hypot(x, y), math.atan2(y, x)
    off = min(_turn(angle, part.start), _turn(angle, part.start + part.extent))
    return reach * math.sin(min(off, math.pi / 2)) <= LARGEST_MISS * part.radius + 0.3


def _turn(a: float, b: float) -> float:
    return abs(math.remainder(a - b, math.tau))


def _outside(part: Slice, angle: float) -> float:
    """Return 0 if the direction is inside the sector, or else the angle to its nearer side."""
    inside = (angle - part.start) % math.tau <= part.extent
    return 0.0 if inside else min(_turn(angle, part.start), _turn(angle, part.start + part.extent))


def _angle(part: Slice, label: PlacedLabel) -> float:
    """Return the direction of the point of a label's box that is nearest to the center."""
    box = label.box
    x = min(max(part.x, box.x0), box.x1)
    y = min(max(part.y, box.y0), box.y1)
    return math.atan2(y - part.y, x - part.x)


def _printed(slices: Sequence[Slice], labels: Sequence[PlacedLabel]) -> dict[int, float]:
    """Map each sector to the number printed in its direction. A percentage counts only if it agrees with the drawn
    share.
    """
    found: dict[int, tuple[float, float]] = {}
    total = sum(s.extent for s in slices)
    for label in labels:
        match = PERCENT.search(label.text)
        value = float(match[1]) if match else label.label.number
        first = slices[0]
        far = math.hypot(label.label.cx - first.x, label.label.cy - first.y) / first.radius
        if value is None or far > REACH:
            continue
        angle = math.atan2(label.label.cy - first.y, label.label.cx - first.x)
        index = min(range(len(slices)), key=lambda i: (_outside(slices[i], angle), i))
        agrees = not match or abs(value - 100 * slices[index].extent / total) < 3.0
        if agrees and (index not in found or far < found[index][0]):
            found[index] = (far, value)
    return {index: value for index, (_, value) in found.items()}


def _names(slices: Sequence[Slice], labels: Sequence[PlacedLabel]) -> dict[int, PlacedLabel]:
    """Map each sector to its text, inside it or outside in its direction. All sectors are matched at once."""
    first = slices[0]
    texts = [
        p
        for p in labels
        if p.label.number is None and _clean(p.text) and _distance(first, p) < REACH * first.radius
    ]
    if not texts:
        return {}
    cost = np.array([[_miss(part, text) for text in texts] for part in slices])
    rows, columns = linear_sum_assignment(cost)
    return {int(i): texts[int(j)] for i, j in zip(rows, columns, strict=True) if cost[i, j] < 1.2}


def _distance(part: Slice, label: PlacedLabel) -> float:
    box = label.box
    return math.hypot(max(0.0, box.x0 - part.x, part.x - box.x1), max(0.0, box.y0 - part.y, part.y - box.y1))


def _miss(part: Slice, label: PlacedLabel) -> float:
    """Return the distance of the text from the sector: the angle to it (radians) plus half its gap from the rim
    (radii).
    """
    x, y = part.at(1.0)
    box = label.box
    gap = math.hypot(max(0.0, box.x0 - x, x - box.x1), max(0.0, box.y0 - y, y - box.y1)) / part.radius
    return _outside(part, _angle(part, label)) + 0.5 * gap
