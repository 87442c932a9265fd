"""Map the glyphs of a font program embedded in a PDF to characters."""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Iterator
from itertools import count, islice

from pypdfium2 import raw

_MOST_BYTES = 1 << 24
_MOST_CHARACTERS = 1 << 16  # most characters read from one table
_MOST_TABLES = 16


def read_font_program(font: int) -> bytes:
    """Return the embedded font file of the PDFium font at that address.

    It is b"" if no file is embedded or the file is too large.
    """
    handle, size = ctypes.cast(font, raw.FPDF_FONT), ctypes.c_size_t(0)
    if not font or raw.FPDFFont_GetIsEmbedded(handle) != 1:
        return b""
    if not raw.FPDFFont_GetFontData(handle, None, 0, ctypes.byref(size)) or size.value > _MOST_BYTES:
        return b""
    buffer = (ctypes.c_ubyte * size.value)()
    raw.FPDFFont_GetFontData(handle, buffer, size.value, ctypes.byref(size))
    return bytes(buffer)


def read_glyph_characters(data: bytes) -> dict[int, int]:
    """Map glyph numbers to Unicode, from the character map of a TrueType or OpenType font; {} for any other data."""
    try:
        return _read_character_map(data)
    except (struct.error, IndexError):
        return {}


def _read_character_map(data: bytes) -> dict[int, int]:
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO"):
        return {}
    (tables,) = struct.unpack_from(">H", data, 4)
    records = (struct.unpack_from(">4s4xII", data, 12 + 16 * i) for i in range(tables))
    start = next((offset for tag, offset, _ in records if tag == b"cmap"), None)
    if start is None:
        return {}
    (subtables,) = struct.unpack_from(">H", data, start + 2)
    glyphs: dict[int, int] = {}
    for i in range(min(subtables, _MOST_TABLES)):
        platform, encoding, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * i)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            for character, glyph in islice(_list_mapped(data, start + offset), _MOST_CHARACTERS):
                if 32 <= character < 0xD800 or 0xE000 <= character <= sys.maxunicode:
                    glyphs[glyph] = min(character, glyphs.get(glyph, character))
    glyphs.pop(0, None)
    return glyphs


def _list_mapped(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield the (Unicode, glyph) pairs of a subtable in format 4 or 12; other formats are rare and skipped."""
    (form,) = struct.unpack_from(">H", data, at)
    if form == 12:
        (groups,) = struct.unpack_from(">I", data, at + 12)
        for i in range(groups):
            first, last, glyph = struct.unpack_from(">III", data, at + 16 + 12 * i)
            yield from zip(range(first, last + 1), count(glyph), strict=False)
    elif form == 4:
        yield from _list_segments(data, at)


def _list_segments(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    (size,) = struct.unpack_from(">H", data, at + 6)  # twice the number of segments
    segments = size // 2
    places = [at + 14, *(at + 16 + size * i for i in (1, 2, 3))]
    ends, starts, deltas, offsets = (struct.unpack_from(f">{segments}H", data, place) for place in places)
    for i, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for character in range(start, min(end, 0xFFFE) + 1):
            glyph = character
            if offset:
                (glyph,) = struct.unpack_from(
                    ">H", data, places[3] + 2 * i + offset + 2 * (character - start)
                )
            if glyph or not offset:
                yield character, (glyph + delta) & 0xFFFF
