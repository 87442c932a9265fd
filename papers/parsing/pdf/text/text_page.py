"""pdfium's text of a page, as its fonts print it: text that a file gives in its place (/ActualText) is not printed."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import repeat
from typing import Any

from pypdfium2 import raw

from .pdfium_compat import Address, bind_function

_DEEPEST_FORM = 5  # forms inside forms that are looked into
_LONGEST = 4096  # bytes of a replacement that are looked at
_KEY = ctypes.create_string_buffer(b"ActualText")

_count_objects = bind_function(raw.FPDFPage_CountObjects, ctypes.c_int, Address)
_object_at = bind_function(raw.FPDFPage_GetObject, Address, Address, ctypes.c_int)
_count_form_objects = bind_function(raw.FPDFFormObj_CountObjects, ctypes.c_int, Address)
_form_object_at = bind_function(raw.FPDFFormObj_GetObject, Address, Address, ctypes.c_ulong)
_type_of = bind_function(raw.FPDFPageObj_GetType, ctypes.c_int, Address)
_count_marks = bind_function(raw.FPDFPageObj_CountMarks, ctypes.c_int, Address)
_mark_at = bind_function(raw.FPDFPageObj_GetMark, Address, Address, ctypes.c_ulong)
_string_of = bind_function(
    raw.FPDFPageObjMark_GetParamStringValue, ctypes.c_int, Address, Address, Address, ctypes.c_ulong, Address
)
_remove_param = bind_function(raw.FPDFPageObjMark_RemoveParam, ctypes.c_int, Address, Address, Address)


def load_text_page(page: Any) -> Any:
    """The text page of a pypdfium2 page, without replacements that have letters or digits."""
    key = ctypes.addressof(_KEY)
    for item in list_text_objects(ctypes.cast(page.raw, ctypes.c_void_p).value or 0):
        for number in range(_count_marks(item)):
            mark = _mark_at(item, number)
            if any(character.isalnum() for character in _read_replacement(mark, key)):
                _remove_param(item, mark, key)
    return page.get_textpage()


def list_text_objects(page: int) -> Iterator[int]:
    """Addresses of the text objects of the page at the address `page`, those of its forms included."""
    items = list(map(_object_at, repeat(page), range(_count_objects(page))))
    for depth in range(_DEEPEST_FORM + 1):
        forms = []
        for item, kind in zip(items, map(_type_of, items), strict=True):
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                yield item
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
                forms.append(item)
        items = [_form_object_at(form, index) for form in forms for index in range(_count_form_objects(form))]


def _read_replacement(mark: int, key: int) -> str:
    text, length = ctypes.create_string_buffer(_LONGEST), ctypes.c_ulong()
    if not _string_of(mark, key, ctypes.addressof(text), _LONGEST, ctypes.addressof(length)):
        return ""
    if length.value > _LONGEST:
        return "long"
    return text.raw[: length.value].decode("utf-16-le", "replace")
