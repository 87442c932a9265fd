"""Load PDFium's text of a page as printed.

A file may give replacements for its text (/ActualText). They are not printed and therefore not used.
"""

from __future__ import annotations

import ctypes
from typing import Any

from pypdfium2 import raw

from .page_contents import list_text_objects
from .pdfium_compat import Address, bind_function

_LONGEST = 4096  # most bytes of a replacement that are read
_KEY = ctypes.create_string_buffer(b"ActualText")

_count_marks = bind_function(raw.FPDFPageObj_CountMarks, ctypes.c_int, Address)
_mark_at = bind_function(raw.FPDFPageObj_GetMark, Address, Address, ctypes.c_ulong)
_string_of = bind_function(
    raw.FPDFPageObjMark_GetParamStringValue, ctypes.c_int, Address, Address, Address, ctypes.c_ulong, Address
)
_remove_param = bind_function(raw.FPDFPageObjMark_RemoveParam, ctypes.c_int, Address, Address, Address)


def load_text_page(page: Any) -> Any:
    """Load the text page of a pypdfium2 page, without replacements that contain letters or digits."""
    key = ctypes.addressof(_KEY)
    for item in list_text_objects(page):
        for number in range(_count_marks(item)):
            mark = _mark_at(item, number)
            if any(character.isalnum() for character in _read_replacement(mark, key)):
                _remove_param(item, mark, key)
    return page.get_textpage()


def _read_replacement(mark: int, key: int) -> str:
    text, length = ctypes.create_string_buffer(_LONGEST), ctypes.c_ulong()
    if not _string_of(mark, key, ctypes.addressof(text), _LONGEST, ctypes.addressof(length)):
        return ""
    if length.value > _LONGEST:
        return "long"
    return text.raw[: length.value].decode("utf-16-le", "replace")
