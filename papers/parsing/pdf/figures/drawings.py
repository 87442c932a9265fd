"""Detect the rules, drawings and images of a page on its rendered image.

Clipped, white and empty objects are invisible there and therefore ignored.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import cv2  # not scipy.ndimage, whose import takes a quarter of a second, and every question reads pages
import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

from ....types import BBox
from ..text.page_contents import list_text_objects
from ..text.pdfium_compat import Address, bind_function
from ..text.tokens import Token

_SCALE = 2  # rendered pixels per point; lines thinner than half a point are gray
_INK = 250  # gray values below this are ink
_REACH = 2  # pieces of ink closer than this many points form one mark
_RULE_LENGTH, _RULE_THICKNESS = 24.0, 3.0  # points: shortest length and largest thickness of a rule
_GIANT = 2500.0  # points; longer pages (plans, scrolls) would take gigabytes to render
_SAME = 4  # pixels by which the rows of one rule may differ
_TEXT_RIM = 0.5  # points around a word that still belong to its glyphs (antialiasing)

_count_objects = bind_function(raw.FPDFPage_CountObjects, ctypes.c_int, Address)
_object_at = bind_function(raw.FPDFPage_GetObject, Address, Address, ctypes.c_int)
_bounds_of = bind_function(raw.FPDFPageObj_GetBounds, ctypes.c_int, Address, *[Address] * 4)
_DRAWN_TYPES = (
    raw.FPDF_PAGEOBJ_PATH,
    raw.FPDF_PAGEOBJ_IMAGE,
    raw.FPDF_PAGEOBJ_SHADING,
    raw.FPDF_PAGEOBJ_FORM,
)
_FIGURE = (60.0, 45.0)  # points: smallest width and height of a figure; see uncaptioned_figures
_FEWEST_PATHS, _MOST_PATHS = 5, 60  # fewest paths of a drawing; most paths to look at
_type_of = bind_function(raw.FPDFPageObj_GetType, ctypes.c_int, Address)
_get_text_mode = bind_function(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int, Address)
_set_text_mode = bind_function(raw.FPDFTextObj_SetTextRenderMode, ctypes.c_int, Address, ctypes.c_int)
_HIDEABLE_MODES = (
    raw.FPDF_TEXTRENDERMODE_FILL,
    raw.FPDF_TEXTRENDERMODE_STROKE,
    raw.FPDF_TEXTRENDERMODE_FILL_STROKE,
)

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PageMark:
    """A connected piece of drawing, or a `rule`: a straight horizontal line, as in tables."""

    bbox: BBox
    rule: bool


def detect_page_marks(page: Any, tokens: Sequence[Token]) -> list[PageMark]:
    """Detect the marks of a pypdfium2 page, from top to bottom, ignoring the glyphs of `tokens`.

    The list is empty for a giant page.
    """
    if max(page.get_size()) > _GIANT:
        return []
    with _hide_text(page):
        bitmap = page.render(scale=_SCALE, grayscale=True, draw_annots=False, may_draw_forms=False)
    image = bitmap.to_numpy()
    ink: Mask = (image[..., 0] if image.ndim == 3 else image) < _INK
    for token in tokens:
        box, rim = token.bbox, _TEXT_RIM
        rows = slice(max(0, int((box.y0 - rim) * _SCALE)), max(0, int((box.y1 + rim) * _SCALE) + 1))
        columns = slice(max(0, int((box.x0 - rim) * _SCALE)), max(0, int((box.x1 + rim) * _SCALE) + 1))
        ink[rows, columns] = False
    rules = _detect_rules(ink)
    drawn = [
        mark
        for mark in _detect_drawings(_downsample(ink))
        if not any(_covers(rule.bbox, mark.bbox) for rule in rules)
    ]
    return sorted(drawn + rules, key=lambda mark: (mark.bbox.y0, mark.bbox.x0))


def has_drawings(page: Any) -> bool:
    """True if a pypdfium2 page has an image as large as a figure, or several paths that together are as large."""
    handle = ctypes.cast(page.raw, ctypes.c_void_p).value or 0
    sides = (ctypes.c_float * 4)()
    addresses = [ctypes.addressof(sides) + 4 * side for side in range(4)]
    boxes = []
    for item in map(_object_at, repeat(handle), range(_count_objects(handle))):
        kind = _type_of(item)
        if kind in _DRAWN_TYPES and _bounds_of(item, *addresses):
            left, bottom, right, top = sides
            if kind != raw.FPDF_PAGEOBJ_PATH and right - left >= _FIGURE[0] and top - bottom >= _FIGURE[1]:
                return True
            boxes.append((left, bottom, right, top))
            if len(boxes) == _MOST_PATHS:
                break
    if len(boxes) < _FEWEST_PATHS:
        return False
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    width, height = max(rights) - min(lefts), max(tops) - min(bottoms)
    return bool(width >= _FIGURE[0] and height >= _FIGURE[1])


@contextmanager
def _hide_text(page: Any) -> Iterator[None]:
    """Make text invisible within this context, because rendering it takes most of the time.

    Text that clips drawings stays visible.
    """
    hidden = [
        (item, mode) for item in list_text_objects(page) if (mode := _get_text_mode(item)) in _HIDEABLE_MODES
    ]
    for item, _ in hidden:
        _set_text_mode(item, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
    try:
        yield
    finally:
        for item, mode in hidden:
            _set_text_mode(item, mode)


def _detect_rules(ink: Mask) -> list[PageMark]:
    """Detect straight horizontal lines of at least _RULE_LENGTH points, even if they touch other ink."""
    length = int(_RULE_LENGTH * _SCALE)
    rows = np.flatnonzero(np.count_nonzero(ink, axis=1) >= length)
    padded = np.zeros((len(rows), ink.shape[1] + 2), np.int8)
    padded[:, 1:-1] = ink[rows]
    steps = np.diff(padded, axis=1)
    at, starts = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    long = ends - starts >= length
    runs = zip(rows[at[long]].tolist(), starts[long].tolist(), ends[long].tolist(), strict=True)
    stacks: list[list[int]] = []  # x0, x1, first row, last row
    open_stacks: list[list[int]] = []
    for row, start, end in runs:
        open_stacks = [stack for stack in open_stacks if stack[3] >= row - 1]
        same = next((s for s in open_stacks if _is_nested(s[0], s[1], start, end)), None)
        if same is not None:
            same[0], same[1], same[3] = min(same[0], start), max(same[1], end), row
        else:
            open_stacks.append([start, end, row, row])
            stacks.append(open_stacks[-1])
    boxes = [BBox(x0 / _SCALE, y0 / _SCALE, x1 / _SCALE, (y1 + 1) / _SCALE) for x0, x1, y0, y1 in stacks]
    return [PageMark(box, True) for box in boxes if box.height <= _RULE_THICKNESS]


def _is_nested(a0: int, a1: int, b0: int, b1: int) -> bool:
    """True if one of the two runs of pixels, a and b, covers the other.

    Removing the glyphs around a word may also have removed part of one row of a rule.
    """
    return (a0 <= b0 + _SAME and b1 <= a1 + _SAME) or (b0 <= a0 + _SAME and a1 <= b1 + _SAME)


def _downsample(ink: Mask) -> Mask:
    """Reduce the mask to one cell per square point; a cell is True if any of its pixels is ink."""
    height, width = (side // _SCALE * _SCALE for side in ink.shape)
    cut = ink[:height, :width]
    rows = cut[0::2] | cut[1::2]
    cells: Mask = rows[:, 0::2] | rows[:, 1::2]
    return cells


def _detect_drawings(cells: Mask) -> list[PageMark]:
    """Detect connected pieces of ink; pieces less than _REACH points apart form one drawing."""
    near = cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=_REACH // 2)
    outlines, nesting = cv2.findContours(near, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    # Contours with a parent are holes. Each contour begins in the topmost row of its piece, at the left.
    outer = [
        outline
        for outline, place in zip(outlines, *([] if nesting is None else nesting), strict=True)
        if place[3] < 0
    ]
    outer.sort(key=lambda outline: (outline[0, 0, 1], outline[0, 0, 0]))
    marks = []
    for x, y, width, height in map(cv2.boundingRect, outer):
        rows, columns = slice(y, y + height), slice(x, x + width)
        inside = cells[rows, columns]
        lines, places = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
        top, left = rows.start + lines[0], columns.start + places[0]
        bottom, right = rows.start + lines[-1] + 1, columns.start + places[-1] + 1
        marks.append(PageMark(BBox(float(left), float(top), float(right), float(bottom)), False))
    return marks


def _covers(rule: BBox, box: BBox) -> bool:
    """True if the detected drawing `box` is only the rule."""
    return rule.x0 - 2 <= box.x0 and rule.y0 - 2 <= box.y0 and rule.x1 + 2 >= box.x1 and rule.y1 + 2 >= box.y1
