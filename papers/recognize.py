"""Pages whose text cannot be taken from the file: scans, and fonts that map no character to Unicode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pypdfium2 import raw

from ..settings import Settings
from .layout.fonts import Font
from .layout.frame import frame_of
from .layout.tokens import PageText, Token
from .types import BBox, Word

Reason = Literal["unmapped", "scanned"]

_UNMAPPED = 0.3  # share of characters without a meaning; sound papers with symbol fonts stay below 0.1
_FEW = 100  # characters of a stamp or a running head over a scan
_COVERED = 0.4  # share of the page that an image covers from which it is a scan
_DPI = 150  # the detector shrinks larger pages anyway
_TYPE = 0.72  # font size as a share of the height that OCR gives a line


def needs_ocr(page: Any, text: PageText) -> Reason | None:
    """Why the text of a pypdfium2 page is of no use; None where it is."""
    if text.characters and text.unmapped > _UNMAPPED * text.characters:
        return "unmapped"
    if text.characters < _FEW and _image_share(page) > _COVERED:
        return "scanned"
    return None


def _image_share(page: Any) -> float:
    """Share of the page covered by its largest image."""
    box = frame_of(page).page
    largest = 0.0
    for found in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = found.get_bounds()
        largest = max(largest, (right - left) * (top - bottom))
    return largest / max(1.0, box.width * box.height)


def recognized(page: Any, settings: Settings) -> PageText:
    """The words of the rendered page by OCR, as tokens. Results are kept in <home>/cache/ocr and used again."""
    from .ocr import ocr_words

    image = page.render(scale=_DPI / 72, draw_annots=False, may_draw_forms=False).to_pil().convert("RGB")
    words = ocr_words(image, settings, settings.home_path / "cache" / "ocr")
    points = [_scaled(word, 72 / _DPI) for word in words]
    tokens = [token for row in _rows(points) for token in _tokens(row)]
    return PageText(tuple(tokens), sum(len(token.text) for token in tokens), 0)


def _scaled(word: Word, factor: float) -> Word:
    box = word.bbox
    return Word(
        word.text, BBox(*(side * factor for side in (box.x0, box.y0, box.x1, box.y1))), word.confidence
    )


def _rows(words: Sequence[Word]) -> list[list[Word]]:
    """Words side by side whose heights overlap by half: they share a line and so a baseline."""
    rows: list[list[Word]] = []
    for word in words:
        last = rows[-1][-1].bbox if rows else None
        shared = 0.0 if last is None else min(last.y1, word.bbox.y1) - max(last.y0, word.bbox.y0)
        if last is not None and shared > 0.5 * min(last.height, word.bbox.height) and word.bbox.x0 >= last.x0:
            rows[-1].append(word)
        else:
            rows.append([word])
    return rows


def _tokens(row: Sequence[Word]) -> list[Token]:
    """Tokens of one row. The size is rounded to whole points, so that neighbouring lines of a paragraph agree."""
    heights = sorted(word.bbox.height for word in row)
    size = max(1.0, float(round(_TYPE * heights[len(heights) // 2])))
    bottoms = sorted(word.bbox.y1 for word in row)
    baseline = bottoms[len(bottoms) // 2] - 0.25 * size
    font = Font("", size, False, False)
    return [
        Token(
            word.text,
            word.bbox,
            baseline,
            font,
            word.bbox.height <= 3 * word.bbox.width or len(word.text) < 4,
        )
        for word in row
    ]
