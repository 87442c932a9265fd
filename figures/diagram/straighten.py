"""Replace thin rectangles by lines, separate dashes by dashed lines, and four lines by a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..shapes.shape import Shape, box_corners
from .hierarchy import find_rectangles

THIN = 2.6  # points; largest width of a rectangle that is a line
MOST_LINES = 200  # lines in one direction; with more, they are a grid and frames are not searched
DASHES = 3  # least number of pieces of a dashed line
DASH = 1.2  # letter heights; largest length of a dash
GAP = 1.6  # largest gap between two dashes, in lengths of the shorter dash


def straighten(shapes: Sequence[Shape], em: float) -> list[Shape]:
    """Return the shapes with thin rectangles as segments, dashes joined, and a frame for four segments that close."""
    lines = [_as_segment(shape) for shape in shapes]
    level = _joined([s for s in lines if s.level], em, across=True)
    upright = _joined([s for s in lines if s.upright], em, across=False)
    others = [s for s in lines if not (s.level or s.upright)]
    if max(len(level), len(upright)) > MOST_LINES:
        return [*others, *level, *upright]
    frames = [
        replace(level[0], kind="rectangle", points=box_corners(box), box=box, closed=True)
        for box in find_rectangles([s.box for s in level], [s.box for s in upright], em)
    ]
    return [*others, *level, *upright, *frames]


def _as_segment(shape: Shape) -> Shape:
    """Return the middle line of a thin filled rectangle as a segment; other shapes are returned unchanged."""
    box = shape.box
    thin, long = sorted((box.width, box.height))
    if shape.kind != "rectangle" or shape.fill is None or thin > THIN or long < 1.5 * thin:
        return shape
    across = box.width > box.height
    line = BBox(box.x0, shape.cy, box.x1, shape.cy) if across else BBox(shape.cx, box.y0, shape.cx, box.y1)
    ends = (line.x0, line.y0), (line.x1, line.y1)
    return replace(
        shape, kind="segment", points=ends, box=line, fill=None, stroke=shape.fill, width=thin, closed=False
    )


def _joined(segments: Sequence[Shape], em: float, *, across: bool) -> list[Shape]:
    """Join runs of at least DASHES dashes of one color into one segment each. `across` is True for horizontal
    segments.
    """

    def extent(shape: Shape) -> tuple[float, float]:
        return (shape.box.x0, shape.box.x1) if across else (shape.box.y0, shape.box.y1)

    def place(shape: Shape) -> float:
        return shape.box.y0 if across else shape.box.x0

    runs: list[list[Shape]] = []
    ordered = sorted(segments, key=lambda s: (s.stroke or (0, 0, 0), round(place(s)), extent(s)))
    for shape in ordered:
        last = runs[-1][-1] if runs else None
        if last is not None and last.stroke == shape.stroke and abs(place(last) - place(shape)) < 0.5:
            (start, end), (begin, stop) = extent(last), extent(shape)
            lengths = end - start, stop - begin
            if -0.5 < begin - end < GAP * min(lengths) and max(lengths) < DASH * em:
                runs[-1].append(shape)
                continue
        runs.append([shape])
    joined: list[Shape] = []
    for run in runs:
        if len(run) < DASHES:
            joined += run
            continue
        start, end, at = extent(run[0])[0], extent(run[-1])[1], place(run[0])
        box = BBox(start, at, end, at) if across else BBox(at, start, at, end)
        joined.append(replace(run[0], points=((box.x0, box.y0), (box.x1, box.y1)), box=box))
    return joined
