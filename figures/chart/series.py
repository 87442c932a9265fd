"""Collect the series of a vector chart: the legend entries, and nameless series for marks that match no entry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..primitives import RGB
from ..shapes.cielab import color_distance, to_lab_triple
from ..shapes.placed_labels import PlacedLabel
from ..shapes.shape import Shape
from .legend import Entry
from .samples import SampleStyle, dash_name
from .types import Series

SAME = 12.0  # largest CIE76 distance between two drawings of the same color
OTHER_DASH, OTHER_PATTERN = 7.0, 3.0  # penalties, in units of color distance
OTHER_MARKER, OTHER_FILLING = 9.0, 6.0
OTHER_HATCH = 40.0
OTHER_TEXTURE = 8.0  # per unit of distance between two textures
HUE = math.radians(20)  # largest difference in hue between a translucent color and its legend sample
COLORED = 12.0  # least chroma of a color with a hue


class SeriesTable:
    """The series found so far. Each mark goes to the best matching legend entry or earlier series, or else to a new
    nameless series.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.styles: list[SampleStyle] = []
        self.names: list[str] = []
        self.boxes: list[BBox] = []
        for entry in entries:
            if not any(
                n == entry.name and _alike(s, entry.style)
                for n, s in zip(self.names, self.styles, strict=True)
            ):
                self._add(entry.name, entry.style, entry.sample.union(entry.text))
        self.listed = len(self.names)

    def _add(self, name: str, style: SampleStyle, box: BBox) -> int:
        self.styles.append(style)
        self.names.append(name)
        self.boxes.append(box)
        return len(self.names) - 1

    def series(self) -> list[Series]:
        return [
            Series(name, style.style(), box)
            for name, style, box in zip(self.names, self.styles, self.boxes, strict=True)
        ]

    def copy(self, index: int, box: BBox) -> int:
        """Add another nameless series with the same style and return its index."""
        return self._add("", self.styles[index], box)

    def rename(self, index: int, label: PlacedLabel) -> None:
        """Name a nameless series by a text in the plot."""
        self.names[index], self.boxes[index] = label.text, label.box

    def of_line(
        self, color: RGB, dash: Sequence[float], width: float, markers: Sequence[Shape], box: BBox
    ) -> int:
        """Return the index of the series of a line with these markers. If no series matches, a nameless series is
        added.
        """
        costs = [self._line_cost(s, color, dash, width) for s in self.styles]
        if markers:
            main = markers[len(markers) // 2]
            costs = [
                c + (0.0 if not s.marker and not self.listed else self._marker_penalty(s, main))
                for c, s in zip(costs, self.styles, strict=True)
            ]
        best = min(range(len(costs)), key=lambda i: (costs[i], i), default=-1)
        if best >= 0 and costs[best] < SAME + (OTHER_MARKER if markers else 0.0):
            return best
        style = SampleStyle(line=color, dash=tuple(dash), width=width)
        if markers:
            first = markers[0]
            style = replace(style, marker=first.marker, marker_color=first.color, hollow=first.hollow)
        return self._add("", style, box)

    def _line_cost(self, style: SampleStyle, color: RGB, dash: Sequence[float], width: float) -> float:
        if style.line is None:  # the legend sample of a line may be a patch or a marker
            own = [c for c in (style.marker_color, style.edge, style.fill) if c is not None]
            return min((color_distance(c, color) for c in own), default=SAME * 10) + OTHER_PATTERN
        cost = color_distance(style.line, color)
        if dash_name(style.dash, style.width) != dash_name(dash, width):
            return cost + OTHER_DASH
        ratio = _pattern(style.dash) != _pattern(dash)
        return cost + (OTHER_PATTERN if ratio else 0.0)

    def _marker_penalty(self, style: SampleStyle, marker: Shape) -> float:
        if not style.marker:
            return 0.5 * OTHER_MARKER
        penalty = 0.0 if style.marker == marker.marker else OTHER_MARKER
        return penalty + (0.0 if style.hollow == marker.hollow else OTHER_FILLING)

    def of_marker(self, shape: Shape) -> int:
        """Return the index of the series of a point. If no series matches, a nameless series is added."""
        costs = []
        for style in self.styles:
            own = style.marker_color or style.fill or style.line
            cost = color_distance(own, shape.color) if own is not None else 10 * SAME
            costs.append(cost + (self._marker_penalty(style, shape) if style.marker else 1.0))
        best = min(range(len(costs)), key=lambda i: (costs[i], i), default=-1)
        if best >= 0 and costs[best] < SAME + OTHER_MARKER:
            return best
        hue = self._by_hue(shape.color)
        if hue >= 0:
            return hue
        style = SampleStyle(marker=shape.marker or "circle", marker_color=shape.color, hollow=shape.hollow)
        return self._add("", style, shape.box)

    def of_patch(self, shape: Shape) -> int:
        """Return the index of the series of a bar, slice or area. If no series matches, a nameless series is added."""
        fill = shape.fill if shape.fill is not None else (255, 255, 255)
        costs = []
        for style in self.styles:
            own = style.fill or style.marker_color
            cost = color_distance(own, fill) if own is not None else 10 * SAME
            if style.hatch != shape.hatch:
                cost += OTHER_HATCH
            if shape.texture and style.texture:
                cost += OTHER_TEXTURE * math.dist(shape.texture, style.texture)
            costs.append(cost)
        best = min(range(len(costs)), key=lambda i: (costs[i], i), default=-1)
        if best >= 0 and costs[best] < SAME:
            return best
        hue = self._by_hue(fill) if not shape.hatch else -1
        if hue >= 0:
            return hue
        style = SampleStyle(fill=fill, edge=shape.stroke, patterned=shape.patterned, hatch=shape.hatch)
        style = replace(style, texture=shape.texture)
        return self._add("", style, shape.box)

    def _by_hue(self, color: RGB) -> int:
        """Return the only legend entry with the hue of a translucent color; -1 for gray colors or if several
        entries match.
        """
        _, a, b = to_lab_triple(color)
        if math.hypot(a, b) < COLORED:
            return -1
        fitting = []
        for index, style in enumerate(self.styles[: self.listed]):
            _, c, d = to_lab_triple(style.color)
            turn = abs(math.remainder(math.atan2(b, a) - math.atan2(d, c), math.tau))
            if math.hypot(c, d) >= COLORED and turn < HUE:
                fitting.append(index)
        return fitting[0] if len(fitting) == 1 else -1


def _alike(a: SampleStyle, b: SampleStyle) -> bool:
    return (
        color_distance(a.color, b.color) < SAME
        and a.marker == b.marker
        and _pattern(a.dash) == _pattern(b.dash)
    )


def _pattern(dash: Sequence[float]) -> tuple[float, ...]:
    """Return the dash lengths as shares of their period, rounded to tenths."""
    total = sum(dash)
    return tuple(round(part / total, 1) for part in dash) if total > 0 else ()
