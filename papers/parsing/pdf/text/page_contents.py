"""List the objects that a page draws, including the objects in its forms, with their kinds and places."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

from .frame import read_page_frame
from .pdfium_compat import Address, bind_function

FORM, PATH, TEXT = raw.FPDF_PAGEOBJ_FORM, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_TEXT
_FLOAT = 4  # bytes
_DEEPEST_FORM = 5  # most levels of forms inside forms that are searched

_count_objects = bind_function(raw.FPDFPage_CountObjects, ctypes.c_int, Address)
_object_at = bind_function(raw.FPDFPage_GetObject, Address, Address, ctypes.c_int)
_count_form_objects = bind_function(raw.FPDFFormObj_CountObjects, ctypes.c_int, Address)
_form_object_at = bind_function(raw.FPDFFormObj_GetObject, Address, Address, ctypes.c_ulong)
_type_of = bind_function(raw.FPDFPageObj_GetType, ctypes.c_int, Address)
_bounds_of = bind_function(raw.FPDFPageObj_GetBounds, ctypes.c_int, Address, *[Address] * 4)
_matrix_of = bind_function(raw.FPDFPageObj_GetMatrix, ctypes.c_int, Address, Address)

Matrix = npt.NDArray[np.float64]  # (3, 3), applied to rows (x, y, 1)


def address_of(page: Any) -> int:
    """Return the address of a pypdfium2 page."""
    return ctypes.cast(page.raw, ctypes.c_void_p).value or 0


def list_objects(page: Any) -> list[tuple[int, int]]:
    """List (address, kind) of each object of a pypdfium2 page, from bottom to top, without the objects in forms."""
    handle = address_of(page)
    items = list(map(_object_at, repeat(handle), range(_count_objects(handle))))
    return list(zip(items, map(_type_of, items), strict=True))


def list_text_objects(page: Any) -> Iterator[int]:
    """Yield the addresses of the text objects of a pypdfium2 page, including text in its forms."""
    for found, _ in _list_levels(page):
        yield from (item for item, kind in found if kind == TEXT)


def list_drawings(page: Any) -> tuple[list[int], npt.NDArray[np.float64]]:
    """List the addresses and the (n, 4) boxes of everything that a pypdfium2 page draws except text.

    Drawings in forms are included. A box is NaN if the object has no bounds.
    """
    items: list[int] = []
    boxes = [np.zeros((0, 4))]
    for found, matrix in _list_levels(page):
        drawn = [item for item, kind in found if kind != TEXT]
        items += drawn
        boxes.append(_measure_objects(drawn, matrix))
    return items, read_page_frame(page).boxes(np.concatenate(boxes))


def are_upright(texts: Iterable[int]) -> bool:
    """True if the text objects at these addresses all read from left to right."""
    found = raw.FS_MATRIX()
    address = ctypes.addressof(found)
    return all(_matrix_of(item, address) and found.a > abs(found.b) for item in texts)


def _read_matrix(item: int) -> Matrix:
    """Return the matrix of the form at the address `item`."""
    found = raw.FS_MATRIX()
    _matrix_of(item, ctypes.addressof(found))
    return np.array(((found.a, found.b, 0), (found.c, found.d, 0), (found.e, found.f, 1)))


def _list_levels(page: Any) -> Iterator[tuple[list[tuple[int, int]], Matrix]]:
    """Yield the objects (address, kind) of the page and of each of its forms, with the matrix that places them.

    A form without text and other forms counts as a drawing.
    """
    waiting = [(list_objects(page), np.eye(3), 0)]
    while waiting:
        found, matrix, depth = waiting.pop()
        objects = []
        for item, kind in found:
            inner = _list_inner(item) if kind == FORM and depth < _DEEPEST_FORM else []
            if any(own in (FORM, TEXT) for _, own in inner):
                waiting.append((inner, _read_matrix(item) @ matrix, depth + 1))
            else:
                objects.append((item, kind))
        yield objects, matrix


def _list_inner(form: int) -> list[tuple[int, int]]:
    items = list(map(_form_object_at, repeat(form), range(_count_form_objects(form))))
    return list(zip(items, map(_type_of, items), strict=True))


def _measure_objects(items: Sequence[int], matrix: Matrix) -> npt.NDArray[np.float64]:
    """Measure the objects at these addresses, which `matrix` places.

    Return (n, 4) left, right, bottom and top in user space.
    """
    bounds = np.full((len(items), 4), np.nan, np.float32)  # left, bottom, right and top
    start, row = bounds.ctypes.data, 4 * _FLOAT
    sides = (range(start + side * _FLOAT, start + bounds.nbytes, row) for side in range(4))
    deque(map(_bounds_of, items, *sides), maxlen=0)
    left, bottom, right, top = bounds.T.astype(np.float64)
    corners = [
        np.stack((x, y, np.ones(len(x))), axis=1) @ matrix for x in (left, right) for y in (bottom, top)
    ]
    xs, ys = (np.stack([corner[:, axis] for corner in corners]) for axis in (0, 1))
    return np.stack((xs.min(axis=0), xs.max(axis=0), ys.min(axis=0), ys.max(axis=0)), axis=1)
