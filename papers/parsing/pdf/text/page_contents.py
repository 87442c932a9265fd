"""Objects that a page draws besides its text: their kinds and places."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

from .frame import read_page_frame
from .pdfium_compat import Address, bind_function

FORM, PATH, TEXT = raw.FPDF_PAGEOBJ_FORM, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_TEXT
_FLOAT = 4  # bytes

_count_objects = bind_function(raw.FPDFPage_CountObjects, ctypes.c_int, Address)
_object_at = bind_function(raw.FPDFPage_GetObject, Address, Address, ctypes.c_int)
_type_of = bind_function(raw.FPDFPageObj_GetType, ctypes.c_int, Address)
_bounds_of = bind_function(raw.FPDFPageObj_GetBounds, ctypes.c_int, Address, *[Address] * 4)


def list_objects(page: Any) -> list[tuple[int, int]]:
    """Address and kind of each object of a pypdfium2 page, from the lowest to the topmost."""
    handle = ctypes.cast(page.raw, ctypes.c_void_p).value or 0
    items = list(map(_object_at, repeat(handle), range(_count_objects(handle))))
    return list(zip(items, map(_type_of, items), strict=True))


def measure_objects(page: Any, items: Sequence[int]) -> npt.NDArray[np.float64]:
    """(n, 4) boxes on the page of the objects at these addresses; NaN for an object without bounds."""
    bounds = np.full((len(items), 4), np.nan, np.float32)  # left, bottom, right and top
    start, row = bounds.ctypes.data, 4 * _FLOAT
    sides = (range(start + side * _FLOAT, start + bounds.nbytes, row) for side in range(4))
    deque(map(_bounds_of, items, *sides), maxlen=0)
    return read_page_frame(page).boxes(bounds[:, [0, 2, 1, 3]].astype(np.float64))
