"""Recognize PDF pages without usable text: scans, and fonts without a mapping to Unicode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median_high
from typing import Any, Literal

from ....settings import Settings
from ...types import BBox, Word
from ..pdf.text.fonts import Font
from ..pdf.text.hidden_text import measure_image_share
from ..pdf.text.tokens import PageText, Token

Reason = Literal["unmapped", "scanned"]

_UNMAPPED = 0.3  # share of unmapped characters above which text is unusable; sound papers stay below 0.1
_ALL_UNMAPPED = 0.8  # share of unmapped characters above which the page has no other text
_FEW = 100  # characters below which the text may be a stamp or a running head over a scan
_COVERED = 0.7  # share of the page covered by an image above which the page is a scan
_DPI = 150  # the detector shrinks larger pages anyway
_TYPE = 0.72  # font size as a share of the line height found by OCR


def needs_ocr(page: Any, text: PageText) -> Reason | None:
    """Return the reason why the text of a pypdfium2 page is unusable, or None if it is usable.

    Labels of figures alone are not worth the time of OCR.
    """
    share = text.unmapped / max(1, text.characters)
    if share > _ALL_UNMAPPED or (share > _UNMAPPED and text.unmapped_text > _UNMAPPED * text.characters):
        return "unmapped"
    if text.characters < _FEW and measure_image_share(page) > _COVERED:
        return "scanned"
    return None


def recognize_page(page: Any, settings: Settings) -> PageText:
    """Recognize the words of the rendered page by OCR, as tokens. Results are cached in <home>/cache/ocr."""
    from .words import recognize_words

    image = page.render(scale=_DPI / 72, draw_annots=False, may_draw_forms=False).to_pil().convert("RGB")
    words = recognize_words(image, settings, settings.home_path / "cache" / "ocr")
    points = [_scale_word(word, 72 / _DPI) for word in words]
    tokens = _build_tokens(_group_rows(points))
    return PageText(tuple(tokens), sum(len(token.text) for token in tokens), 0)


def _scale_word(word: Word, factor: float) -> Word:
    box = word.bbox
    return Word(
        word.text, BBox(*(side * factor for side in (box.x0, box.y0, box.x1, box.y1))), word.confidence
    )


def _group_rows(words: Sequence[Word]) -> list[list[Word]]:
    """Group consecutive words whose heights overlap by half into rows, which share a baseline."""
    rows: list[list[Word]] = []
    for word in words:
        last = rows[-1][-1].bbox if rows else None
        shared = 0.0 if last is None else min(last.y1, word.bbox.y1) - max(last.y0, word.bbox.y0)
        if last is not None and shared > 0.5 * min(last.height, word.bbox.height) and word.bbox.x0 >= last.x0:
            rows[-1].append(word)
        else:
            rows.append([word])
    return rows


def _build_tokens(rows: Sequence[Sequence[Word]]) -> list[Token]:
    """Build the tokens of the page's rows.

    Row heights vary with their letters. Therefore sizes close to the most common size of the page are set to it, so
    that the lines of a paragraph agree.
    """
    sizes = [max(1.0, _TYPE * median_high([word.bbox.height for word in row])) for row in rows]
    letters: Counter[float] = Counter()
    for size, row in zip(sizes, rows, strict=True):
        letters[round(size)] += sum(len(word.text) for word in row)
    usual = max(letters, key=lambda size: (letters[size], size), default=0.0)
    tokens = []
    for size, row in zip(sizes, rows, strict=True):
        size = usual if abs(size - usual) < 0.2 * usual else float(round(size))
        baseline = median_high([word.bbox.y1 for word in row]) - 0.25 * size
        font = Font("", size, False, False)
        for word in row:
            turned = word.bbox.height > 3 * word.bbox.width and len(word.text) > 3
            tokens.append(Token(word.text, word.bbox, baseline, font, not turned))
    return tokens
