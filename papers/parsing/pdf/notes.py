"""Read the highlights and comments that readers left in a PDF."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from ...boxes import BBox
from ...serialization import replace_surrogates
from ...types import NoteKind, ReaderNote

_MOST = 1_000  # most notes read from a file
_LONGEST = 2_000  # most characters of a comment or of the marked text


def read_notes(document: Any) -> tuple[ReaderNote, ...]:
    """Read the notes of an open PDF, in the order of its pages."""
    found: list[ReaderNote] = []
    for number in range(len(document)):
        page = document[number]
        found += _read_page(page, number + 1, _MOST - len(found))
        page.close()
    return tuple(found)


def _read_page(page: Any, number: int, most: int) -> Iterator[ReaderNote]:
    import pypdfium2.raw as pdfium

    kinds: dict[int, NoteKind] = {
        pdfium.FPDF_ANNOT_HIGHLIGHT: "highlight",
        pdfium.FPDF_ANNOT_UNDERLINE: "underline",
        pdfium.FPDF_ANNOT_SQUIGGLY: "underline",
        pdfium.FPDF_ANNOT_STRIKEOUT: "strikeout",
        pdfium.FPDF_ANNOT_TEXT: "comment",
        pdfium.FPDF_ANNOT_FREETEXT: "comment",
    }
    text_page = None
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), most)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        kind = kinds.get(pdfium.FPDFAnnot_GetSubtype(annotation))
        if kind is not None:
            text_page = text_page or page.get_textpage()
            rectangles = [] if kind == "comment" else list(_list_rectangles(annotation))
            texts = (text_page.get_text_bounded(*sides) for sides in rectangles)
            text = _clean(" ".join(texts))
            comment = _clean(_read_contents(annotation))
            if text or comment:
                yield ReaderNote(kind, number, _find_box(annotation, page.get_height()), text, comment)
        pdfium.FPDFPage_CloseAnnot(annotation)


def _clean(text: str) -> str:
    return replace_surrogates(" ".join(text.split())[:_LONGEST])


def _list_rectangles(annotation: Any) -> Iterator[tuple[float, float, float, float]]:
    """Yield the left, bottom, right and top edge of each marked line."""
    import pypdfium2.raw as pdfium

    for index in range(pdfium.FPDFAnnot_CountAttachmentPoints(annotation)):
        quad = pdfium.FS_QUADPOINTSF()
        if pdfium.FPDFAnnot_GetAttachmentPoints(annotation, index, quad):
            xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            yield min(xs), min(ys), max(xs), max(ys)


def _find_box(annotation: Any, height: float) -> BBox:
    import pypdfium2.raw as pdfium

    sides = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(annotation, sides)
    return BBox(sides.left, height - sides.top, sides.right, height - sides.bottom)


def _read_contents(annotation: Any) -> str:
    """Return the comment of an annotation, which PDFium stores as UTF-16."""
    import pypdfium2.raw as pdfium

    size = pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
    buffer = ctypes.create_string_buffer(size)
    units = ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR))
    pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", units, size)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")
