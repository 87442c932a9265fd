"""Add notes to a PDF as PDF viewers do."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any


def annotate(source: Path, target: Path, page: int, marked: str, comment: str, beside: str) -> None:
    """Copy the PDF at `source` to `target` with two notes on `page` (counted from 1).

    One is a highlight of the words `marked` with a `comment`; the other is the comment `beside` in the margin.
    """
    import pypdfium2 as pdfium
    import pypdfium2.raw as raw

    document = pdfium.PdfDocument(source)
    sheet = document[page - 1]
    left, bottom, right, top = _find_words(sheet.get_textpage(), marked)
    highlight = raw.FPDFPage_CreateAnnot(sheet, raw.FPDF_ANNOT_HIGHLIGHT)
    quad = raw.FS_QUADPOINTSF(left, top, right, top, left, bottom, right, bottom)
    raw.FPDFAnnot_AppendAttachmentPoints(highlight, quad)
    raw.FPDFAnnot_SetRect(highlight, raw.FS_RECTF(left, top, right, bottom))
    note = raw.FPDFPage_CreateAnnot(sheet, raw.FPDF_ANNOT_TEXT)
    raw.FPDFAnnot_SetRect(note, raw.FS_RECTF(10, 700, 30, 680))
    for annotation, text in ((highlight, comment), (note, beside)):
        _set_contents(annotation, text)
        raw.FPDFPage_CloseAnnot(annotation)
    document.save(target)


def _find_words(text: Any, words: str) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of `words`, which are on one line."""
    start, count = text.search(words).get_next()
    boxes = [text.get_charbox(index) for index in range(start, start + count)]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def _set_contents(annotation: Any, text: str) -> None:
    import pypdfium2.raw as raw

    data = (text + "\0").encode("utf-16-le")
    units = ctypes.cast(ctypes.create_string_buffer(data), ctypes.POINTER(raw.FPDF_WCHAR))
    if not raw.FPDFAnnot_SetStringValue(annotation, b"Contents", units):
        raise ValueError("the note could not be written")
