"""Legends of a vector figure: texts with a drawn sample at their left or right that line up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ...papers.types import BBox
from ..chart.legend.styles import Style, SwatchKind
from ..raster.numbers import parse_number
from ..types import RGB
from .labels import PlacedLabel, merged
from .shapes import Shape, colour_distance, is_white, outer_box, to_lab_triple

# In letter heights.
GAP, NEAR_GAP = 6.0, 3.0  # between sample and text, with samples exactly under one another and otherwise
TALLEST, WIDEST = 2.9, 7.0  # of a sample
CENTRED = 0.55  # between the middles of sample and text
ALIGNED = 0.35  # sides of samples or texts of one column
PITCH = 4.5  # between the lines of one legend
EXACT = 0.6  # points by which samples under one another may differ in position
SAME_COLOUR = 6.0  # CIE76
DOT = 1.6  # stroke widths that a dot is long at most


@dataclass(frozen=True, slots=True)
class SampleStyle:
    """How a series is drawn. `line` and `fill` are sRGB or None; `marker_colour` is that of the marker."""

    line: RGB | None = None
    dash: tuple[float, ...] = ()
    width: float = 0.0
    marker: str = ""
    marker_colour: RGB | None = None
    hollow: bool = False
    fill: RGB | None = None
    edge: RGB | None = None
    patterned: bool = False
    hatch: tuple[float, ...] = ()
    texture: tuple[float, ...] = ()

    @property
    def colour(self) -> RGB:
        """The colour that the series is called by: of the line, the marker or the fill."""
        for colour in (self.fill, self.line, self.marker_colour, self.edge):
            if colour is not None and not (
                colour == self.fill and is_white(colour) and self.edge is not None
            ):
                return colour
        return self.fill or (0, 0, 0)

    def style(self) -> Style:
        """The style in the terms that charts share."""
        kind: SwatchKind = "patch" if self.fill is not None else "line" if self.line is not None else "marker"
        colour = self.fill if self.fill is not None else self.colour
        dash = dash_name(self.dash, self.width) if self.line is not None else ""
        return Style(
            kind, to_lab_triple(colour), dash, self.marker, self.hollow, bool(self.hatch) or self.patterned
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """A legend entry: its name, the sample's style and the boxes of sample and text. `right`: the sample is right."""

    name: str
    style: SampleStyle
    sample: BBox
    text: BBox
    right: bool = False


def dash_name(dash: Sequence[float], width: float) -> str:
    """solid, dashed, dotted or dashdot, by the lengths of what is drawn in stroke widths."""
    if not dash:
        return "solid"
    drawn = dash[0::2] if len(dash) % 2 == 0 else dash
    if max(drawn) <= DOT * max(width, 0.5):
        return "dotted"
    return "dashdot" if min(drawn) < 0.6 * max(drawn) else "dashed"


def find_legend(shapes: Sequence[Shape], labels: Sequence[PlacedLabel], em: float) -> list[Entry]:
    """Entries in reading order; empty when no two texts with different samples line up."""
    small = [
        s
        for s in shapes
        if s.box.height <= TALLEST * em and s.box.width <= WIDEST * em and s.side > 0.25 * em
    ]
    small = [s for s in small if s.fill is None or not is_white(s.fill) or s.stroke is not None]
    texts = [p for p in labels if not p.label.vertical and not p.slanted and p.text]
    found: list[list[Entry]] = []
    for right in (False, True):
        entries = [entry for p in texts if (entry := _entry(p, small, em, right)) is not None]
        groups = [g for g in _groups(entries, em) if _is_legend(g) and not _is_at_ends(g, shapes)]
        found += groups
    chosen: list[list[Entry]] = []
    for group in sorted(found, key=lambda g: (-len(g), sum(_gap(e) for e in g) / len(g), g[0].right)):
        taken = [e for g in chosen for e in g]
        # The sample of one entry is between two texts: the side that more entries agree on wins.
        if not any(_overlap(e, other) for e in group for other in taken):
            chosen.append(group)
    entries = [e for g in chosen for e in g]
    if _pitch(entries, em) > 1.7 * em:
        boxes = {e.text for e in entries}
        free = [p for p in texts if p.box not in boxes]
        entries = [_with_continuation(e, texts, free, em) for e in entries]
    return sorted(entries, key=lambda e: (round(e.sample.y0 / em), e.sample.x0))


def _is_at_ends(group: Sequence[Entry], shapes: Sequence[Shape]) -> bool:
    """True if most samples are the last markers of lines, whose names are beside them."""
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
    """True for a marker at the end of a line that comes from elsewhere: the line's own name is beside it."""
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
        _area(a.sample), _area(b.sample)
    )


def _area(box: BBox) -> float:
    return max(0.5, box.width) * max(0.5, box.height)


def _gap(entry: Entry) -> float:
    return entry.sample.x0 - entry.text.x1 if entry.right else entry.text.x0 - entry.sample.x1


def _entry(label: PlacedLabel, shapes: Sequence[Shape], em: float, right: bool) -> Entry | None:
    """The label with the shapes level with it and nearest to it on one side, as long as they touch one another."""
    box = label.box
    level = [s for s in shapes if abs(s.cy - label.label.cy) <= CENTRED * em]
    side = sorted(
        (s for s in level if (s.box.x0 >= box.x1 - 0.3 * em if right else s.box.x1 <= box.x0 + 0.3 * em)),
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
    """Overlapping shapes are one sample; of separate ones only a marker and the pieces of the line beside it."""
    if gap <= 0.3:
        return True
    last = taken[-1]
    linear = shape.kind == "segment" and bool(last.marker)
    marked = bool(shape.marker) and last.kind == "segment"
    return (linear or marked) and shape.stroke is not None and shape.stroke in (last.stroke, last.colour)


def sample_style(shapes: Sequence[Shape]) -> SampleStyle:
    """The style that a line, a marker, a patch or several of them show together."""
    shapes = _without_background(shapes)
    lines = [
        s for s in shapes if s.kind in ("segment", "line") and s.box.width > 1.5 * max(1.0, s.box.height)
    ]
    markers = [s for s in shapes if s.marker and s.box.width < 1.8 * s.box.height + 0.5]
    patches = [s for s in shapes if s.kind in ("rectangle", "polygon", "circle") and s not in markers]
    lines = [s for s in lines if not any(_is_side(s, patch) for patch in patches)]
    line = max(lines, key=lambda s: s.box.width, default=None)
    if line is None and not markers and not patches:
        line = shapes[0] if shapes[0].kind in ("segment", "line") else None
        patches = [] if line is not None else [shapes[0]]
    hatched = [s for s in shapes if s.hatch]
    if hatched or (patches and line is None):  # a line over a filled band is the sample of the line
        patch = max(hatched or patches, key=lambda s: _area(s.box))
        fill = patch.fill if patch.fill is not None else (255, 255, 255)
        style = SampleStyle(fill=fill, edge=patch.stroke, patterned=patch.patterned, hatch=patch.hatch)
        return replace(style, texture=patch.texture)
    marker = max(markers, key=lambda s: (_area(s.box), s.order), default=None)
    if marker is not None and line is None and marker.marker == "square":
        style = SampleStyle(
            marker="square", marker_colour=marker.colour, hollow=marker.hollow, fill=marker.fill
        )
        return replace(style, edge=marker.stroke, patterned=marker.patterned, texture=marker.texture)
    return SampleStyle(
        line=line.stroke or line.fill if line is not None else None,
        dash=line.dash if line is not None else (),
        width=line.width if line is not None else 0.0,
        marker=marker.marker if marker is not None else "",
        marker_colour=marker.colour if marker is not None else None,
        hollow=marker.hollow if marker is not None else False,
    )


def _is_side(line: Shape, patch: Shape) -> bool:
    """True for a stroke along the top or bottom of a patch."""
    return min(abs(line.cy - patch.box.y0), abs(line.cy - patch.box.y1)) < 1.5 and line.box.height < 0.5


def _without_background(shapes: Sequence[Shape]) -> Sequence[Shape]:
    """The shapes without a filled square or rectangle that all others are drawn on."""
    first = min(shapes, key=lambda s: s.order)
    rest = [s for s in shapes if s is not first]
    b = BBox(first.box.x0 - 1, first.box.y0 - 1, first.box.x1 + 1, first.box.y1 + 1)
    around = all(
        b.x0 <= s.box.x0 and s.box.x1 <= b.x1 and b.y0 <= s.box.y0 and s.box.y1 <= b.y1 for s in rest
    )
    plain = (
        first.kind == "rectangle"
        and first.fill is not None
        and (first.stroke is None or is_white(first.stroke))
    )
    other = any(colour_distance(s.colour, first.colour) > SAME_COLOUR for s in rest)
    return rest if rest and around and plain and other and first.order < rest[0].order else shapes


def _groups(entries: Sequence[Entry], em: float) -> list[list[Entry]]:
    """Entries joined by lining up in a column or a row."""
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
        return True  # whatever their gaps: texts may be centred in their column
    if max(_gap(a), _gap(b)) > NEAR_GAP * em:
        return False
    if abs(_gap(a) - _gap(b)) > 0.7 * em and abs(_near_centre(a) - _near_centre(b)) > 0.7 * em:
        return False
    if dy < 0.3 * em:
        return True
    same_column = (
        abs(a.sample.x0 - b.sample.x0) <= ALIGNED * em
        or abs(a.sample.x1 - b.sample.x1) <= ALIGNED * em
        or abs(a.sample.x0 + a.sample.x1 - b.sample.x0 - b.sample.x1) / 2 <= ALIGNED * em
    )
    return same_column and dy <= PITCH * em


def _near_centre(entry: Entry) -> float:
    """Distance from the text to the middle of the sample."""
    middle = (entry.sample.x0 + entry.sample.x1) / 2
    return middle - entry.text.x1 if entry.right else entry.text.x0 - middle


def _is_legend(group: Sequence[Entry]) -> bool:
    """True if the samples differ from one another and the texts line up, as labels of points do not."""
    if all(parse_number(e.name) is not None for e in group) and len({e.name for e in group}) < max(
        3, len(group)
    ):
        return False  # tick labels beside their tick marks
    pairs = list(combinations(group, 2))
    different = sum(styles_differ(a.style, b.style) for a, b in pairs)
    return different >= 0.7 * len(pairs)


def styles_differ(a: SampleStyle, b: SampleStyle) -> bool:
    """True if two samples can be told apart."""
    if colour_distance(a.colour, b.colour) > SAME_COLOUR:
        return True
    if (a.fill is None) != (b.fill is None) or (a.patterned and b.patterned):
        return True
    return (a.dash, a.marker, a.hollow, a.hatch) != (b.dash, b.marker, b.hollow, b.hatch)


def _pitch(entries: Sequence[Entry], em: float) -> float:
    """Smallest distance between the lines of a legend; infinite for a single line."""
    steps = (abs(a.text.y0 - b.text.y0) for a, b in combinations(entries, 2))
    return min((step for step in steps if step > 0.5 * em), default=float("inf"))


def _with_continuation(
    entry: Entry, texts: Sequence[PlacedLabel], free: Sequence[PlacedLabel], em: float
) -> Entry:
    """The entry with the lines of its text that have no sample of their own."""
    lines = [next(p for p in texts if p.box == entry.text and p.text == entry.name)]
    for other in sorted(free, key=lambda p: p.box.y0):
        gap = other.box.y0 - lines[-1].box.y1
        if abs(other.box.x0 - lines[-1].box.x0) < 0.3 * em and -0.2 * em < gap < 0.7 * em:
            lines.append(other)
    whole = merged(lines)
    return Entry(whole.text, entry.style, entry.sample, whole.box, entry.right)


def legend_box(entries: Sequence[Entry]) -> BBox | None:
    """The box around all entries."""
    return outer_box([box for e in entries for box in (e.sample, e.text)])
