"""Find the legends of a vector figure: aligned texts, each with a drawn sample to its left or right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ...papers.types import BBox
from ..numbers import parse_number
from ..shapes.cielab import is_white
from ..shapes.placed_labels import PlacedLabel, merged
from ..shapes.scene import Scene
from ..shapes.shape import Shape, box_area
from .samples import SampleStyle, sample_style, styles_differ

# Distances and sizes in letter heights.
GAP, NEAR_GAP = (
    6.0,
    3.0,
)  # largest gap between sample and text, if the samples are exactly aligned and otherwise
TALLEST, WIDEST = 2.9, 7.0  # largest height and width of a sample
CENTERED = 0.55  # largest vertical distance between the centers of sample and text
OVERLAP = 0.5  # largest overlap of sample and text, because OCR may give too wide a box
ALIGNED = 0.35  # largest difference between the sides of samples in one column
EVEN = 0.8  # largest difference between the gaps of two entries
RIGHT = 1.2  # factor on the gap if samples are right of their texts
PITCH = 4.5  # largest distance between the lines of one legend
SLOPED, FLATTEST = 1.5, 0.1  # a straight stroke wider and higher than this is part of a curve
EXACT = 0.6  # points; largest offset between exactly aligned samples


@dataclass(frozen=True, slots=True)
class Entry:
    """A legend entry: its name, the sample's style, and the boxes of sample and text.

    `right` is True if the sample is to the right of the text.
    """

    name: str
    style: SampleStyle
    sample: BBox
    text: BBox
    right: bool = False


def find_legend(scene: Scene) -> list[Entry]:
    """Return the legend entries in reading order; empty if no two texts with different samples line up."""
    shapes, labels, em = scene.shapes, scene.labels, scene.em
    small = [
        s
        for s in shapes
        if s.box.height <= TALLEST * em and s.box.width <= WIDEST * em and s.side > 0.25 * em
    ]
    small = [s for s in small if s.fill is None or not is_white(s.fill) or s.stroke is not None]
    small = [s for s in small if not _is_sloped(s, em)]
    texts = [p for p in labels if not p.label.vertical and not p.slanted and p.text]
    found: list[list[Entry]] = []
    for right in (False, True):
        entries = [entry for p in texts if (entry := _entry(p, small, em, right)) is not None]
        groups = [g for g in _groups(entries, em) if _is_legend(g) and not _is_at_ends(g, shapes)]
        found += groups
    chosen: list[list[Entry]] = []
    for group in sorted(found, key=lambda g: (-len(g), _mean_gap(g), g[0].right)):
        taken = [e for g in chosen for e in g]
        # A sample may lie between two texts: the side with more entries wins.
        if not any(_overlap(e, other) for e in group for other in taken):
            chosen.append(group)
    entries = [e for g in chosen for e in g]
    if _pitch(entries, em) > 1.7 * em:
        boxes = {e.text for e in entries}
        free = [p for p in texts if p.box not in boxes]
        entries = [_with_continuation(e, texts, free, em) for e in entries]
    return sorted(entries, key=lambda e: (round(e.sample.y0 / em), e.sample.x0))


def _is_sloped(shape: Shape, em: float) -> bool:
    """True for a piece of a curve. Samples are horizontal, and only the strokes of a marker are sloped."""
    return shape.kind == "segment" and shape.box.width > SLOPED * em and shape.box.height > FLATTEST * em


def _is_at_ends(group: Sequence[Entry], shapes: Sequence[Shape]) -> bool:
    """True if most samples are the last markers of lines. Such texts name the lines directly and are not a legend."""
    last = 0
    for entry in group:
        b = entry.sample
        inside = [
            s
            for s in shapes
            if s.marker and s.box.intersection_area(b) > 0.5 * s.box.width * s.box.height > 0
        ]
        last += any(ends_line(s, shapes) for s in inside)
    return last > 0.5 * len(group)


def ends_line(marker: Shape, shapes: Sequence[Shape]) -> bool:
    """True for a marker at the end of a longer line. The text next to it is then the name of the line."""
    if not marker.marker:
        return False
    for shape in shapes:
        if shape.kind == "line" and shape.box.width > 6 * marker.side:
            ends = (shape.points[0], shape.points[-1])
            if any(abs(x - marker.cx) < 0.5 and abs(y - marker.cy) < 0.5 for x, y in ends):
                return True
    return False


def _overlap(a: Entry, b: Entry) -> bool:
    return a.text == b.text or a.sample.intersection_area(b.sample) > 0.3 * min(
        box_area(a.sample), box_area(b.sample)
    )


def _mean_gap(group: Sequence[Entry]) -> float:
    """Return the mean distance between samples and texts.

    Samples to the right of their texts are rare, so their distance is increased.
    """
    return sum(map(_gap, group)) / len(group) * (RIGHT if group[0].right else 1.0)


def _gap(entry: Entry) -> float:
    return entry.sample.x0 - entry.text.x1 if entry.right else entry.text.x0 - entry.sample.x1


def _entry(label: PlacedLabel, shapes: Sequence[Shape], em: float, right: bool) -> Entry | None:
    """Return the label with its sample: the nearest shapes at its height on one side that continue one another.

    None without such shapes, or if the sample would be too far away, too large or too small.
    """
    box = label.box
    level = [s for s in shapes if abs(s.cy - label.label.cy) <= CENTERED * em]
    side = sorted(
        (
            s
            for s in level
            if (s.box.x0 >= box.x1 - OVERLAP * em if right else s.box.x1 <= box.x0 + OVERLAP * em)
        ),
        key=lambda s: s.box.x0 if right else -s.box.x1,
    )
    if not side:
        return None
    start = side[0].box.x0 - box.x1 if right else box.x0 - side[0].box.x1
    if start > GAP * em:
        return None
    taken = [side[0]]
    hull = side[0].box
    for shape in side[1:]:
        gap = shape.box.x0 - hull.x1 if right else hull.x0 - shape.box.x1
        if gap <= 0.75 * em and _continues_sample(taken, shape, gap):
            taken.append(shape)
            hull = hull.union(shape.box)
    if hull.width > WIDEST * em or hull.height > TALLEST * em or max(hull.width, hull.height) < 0.25 * em:
        return None
    return Entry(label.text, sample_style(taken), hull, box, right)


def _continues_sample(taken: Sequence[Shape], shape: Shape, gap: float) -> bool:
    """True if a shape belongs to the same sample.

    Overlapping shapes belong together. With a gap, only a marker and the pieces of its line do.
    """
    if gap <= 0.3:
        return True
    last = taken[-1]
    linear = shape.kind == "segment" and bool(last.marker)
    marked = bool(shape.marker) and last.kind == "segment"
    return (linear or marked) and shape.stroke is not None and shape.stroke in (last.stroke, last.color)


def _groups(entries: Sequence[Entry], em: float) -> list[list[Entry]]:
    """Group entries that line up in a column or row. Groups have at least two entries."""
    groups: list[list[Entry]] = []
    for entry in entries:
        near = [g for g in groups if any(_line_up(entry, other, em) for other in g)]
        groups = [g for g in groups if g not in near] + [[entry, *(e for g in near for e in g)]]
    return [sorted(g, key=lambda e: (e.sample.y0, e.sample.x0)) for g in groups if len(g) > 1]


def _line_up(a: Entry, b: Entry, em: float) -> bool:
    if (parse_number(a.name) is None) != (parse_number(b.name) is None):
        return False
    dy = abs((a.text.y0 + a.text.y1) - (b.text.y0 + b.text.y1)) / 2
    if max(abs(a.sample.x0 - b.sample.x0), abs(a.sample.x1 - b.sample.x1)) < EXACT and dy <= PITCH * em:
        return True  # gaps may differ: texts may be centered in their column
    if max(_gap(a), _gap(b)) > NEAR_GAP * em:
        return False
    if abs(_gap(a) - _gap(b)) > EVEN * em and abs(_near_center(a) - _near_center(b)) > 0.7 * em:
        return False
    if dy < 0.3 * em:
        return True
    same_column = (
        abs(a.sample.x0 - b.sample.x0) <= ALIGNED * em
        or abs(a.sample.x1 - b.sample.x1) <= ALIGNED * em
        or abs(a.sample.x0 + a.sample.x1 - b.sample.x0 - b.sample.x1) / 2 <= ALIGNED * em
    )
    return same_column and dy <= PITCH * em


def _near_center(entry: Entry) -> float:
    """Return the horizontal distance from the text to the center of the sample."""
    middle = (entry.sample.x0 + entry.sample.x1) / 2
    return middle - entry.text.x1 if entry.right else entry.text.x0 - middle


def _is_legend(group: Sequence[Entry]) -> bool:
    """True if most samples in the group differ from each other, and the texts are not tick labels."""
    if all(parse_number(e.name) is not None for e in group) and len({e.name for e in group}) < max(
        3, len(group)
    ):
        return False  # tick labels next to their tick marks
    pairs = list(combinations(group, 2))
    different = sum(styles_differ(a.style, b.style) for a, b in pairs)
    return different >= 0.7 * len(pairs)


def _pitch(entries: Sequence[Entry], em: float) -> float:
    """Return the smallest distance between two lines of a legend; infinity for a single line."""
    steps = (abs(a.text.y0 - b.text.y0) for a, b in combinations(entries, 2))
    return min((step for step in steps if step > 0.5 * em), default=float("inf"))


def _with_continuation(
    entry: Entry, texts: Sequence[PlacedLabel], free: Sequence[PlacedLabel], em: float
) -> Entry:
    """Return the entry with the text lines below it that have no sample of their own."""
    lines = [next(p for p in texts if p.box == entry.text and p.text == entry.name)]
    for other in sorted(free, key=lambda p: p.box.y0):
        gap = other.box.y0 - lines[-1].box.y1
        if abs(other.box.x0 - lines[-1].box.x0) < 0.3 * em and -0.2 * em < gap < 0.7 * em:
            lines.append(other)
    whole = merged(lines)
    return Entry(whole.text, entry.style, entry.sample, whole.box, entry.right)
