"""Read PDFium's data on the characters of a page in bulk, at little more than PDFium's own cost."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

from .pdfium_compat import Address, bind_function

_DOUBLE = 8  # bytes
_NO_TEXT = 0xFFFE
_SAMPLED = 50  # distance between samples, in characters
_code_at = bind_function(raw.FPDFText_GetUnicode, ctypes.c_uint, Address, ctypes.c_int)
_object_at = bind_function(raw.FPDFText_GetTextObject, Address, Address, ctypes.c_int)
_box_at = bind_function(raw.FPDFText_GetCharBox, ctypes.c_int, Address, ctypes.c_int, *[Address] * 4)
_matrix_at = bind_function(raw.FPDFText_GetMatrix, ctypes.c_int, Address, ctypes.c_int, Address)
_origin_at = bind_function(raw.FPDFText_GetCharOrigin, ctypes.c_int, Address, ctypes.c_int, Address, Address)
_size_at = bind_function(raw.FPDFText_GetFontSize, ctypes.c_double, Address, ctypes.c_int)
_is_unmapped = bind_function(raw.FPDFText_HasUnicodeMapError, ctypes.c_int, Address, ctypes.c_int)


class Characters:
    """The characters of a pypdfium2 text page in drawing order, without blanks.

    `places` are their ascending indexes among all characters. `codes` are in Unicode, or PDFium's own codes below 32.
    `objects` are the addresses of their text objects. `boxes` (n, 4) holds left, right, bottom, top in user space.
    `text` is the page's text as assembled by PDFium, including white space.
    """

    def __init__(self, text_page: Any) -> None:
        handle, self.text = _address_of(text_page), text_page.get_text_range()
        codes = _read_codes(self.text, handle, text_page.count_chars())
        printed = np.flatnonzero((codes != 0x20) & (codes != 0xA0))
        objects = np.fromiter(map(_object_at, repeat(handle), printed.tolist()), np.uint64, len(printed))
        self.places = printed[objects != 0]  # line ends added by pdfium belong to no object
        self.codes: npt.NDArray[np.int64] = codes[self.places]
        self.objects = objects[objects != 0]
        self.boxes: npt.NDArray[np.float64] = np.zeros((len(self.places), 4))
        start, row = self.boxes.ctypes.data, 4 * _DOUBLE
        sides = (range(start + side * _DOUBLE, start + self.boxes.nbytes, row) for side in range(4))
        deque(map(_box_at, repeat(handle), self.places.tolist(), *sides), maxlen=0)


class Pose(NamedTuple):
    """Placement of a character.

    It has the origin x, y, the entries a, b, c, d of the character's matrix, and the font size before the matrix.
    `unmapped` says that its font has no Unicode mapping for it.
    """

    x: float
    y: float
    a: float
    b: float
    c: float
    d: float
    size: float
    unmapped: bool


def read_poses(text_page: Any, places: Iterable[int]) -> Iterator[Pose]:
    """Yield the placement of each of the characters at `places`, in user space."""
    handle, matrix, origin = _address_of(text_page), raw.FS_MATRIX(), (ctypes.c_double * 2)()
    matrix_address, x_address = ctypes.addressof(matrix), ctypes.addressof(origin)
    for place in places:
        _matrix_at(handle, place, matrix_address)
        _origin_at(handle, place, x_address, x_address + _DOUBLE)
        unmapped = _is_unmapped(handle, place) == 1
        turn = (matrix.a, matrix.b, matrix.c, matrix.d)
        yield Pose(origin[0], origin[1], *turn, _size_at(handle, place), unmapped)


def _address_of(text_page: Any) -> int:
    return ctypes.cast(text_page.raw, ctypes.c_void_p).value or 0


def _read_codes(text: str, handle: int, count: int) -> npt.NDArray[np.int64]:
    """Return the Unicode code of each of `count` characters.

    The codes are taken from the page's text if the text has exactly `count` characters. The text has U+FFFE for
    characters with other codes, which are queried individually. It may also omit or insert characters, so samples check
    that the codes belong to the right characters.
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.int64)
    places = range(0, count, _SAMPLED)
    if len(codes) != count or any(codes[i] not in (_code_at(handle, i), _NO_TEXT) for i in places):
        return np.fromiter(map(_code_at, repeat(handle), range(count)), np.int64, count)
    for place in np.flatnonzero(codes >= _NO_TEXT).tolist():
        codes[place] = _code_at(handle, place)
    return codes
