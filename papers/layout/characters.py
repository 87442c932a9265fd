"""What pdfium knows of every character of a page, fetched at little more than the cost of its own work.

pypdfium2's wrappers convert each argument and result of each call; over the characters of a paper that is a multiple of
what pdfium itself takes. Here its functions are called with plain addresses.
"""

from __future__ import annotations

import ctypes
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

BLANKS = frozenset({32, 0xA0})
_DOUBLE = 8  # bytes

_Address = ctypes.c_void_p
_code_at = ctypes.PYFUNCTYPE(ctypes.c_uint, _Address, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetUnicode, _Address).value or 0
)
_object_at = ctypes.PYFUNCTYPE(_Address, _Address, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetTextObject, _Address).value or 0
)
_box_at = ctypes.PYFUNCTYPE(ctypes.c_int, _Address, ctypes.c_int, *[_Address] * 4)(
    ctypes.cast(raw.FPDFText_GetCharBox, _Address).value or 0
)


class Characters:
    """The characters of a pypdfium2 text page, in the order in which the file draws them.

    `codes`: Unicode, or pdfium's own codes below 32; `objects`: address of the text object that holds the character, None
    for those that pdfium adds; `boxes`: (n, 4) left, right, bottom, top in user space, zeros for blanks and added ones.
    """

    def __init__(self, text_page: Any) -> None:
        handle, count = ctypes.cast(text_page.raw, _Address).value or 0, text_page.count_chars()
        self.codes: list[int] = list(map(_code_at, repeat(handle), range(count)))
        self.objects: list[int | None] = list(map(_object_at, repeat(handle), range(count)))
        self.boxes: npt.NDArray[np.float64] = np.zeros((count, 4))
        start = self.boxes.ctypes.data
        for index, (code, text_object) in enumerate(zip(self.codes, self.objects, strict=True)):
            if text_object is not None and code not in BLANKS:
                left = start + 4 * _DOUBLE * index
                _box_at(handle, index, left, left + _DOUBLE, left + 2 * _DOUBLE, left + 3 * _DOUBLE)
