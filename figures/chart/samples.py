"""Read the styles of series from their samples in a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...papers.types import BBox
from ..primitives import RGB
from ..shapes.cielab import color_distance, is_white, to_lab_triple
from ..shapes.shape import Shape, box_area
from .style import Style, SwatchKind

SAME_COLOR = 6.0  # CIE76
DOT = 1.6  # largest length of a dot, in stroke widths


@dataclass(frozen=True, slots=True)
class SampleStyle:
    """The style of a series. `line`, `fill`, `edge` and `marker_color` are sRGB, or None if the part is missing."""

    line: RGB | None = None
    dash: tuple[float, ...] = ()
    width: float = 0.0
    marker: str = ""
    marker_color: RGB | None = None
    hollow: bool = False
    fill: RGB | None = None
    edge: RGB | None = None
    patterned: bool = False
    hatch: tuple[float, ...] = ()
    texture: tuple[float, ...] = ()

    @property
    def color(self) -> RGB:
        """Return the color that represents the series: the fill, line, marker or edge, in this order.

        A white fill with an edge is skipped.
        """
        for color in (self.fill, self.line, self.marker_color, self.edge):
            if color is not None and not (color == self.fill and is_white(color) and self.edge is not None):
                return color
        return self.fill or (0, 0, 0)

    def style(self) -> Style:
        """Convert the style to the common `Style` of charts."""
        kind: SwatchKind = "patch" if self.fill is not None else "line" if self.line is not None else "marker"
        color = self.fill if self.fill is not None else self.color
        dash = dash_name(self.dash, self.width) if self.line is not None else ""
        return Style(
            kind, to_lab_triple(color), dash, self.marker, self.hollow, bool(self.hatch) or self.patterned
        )


def dash_name(dash: Sequence[float], width: float) -> str:
    """Return "solid", "dashed", "dotted" or "dashdot", judged by the dash lengths in stroke widths."""
    if not dash:
        return "solid"
    drawn = dash[0::2] if len(dash) % 2 == 0 else dash
    if max(drawn) <= DOT * max(width, 0.5):
        return "dotted"
    return "dashdot" if min(drawn) < 0.6 * max(drawn) else "dashed"


def sample_style(shapes: Sequence[Shape]) -> SampleStyle:
    """Return the style that a sample shows: a line, a marker, a patch, or a combination of these shapes."""
    shapes = _without_background(shapes)
    lines = [
        s for s in shapes if s.kind in ("segment", "line") and s.box.width > 1.5 * max(1.0, s.box.height)
    ]
    markers = [s for s in shapes if s.marker and s.box.width < 1.8 * s.box.height + 0.5]
    patches = [s for s in shapes if s.kind in ("rectangle", "polygon", "circle") and s not in markers]
    sides = [s for s in lines if any(_is_side(s, patch) for patch in patches)]
    lines = [s for s in lines if s not in sides]
    line = max(lines, key=lambda s: s.box.width, default=None)
    if line is None and not markers and not patches:
        line = shapes[0] if shapes[0].kind in ("segment", "line") else None
        patches = [] if line is not None else [shapes[0]]
    hatched = [s for s in shapes if s.hatch]
    if hatched or (patches and line is None):  # a line over a filled band is the sample of the line
        patch = max(hatched or patches, key=lambda s: box_area(s.box))
        fill = patch.fill if patch.fill is not None else (255, 255, 255)
        edge = patch.stroke or (sides[0].stroke if sides else None)
        style = SampleStyle(fill=fill, edge=edge, patterned=patch.patterned, hatch=patch.hatch)
        return replace(style, texture=patch.texture)
    marker = max(markers, key=lambda s: (box_area(s.box), s.order), default=None)
    if marker is not None and line is None and marker.marker == "square":
        style = SampleStyle(
            marker="square", marker_color=marker.color, hollow=marker.hollow, fill=marker.fill
        )
        return replace(style, edge=marker.stroke, patterned=marker.patterned, texture=marker.texture)
    return SampleStyle(
        line=line.stroke or line.fill if line is not None else None,
        dash=line.dash if line is not None else (),
        width=line.width if line is not None else 0.0,
        marker=marker.marker if marker is not None else "",
        marker_color=marker.color if marker is not None else None,
        hollow=marker.hollow if marker is not None else False,
    )


def _is_side(line: Shape, patch: Shape) -> bool:
    """True if the stroke runs along the top or bottom of a patch."""
    return min(abs(line.cy - patch.box.y0), abs(line.cy - patch.box.y1)) < 1.5 and line.box.height < 0.5


def _without_background(shapes: Sequence[Shape]) -> Sequence[Shape]:
    """Return the shapes without the filled rectangle on which all other shapes are drawn."""
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
    other = any(color_distance(s.color, first.color) > SAME_COLOR for s in rest)
    return rest if rest and around and plain and other and first.order < rest[0].order else shapes


def styles_differ(a: SampleStyle, b: SampleStyle) -> bool:
    """True if two samples are clearly different."""
    if color_distance(a.color, b.color) > SAME_COLOR:
        return True
    if (a.fill is None) != (b.fill is None) or (a.patterned and b.patterned):
        return True
    return (a.dash, a.marker, a.hollow, a.hatch) != (b.dash, b.marker, b.hollow, b.hatch)
