"""Typefaces for drawn tables: those every PDF reader has, and the TrueType files that matplotlib brings."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import matplotlib
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FILES = {  # family: regular, bold, italic
    "Stix": ("STIXGeneral", "STIXGeneralBol", "STIXGeneralItalic"),
    "Modern": ("cmr10", "cmb10", "cmti10"),
    "ModernSans": ("cmss10", "cmss10", "cmss10"),
    "DejaVuSerif": ("DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSerif-Italic"),
    "DejaVuSans": ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique"),
    "DejaVuMono": ("DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSansMono-Oblique"),
}
STANDARD = {
    "Times": ("Times-Roman", "Times-Bold", "Times-Italic"),
    "Helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique"),
    "Courier": ("Courier", "Courier-Bold", "Courier-Oblique"),
}


@cache
def face(family: str, variant: str = "") -> str:
    """Name of the registered font of a family; variant "" | "bold" | "italic"."""
    index = ("", "bold", "italic").index(variant)
    if family in STANDARD:
        return STANDARD[family][index]
    name = FILES[family][index]
    if name not in pdfmetrics.getRegisteredFontNames():
        folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
    return name
