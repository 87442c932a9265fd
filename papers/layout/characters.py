"""What pdfium knows of every character of a page, fetched at little more than the cost of its own work.

pypdfium2's wrappers convert each argument and result of each call; over the characters of a paper that is a multiple of
what pdfium itself takes. Here its functions are called with plain addresses.
"""

from __future__ import annotations

import ctypes
from collections import deque
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

_DOUBLE = 8  # bytes
_NO_TEXT = 0xFFFE
_Address = ctypes.c_size_t
_code_at = ctypes.PYFUNCTYPE(ctypes.c_uint, _Address, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetUnicode, ctypes.c_void_p).value or 0
)
_object_at = ctypes.PYFUNCTYPE(_Address, _Address, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetTextObject, ctypes.c_void_p).value or 0
)
_box_at = ctypes.PYFUNCTYPE(ctypes.c_int, _Address, ctypes.c_int, *[_Address] * 4)(
    ctypes.cast(raw.FPDFText_GetCharBox, ctypes.c_void_p).value or 0
)


class Characters:
    """The characters of a pypdfium2 text page, in the order in which the file draws them, blanks left out.

    `places`: of each its place among all characters, rising; `codes`: Unicode, or pdfium's own codes below 32;
    `objects`: the address of the text object that holds it; `boxes`: (n, 4) left, right, bottom, top in user space.
    """

    def __init__(self, text_page: Any) -> None:
        handle = ctypes.cast(text_page.raw, ctypes.c_void_p).value or 0
        count = text_page.count_chars()
        codes = _codes(text_page, handle, count)
        objects = np.fromiter(map(_object_at, repeat(handle), range(count)), np.uint64, count)
        # pdfium adds blanks and line ends, which no object holds, between words.
        self.places = np.flatnonzero((objects != 0) & (codes != 0x20) & (codes != 0xA0))
        self.codes, self.objects = codes[self.places], objects[self.places]
        self.boxes: npt.NDArray[np.float64] = np.zeros((len(self.places), 4))
        start, row = self.boxes.ctypes.data, 4 * _DOUBLE
        sides = (range(start + side * _DOUBLE, start + self.boxes.nbytes, row) for side in range(4))
        deque(map(_box_at, repeat(handle), self.places.tolist(), *sides), maxlen=0)


def _codes(text_page: Any, handle: int, count: int) -> npt.NDArray[np.int64]:
    """Unicode of each character, all in one call where pdfium gives its text a unit for each.

    It writes U+FFFE for what it has other codes for, and leaves out what it has no text for: these are asked for singly.
    """
    text = (ctypes.c_ushort * (count + 1))()
    units = raw.FPDFText_GetText(text_page.raw, 0, count, text) - 1  # the last one ends the text
    codes: npt.NDArray[np.int64] = np.ctypeslib.as_array(text)[:count].astype(np.int64)
    surrogates = (codes >= 0xD800) & (codes < 0xE000)
    if units != count or surrogates.any():
        return np.fromiter(map(_code_at, repeat(handle), range(count)), np.int64, count)
    for place in np.flatnonzero(codes >= _NO_TEXT).tolist():
        codes[place] = _code_at(handle, place)
    return codes
