"""Read the paths and images of a pypdfium2 page, with forms unpacked, in page points."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from pypdfium2 import raw

from ...papers.parsing.pdf.text.frame import PageFrame, read_page_frame
from ...papers.parsing.pdf.text.pdfium_compat import Address, bind_function
from ...papers.types import BBox
from ..primitives import RGB, Point
from .types import Subpath, VectorImage, VectorPath

MAX_OBJECTS = 20_000  # of one page; larger scatter plots are not read completely
MAX_SEGMENTS = 200_000
MAX_DEPTH = 8  # forms within forms
CURVE_STEPS = 4  # points per Bezier curve: a circle of four curves becomes a polygon with 16 corners
FARTHEST = 1e5  # points; larger coordinates indicate a broken file
PATTERN_GRAY = (191, 191, 191)  # the color pdfium reports for a fill that is a tiling pattern
VISIBLE = 8  # of 255; with less alpha, nothing is visible

_type_of = bind_function(raw.FPDFPageObj_GetType, ctypes.c_int, Address)
_count_segments = bind_function(raw.FPDFPath_CountSegments, ctypes.c_int, Address)
_segment_at = bind_function(raw.FPDFPath_GetPathSegment, Address, Address, ctypes.c_int)
_segment_type = bind_function(raw.FPDFPathSegment_GetType, ctypes.c_int, Address)
_segment_closes = bind_function(raw.FPDFPathSegment_GetClose, ctypes.c_int, Address)
_segment_point = bind_function(raw.FPDFPathSegment_GetPoint, ctypes.c_int, Address, Address, Address)
_draw_mode = bind_function(raw.FPDFPath_GetDrawMode, ctypes.c_int, Address, Address, Address)
_matrix_of = bind_function(raw.FPDFPageObj_GetMatrix, ctypes.c_int, Address, Address)
_fill_of = bind_function(raw.FPDFPageObj_GetFillColor, ctypes.c_int, Address, *[Address] * 4)
_stroke_of = bind_function(raw.FPDFPageObj_GetStrokeColor, ctypes.c_int, Address, *[Address] * 4)
_width_of = bind_function(raw.FPDFPageObj_GetStrokeWidth, ctypes.c_int, Address, Address)
_dash_count = bind_function(raw.FPDFPageObj_GetDashCount, ctypes.c_int, Address)
_dash_array = bind_function(raw.FPDFPageObj_GetDashArray, ctypes.c_int, Address, Address, ctypes.c_size_t)
_clip_of = bind_function(raw.FPDFPageObj_GetClipPath, Address, Address)
_clip_paths = bind_function(raw.FPDFClipPath_CountPaths, ctypes.c_int, Address)
_clip_segments = bind_function(raw.FPDFClipPath_CountPathSegments, ctypes.c_int, Address, ctypes.c_int)
_clip_segment = bind_function(raw.FPDFClipPath_GetPathSegment, Address, Address, ctypes.c_int, ctypes.c_int)
_bounds_of = bind_function(raw.FPDFPageObj_GetBounds, ctypes.c_int, Address, *[Address] * 4)
_form_count = bind_function(raw.FPDFFormObj_CountObjects, ctypes.c_int, Address)
_form_object = bind_function(raw.FPDFFormObj_GetObject, Address, Address, ctypes.c_ulong)
_page_count = bind_function(raw.FPDFPage_CountObjects, ctypes.c_int, Address)
_page_object = bind_function(raw.FPDFPage_GetObject, Address, Address, ctypes.c_int)


class Matrix(NamedTuple):
    """An affine transformation: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, first: Matrix) -> Matrix:
        """Return the matrix that applies `first`, then this matrix."""
        e, f = self.point(first.e, first.f)
        return Matrix(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            e,
            f,
        )

    @property
    def scale(self) -> float:
        """The mean factor by which lengths grow."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


class PageObjectReader:
    """Reads the objects of one page. All calls share the buffers for pdfium's results."""

    def __init__(self, page: Any) -> None:
        self.truncated = False
        self._page = ctypes.cast(page.raw, ctypes.c_void_p).value or 0
        self._frame: PageFrame = read_page_frame(page)
        self._floats = (ctypes.c_float * 4)()
        self._numbers = (ctypes.c_uint * 4)()
        self._matrix = raw.FS_MATRIX()
        self._float_at = [ctypes.addressof(self._floats) + 4 * i for i in range(4)]
        self._number_at = [ctypes.addressof(self._numbers) + 4 * i for i in range(4)]
        self._matrix_at = ctypes.addressof(self._matrix)
        self._objects = self._segments = 0

    def objects(self) -> Iterator[VectorPath | VectorImage]:
        """Yield the visible paths and images in painting order. At the limits, stop and set `truncated`."""
        for index in range(_page_count(self._page)):
            yield from self._object(_page_object(self._page, index), Matrix(), 0)

    def _object(self, address: int, outer: Matrix, depth: int) -> Iterator[VectorPath | VectorImage]:
        if self._objects >= MAX_OBJECTS or self._segments >= MAX_SEGMENTS:
            self.truncated = True
            return
        self._objects += 1
        kind = _type_of(address) if address else 0
        if kind == raw.FPDF_PAGEOBJ_PATH:
            path = self._path(address, outer)
            if path is not None:
                yield path
        elif kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
            image = self._image(address, outer)
            if image is not None:
                yield image
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MAX_DEPTH:
            inner = outer.after(self._own_matrix(address))
            for index in range(_form_count(address)):
                yield from self._object(_form_object(address, index), inner, depth + 1)

    def _own_matrix(self, address: int) -> Matrix:
        if not _matrix_of(address, self._matrix_at):
            return Matrix()
        m = self._matrix
        return Matrix(m.a, m.b, m.c, m.d, m.e, m.f)

    def _path(self, address: int, outer: Matrix) -> VectorPath | None:
        _draw_mode(address, self._number_at[0], self._number_at[1])
        filled, stroked = self._numbers[0] != 0, self._numbers[1] != 0
        fill, fill_alpha = self._color(_fill_of, address) if filled else (None, 0)
        stroke, stroke_alpha = self._color(_stroke_of, address) if stroked else (None, 0)
        if fill is None and stroke is None:
            return None
        matrix = outer.after(self._own_matrix(address))
        subpaths = self._subpaths(address, matrix)
        clip = self._clip(address, outer)
        box = _hull(subpaths, clip)
        if box is None:
            return None
        width = self._floats[0] * matrix.scale if _width_of(address, self._float_at[0]) else 1.0
        return VectorPath(
            subpaths,
            fill,
            stroke,
            width,
            self._dash(address, matrix.scale),
            box,
            clip,
            max(fill_alpha, stroke_alpha) / 255,
            fill == PATTERN_GRAY,
            self._objects,
        )

    def _color(self, getter: Any, address: int) -> tuple[RGB | None, int]:
        """Return the color on a white background and its alpha; None and 0 if nothing is visible."""
        if not getter(address, *self._number_at):
            return None, 0
        red, green, blue, alpha = (min(255, value) for value in self._numbers)
        if alpha < VISIBLE:
            return None, 0
        share = alpha / 255
        on_white = [round(255 + share * (value - 255)) for value in (red, green, blue)]
        return (on_white[0], on_white[1], on_white[2]), alpha

    def _dash(self, address: int, scale: float) -> tuple[float, ...]:
        count = _dash_count(address)
        if not 0 < count <= 16:
            return ()
        values = (ctypes.c_float * count)()
        if not _dash_array(address, ctypes.addressof(values), count):
            return ()
        lengths = tuple(abs(float(value)) * scale for value in values)
        return lengths if sum(lengths) > 0 else ()

    def _subpaths(self, address: int, matrix: Matrix) -> tuple[Subpath, ...]:
        count = _count_segments(address)
        self._segments += max(0, count)
        segments = (_segment_at(address, index) for index in range(min(count, MAX_SEGMENTS)))
        return _flattened(self._points(segments, matrix))

    def _points(self, segments: Iterator[int], matrix: Matrix) -> Iterator[tuple[int, bool, Point]]:
        """Yield the type, closing flag and page point of each segment."""
        x_at, y_at = self._float_at[0], self._float_at[1]
        for segment in segments:
            if segment and _segment_point(segment, x_at, y_at):
                user = matrix.point(self._floats[0], self._floats[1])
                if all(math.isfinite(v) and abs(v) < FARTHEST for v in user):
                    yield _segment_type(segment), bool(_segment_closes(segment)), self._frame.point(*user)

    def _clip(self, address: int, outer: Matrix) -> BBox | None:
        """Return the intersection of the boxes of all clip paths; None without a clip path."""
        clip = _clip_of(address)
        count = _clip_paths(clip) if clip else 0
        box: BBox | None = None
        for number in range(max(0, count)):
            size = min(_clip_segments(clip, number), 1000)
            segments = (_clip_segment(clip, number, index) for index in range(size))
            points = [point for _, _, point in self._points(segments, outer)]
            if not points:
                continue
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            part = BBox(min(xs), min(ys), max(xs), max(ys))
            box = part if box is None else _common(box, part)
        return box

    def _image(self, address: int, outer: Matrix) -> VectorImage | None:
        if not _bounds_of(address, *self._float_at):
            return None
        left, bottom, right, top = self._floats
        corners = [outer.point(x, y) for x in (left, right) for y in (bottom, top)]
        if not all(math.isfinite(v) and abs(v) < FARTHEST for corner in corners for v in corner):
            return None
        points = [self._frame.point(*corner) for corner in corners]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        box = BBox(min(xs), min(ys), max(xs), max(ys))
        clip = self._clip(address, outer)
        box = box if clip is None else _common(box, clip)
        return VectorImage(box, self._objects) if box.width > 0 and box.height > 0 else None


def _flattened(segments: Iterator[tuple[int, bool, Point]]) -> tuple[Subpath, ...]:
    """Return the subpaths, with each Bezier curve replaced by CURVE_STEPS points."""
    subpaths: list[Subpath] = []
    points: list[Point] = []
    controls: list[Point] = []
    closed = curved = False

    def finish() -> None:
        if points:
            subpaths.append(Subpath(tuple(points), closed, curved))

    for kind, closes, point in segments:
        if kind == raw.FPDF_SEGMENT_MOVETO:
            finish()
            points, controls, closed, curved = [point], [], closes, False
            continue
        if kind == raw.FPDF_SEGMENT_BEZIERTO:
            controls.append(point)
            if len(controls) == 3:
                start = points[-1] if points else controls[0]
                first, second, _ = controls
                shares = (step / CURVE_STEPS for step in range(1, CURVE_STEPS))
                points += [_bezier((start, first, second, point), share) for share in shares]
                points.append(point)
                controls, curved = [], True
        else:
            points.append(point)
        closed = closed or closes
    finish()
    return tuple(subpaths)


def _bezier(corners: tuple[Point, Point, Point, Point], t: float) -> Point:
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    x = sum(weight * p[0] for weight, p in zip(weights, corners, strict=True))
    y = sum(weight * p[1] for weight, p in zip(weights, corners, strict=True))
    return x, y


def _common(a: BBox, b: BBox) -> BBox:
    x0, y0 = max(a.x0, b.x0), max(a.y0, b.y0)
    return BBox(x0, y0, max(x0, min(a.x1, b.x1)), max(y0, min(a.y1, b.y1)))


def _hull(subpaths: tuple[Subpath, ...], clip: BBox | None) -> BBox | None:
    """Return the box of all points, cut to the clip; None for a path without points or outside the clip."""
    xs = [x for subpath in subpaths for x, _ in subpath.points]
    ys = [y for subpath in subpaths for _, y in subpath.points]
    if not xs:
        return None
    box = BBox(min(xs), min(ys), max(xs), max(ys))
    if clip is None:
        return box
    outside = box.x1 < clip.x0 or box.x0 > clip.x1 or box.y1 < clip.y0 or box.y0 > clip.y1
    return None if outside else _common(box, clip)
