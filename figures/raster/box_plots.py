"""Find the boxes of box plots among the regions of an image: rectangles with whiskers that a median line divides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from ...papers.types import BBox
from ..primitives import RGB
from ..shapes.cielab import Floats, color_distance
from ..shapes.shape import Shape, box_corners
from .canvas import Canvas, Mask

# The next sizes are in letter heights.
MEDIAN = 0.75  # largest thickness of a median line, with blurred edges
SIDES = 0.25  # largest offset between the sides of the two halves
WHISKER = 0.35  # shortest whisker
DASH = 0.6  # largest gap of a dashed whisker
SLENDER = 0.34  # largest width of a whisker, as a share of the box's width
CENTERED = 0.12  # largest offset of a whisker from the center, as a share of the box's width
NOTCHED = 0.5  # least share of its bounding box that half a box with a notch fills
BASE = 4.0  # pixels; bars start within this distance of each other
SAME = 12.0  # largest color distance of two halves
FEWEST, MOST = 2, 150  # least number of boxes; most rectangles to search


def join_box_halves(shapes: Sequence[Shape], canvas: Canvas) -> list[Shape]:
    """Return the shapes with each box in one piece, followed by its median line and whiskers as segments.

    The shapes stay unchanged if fewer than FEWEST boxes with two whiskers are found. Boxes may be vertical or
    horizontal.
    """
    upright = _joined(shapes, canvas.ink, canvas.lab, canvas.em)
    turned = [_turned(s) for s in shapes]
    level = _joined(turned, canvas.ink.T, canvas.lab.transpose(1, 0, 2), canvas.em)
    # In both results, a box, a median line and whiskers replace the pieces of each box.
    return upright if len(upright) >= len(level) else [_turned(s) for s in level]


def _turned(shape: Shape) -> Shape:
    """Return the shape with x and y exchanged."""
    box = shape.box
    return replace(
        shape,
        points=tuple((y, x) for x, y in shape.points),
        box=BBox(box.y0, box.x0, box.y1, box.x1),
    )


def _joined(shapes: Sequence[Shape], ink: Mask, lab: Floats, em: float) -> list[Shape]:
    """Return the shapes with vertical boxes joined; unchanged if there are too few boxes."""
    blocks = sorted((s for s in shapes if s.fill is not None and _is_block(s)), key=lambda s: s.box.y0)
    if len(blocks) > MOST:
        return list(shapes)
    found: list[tuple[Shape, float, list[Shape]]] = []
    used: set[int] = set()
    for first in blocks:
        pieces = _pieces(first, [s for s in blocks if id(s) not in used], em)
        if len(pieces) < 2 or id(first) in used:
            continue
        box = pieces[0].box.union(pieces[-1].box)
        alike = [s for s in blocks if s not in pieces and _alike(first.fill, s.fill)]
        tall = [s.box for s in alike if s.box.height > MEDIAN * em]
        whiskers = _whiskers(ink, box, em)
        if whiskers and not any(_is_next_cell(piece.box, b, em) for piece in pieces for b in tall):
            used |= {id(piece) for piece in pieces}
            whole = replace(first, kind="rectangle", box=box, points=box_corners(box))
            found.append((whole, _median(pieces, lab), whiskers))
    if sum(len(whiskers) == 2 for _, _, whiskers in found) < FEWEST:
        return list(shapes)
    if _on_one_line([body.box for body, _, _ in found]):
        return list(shapes)
    width = float(np.median([body.box.width for body, _, _ in found]))
    for block in (
        blocks
    ):  # one half may be too thin to be seen, so that the median line is at a side of the other half
        free = id(block) not in used and abs(block.box.width - width) <= SIDES * em
        whiskers = _whiskers(ink, block.box, em) if free else []
        if len(whiskers) == 2:
            used.add(id(block))
            found.append((block, _thicker_side(ink, block.box, em), whiskers))
    thick = [s for s in blocks if any(_is_median(s.box, body.box, em) for body, _, _ in found)]
    used |= {id(s) for s in thick}
    joined = [s for s in shapes if id(s) not in used]
    for body, median, whiskers in found:
        joined += [body, _segment((body.box.x0, median), (body.box.x1, median)), *whiskers]
    return joined


def _pieces(first: Shape, blocks: Sequence[Shape], em: float) -> list[Shape]:
    """Return the block and the blocks that continue it downwards. The median line and gridlines divide such a box."""
    pieces = [first]
    while True:
        below = [s for s in blocks if s not in pieces and _continues(pieces[-1].box, s.box, em)]
        following = next((s for s in below if _alike(first.fill, s.fill)), None)
        if following is None:
            return pieces
        pieces.append(following)


def _median(pieces: Sequence[Shape], lab: Floats) -> float:
    """Return the y position of the line between two pieces that differs most from their color, because gridlines
    are pale.
    """
    box = pieces[0].box
    columns = slice(max(0, int(box.x0 + 0.25 * box.width)), int(box.x1 - 0.25 * box.width) + 1)
    strongest = (-1.0, 0.0)
    for upper, lower in pairwise(pieces):
        middle = (upper.box.y1 + lower.box.y0) / 2
        rows = slice(max(0, int(upper.box.y1) - 1), int(lower.box.y0) + 2)
        inside = lab[max(0, int((upper.box.y0 + upper.box.y1) / 2)), columns]
        apart = np.linalg.norm(lab[rows, columns] - np.median(inside, axis=0), axis=2).sum(axis=0)
        strongest = max(strongest, (float(np.median(apart)), middle))
    return strongest[1]


def _on_one_line(boxes: Sequence[BBox]) -> bool:
    """True if most boxes start or end at the same height, as bars with error bars do."""
    sides = [[round(box.y0 / BASE) for box in boxes], [round(box.y1 / BASE) for box in boxes]]
    return len(boxes) > 2 and any(2 * max(map(side.count, side)) > len(boxes) for side in sides)


def _is_median(line: BBox, body: BBox, em: float) -> bool:
    """True for a median line that is thick enough to be a separate region."""
    inside = body.y0 < (line.y0 + line.y1) / 2 < body.y1
    return inside and line.height <= MEDIAN * em and abs(line.width - body.width) <= 2 * SIDES * em


def _is_block(shape: Shape) -> bool:
    """True for rectangles and for halves of a box with a notch."""
    if shape.kind == "rectangle":
        return True
    area = float(cv2.contourArea(np.array(shape.points, dtype=np.float32)))
    return shape.kind == "polygon" and area > NOTCHED * shape.box.width * shape.box.height


def _continues(upper: BBox, lower: BBox, em: float) -> bool:
    """True if the two boxes have the same sides and only a median line fits between them."""
    sides = max(abs(upper.x0 - lower.x0), abs(upper.x1 - lower.x1))
    return sides <= SIDES * em and -2.0 <= lower.y0 - upper.y1 <= MEDIAN * em


def _is_next_cell(box: BBox, other: BBox, em: float) -> bool:
    """True if the other box continues this box in any direction, as cells between gridlines do."""
    turned = BBox(box.y0, box.x0, box.y1, box.x1), BBox(other.y0, other.x0, other.y1, other.x1)
    pairs = ((box, other), (other, box), turned, turned[::-1])
    return any(_continues(first, second, em) for first, second in pairs)


def _alike(a: RGB | None, b: RGB | None) -> bool:
    return a is not None and b is not None and color_distance(a, b) <= SAME


def _whiskers(ink: Mask, box: BBox, em: float) -> list[Shape]:
    """Return thin strokes of ink that leave the box at the center of its top and bottom."""
    middle = (box.x0 + box.x1) / 2
    off = max(1, round(CENTERED * box.width))
    columns = slice(max(0, int(middle) - off), int(middle) + off + 1)
    found = []
    for side, sign in ((round(box.y0), -1), (round(box.y1), 1)):
        reach = max(3, round(WHISKER * em))
        first = side + 2 * sign
        rows = np.arange(first, first + sign * 40 * reach, sign)
        rows = rows[(rows >= 0) & (rows < ink.shape[0])]
        inked = np.flatnonzero(ink[rows, columns].any(axis=1)) if len(rows) else np.zeros(0, dtype=int)
        breaks = np.flatnonzero(np.diff(inked, prepend=-1) > DASH * em)
        length = int((inked[: breaks[0]] if len(breaks) else inked)[-1:].sum()) + 1
        if length < reach:
            continue
        across = ink[rows[:length], max(0, int(box.x0)) : int(box.x1) + 1].mean(axis=1)
        if int((across <= SLENDER).sum()) > 0.5 * reach:
            ends = (middle, box.y0 if sign < 0 else box.y1), (middle, float(rows[length - 1]))
            found.append(_segment(*ends))
    return found


def _thicker_side(ink: Mask, box: BBox, em: float) -> float:
    """Return the y position of the top or bottom of the box, whichever has more ink around it."""
    columns = slice(max(0, int(box.x0)), int(box.x1) + 1)
    half = max(2, round(MEDIAN * em / 2))
    sums = []
    for side in (box.y0, box.y1):
        rows = slice(max(0, round(side) - half), round(side) + half + 1)
        sums.append(int((ink[rows, columns].mean(axis=1) > SLENDER).sum()))
    return box.y0 if sums[0] > sums[1] else box.y1


def _segment(start: tuple[float, float], end: tuple[float, float]) -> Shape:
    box = BBox(min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))
    return Shape("segment", (start, end), box, None, (0, 0, 0))
