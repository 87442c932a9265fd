"""Trace the marks of a plot area as shapes: rectangles, lines and points in the color of each series."""

from __future__ import annotations

import numpy as np

from ....papers.types import BBox
from ...chart.samples import SampleStyle
from ...chart.style import Style
from ...primitives import RGB
from ...shapes.cielab import Floats
from ...shapes.shape import Shape, box_corners
from ..plot_backgrounds import area_background
from ..regions import to_rgb
from .bars import find_rectangles_of
from .dash_patterns import group_by_color, trace_group
from .mark_context import MarkContext
from .points import find_points, is_dotted, point_mask, without_stems
from .series_masks import SeriesMasks, build_series_masks
from .traces import Path, trace

SHORTEST = 5  # least number of nodes of a line
ACROSS = 0.2  # least share of the area's width that a line crosses
MARKED_ACROSS = 0.5  # the same if the legend shows markers without a line: clusters of points are narrower
WHITE: RGB = (255, 255, 255)
HATCH = (45.0,)
DASHES: dict[str, tuple[float, ...]] = {
    "dashed": (4.0, 2.0),
    "dotted": (1.0, 1.0),
    "dashdot": (4.0, 1.0, 1.0, 1.0),
}


def rgb_of(lab: Floats) -> RGB:
    """Return the sRGB bytes of one CIELAB color."""
    red, green, blue = to_rgb(np.asarray(lab, dtype=np.float32).reshape(1, 1, 3))[0, 0].tolist()
    return red, green, blue


def sample_of(style: Style) -> SampleStyle:
    """Return the style of a series as a SampleStyle, with sRGB colors."""
    color = rgb_of(style.lab)
    is_white_bar = style.kind == "marker" and style.marker == "square" and style.hollow and not style.colored
    if style.kind == "patch" or is_white_bar:
        return SampleStyle(fill=_fill_of(style), edge=color, hatch=HATCH if style.hatched else ())
    line = color if style.kind == "line" else None
    marked = style.kind == "marker" or bool(style.marker)
    dash = DASHES.get(style.dash, ())
    return SampleStyle(line, dash, 1.0, style.marker, color if marked else None, style.hollow)


def trace_marks(source: MarkContext) -> list[Shape]:
    """Return rectangles, then lines and points, in canvas pixels and in the order of the series."""
    canvas, area, styles = source.canvas, source.area, source.styles
    ground = area_background(canvas, area)
    masks = build_series_masks(canvas, area, ground, styles, source.covered)
    # Points are also searched under texts, because bubbles hold names.
    whole = build_series_masks(canvas, area, ground, styles, ()) if source.free else masks
    are_bars = any(style.kind == "patch" for style in styles)  # the sample of a bar may look like a line
    shapes = [
        _rectangle(box, style)
        for index, style in enumerate(styles)
        if are_bars or style.kind != "line"
        for box in find_rectangles_of(
            whole, index, style, canvas.em, is_patch=style.kind == "patch" and not source.free
        )
    ]
    paths = {
        index: path
        for group in group_by_color(styles)
        for index, path in trace_group(group, masks, source).items()
    }
    for index in range(len(styles)):
        shapes += _lines_or_points(index, paths.get(index), masks, whole, source)
    return shapes


def _lines_or_points(
    index: int, path: Path | None, masks: SeriesMasks, whole: SeriesMasks, source: MarkContext
) -> list[Shape]:
    """Return the line of a series, or its points if they are separate or form no line."""
    style, em, free = source.styles[index], source.canvas.em, source.free
    loose = free or style.kind == "marker"
    mask = point_mask(index, whole, source.texts, em)
    stemless = without_stems(mask, em) if loose else None
    if stemless is None and not (loose and is_dotted(mask, em)):
        found = path if path is not None else trace(masks.mask(index), em)
        least = 0.0 if not loose else ACROSS if free else MARKED_ACROSS
        if len(found) >= SHORTEST and (least == 0.0 or _crosses(found, source.area.width, least)):
            return [_line(found, masks, style)]
        if len(found) >= SHORTEST and style.kind != "marker":
            return []
    points = find_points(mask if stemless is None else stemless, em)
    return [_point(box, masks, style) for box, _ in points]


def _crosses(path: Path, width: float, share: float) -> bool:
    """True if the path crosses more than `share` of the width almost without gaps."""
    run = float(path[-1, 0] - path[0, 0])
    return run > share * width and len(path) > 0.25 * run / 2


def _rectangle(box: BBox, style: Style) -> Shape:
    hatch = HATCH if style.hatched else ()
    return Shape(
        "rectangle", box_corners(box), box, _fill_of(style), rgb_of(style.lab), closed=True, hatch=hatch
    )


def _fill_of(style: Style) -> RGB:
    """Return the color inside a bar; white for an outlined bar."""
    return WHITE if style.hollow and not style.hatched else rgb_of(style.lab)


def _line(path: Path, masks: SeriesMasks, style: Style) -> Shape:
    points = tuple((x + masks.x, y + masks.y) for x, y in path.tolist())
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = BBox(min(xs), min(ys), max(xs), max(ys))
    return Shape("line", points, box, None, rgb_of(style.lab), dash=DASHES.get(style.dash, ()))


def _point(box: BBox, masks: SeriesMasks, style: Style) -> Shape:
    moved = BBox(box.x0 + masks.x, box.y0 + masks.y, box.x1 + masks.x, box.y1 + masks.y)
    color = rgb_of(style.lab)
    fill, stroke = (None, color) if style.hollow else (color, None)
    return Shape(
        "polygon", box_corners(moved), moved, fill, stroke, marker=style.marker or "circle", closed=True
    )
