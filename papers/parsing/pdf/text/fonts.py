"""Read the attributes of fonts that matter for layout: name, size on the page, bold, italic."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from pypdfium2 import raw

from .pdfium_compat import Address, bind_function

# Parts of font names. PDF's own flags for weight and slant are unset in most files, including those of TeX, whose
# bold faces have names such as CMBX and SFBX; "Medi" is the bold of Nimbus Roman, its Times.
_BOLD = ("bold", "black", "heavy", "demi", "medi", "cmbx", "cmb1", "cmssbx", "-bd", "sfbx", "ecbx", "bx1")
_font_of = bind_function(raw.FPDFTextObj_GetFont, Address, Address)
_ITALIC = ("ital", "oblique", "slant", "cmti", "cmsl", "-it", "sfti", "ecti")


@dataclass(frozen=True, slots=True)
class Font:
    """A font with its displayed size in points."""

    name: str
    size: float
    bold: bool
    italic: bool


class FaceTable:
    """Attributes of the fonts of one page; each font is queried once."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[str, bool, bool]] = {}
        self._fonts: dict[tuple[int, float], Font] = {}

    def address(self, text_object: int) -> int:
        """Return the address of the PDFium font of a text object, 0 if it has none."""
        return int(_font_of(text_object) or 0)

    def font(self, text_object: int, size: float) -> Font:
        """Return the font, at `size`, of the PDFium text object at the address `text_object`."""
        address = _font_of(text_object)
        if address not in self._faces:
            name = _base_name(address) if address else ""
            low = name.lower()
            bold = any(part in low for part in _BOLD)
            self._faces[address] = (name, bold, any(part in low for part in _ITALIC))
        name, bold, italic = self._faces[address]
        size = round(size, 2)
        return self._fonts.setdefault((address, size), Font(name, size, bold, italic))


def _base_name(address: int) -> str:
    """Return the PostScript name without the subset prefix ("ABCDEF+CMR10" -> "CMR10")."""
    buffer, handle = ctypes.create_string_buffer(256), ctypes.cast(address, raw.FPDF_FONT)
    length = raw.FPDFFont_GetBaseFontName(handle, buffer, 256)
    return buffer.raw[: max(0, min(length, 256) - 1)].decode("utf-8", "replace").rpartition("+")[2]
