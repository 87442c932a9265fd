"""All pages of a document laid out, with OCR for those whose text is of no use."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium

from ....settings import Settings
from ..ocr.pages import Reason, needs_ocr, recognized
from .layout.page_regions import PageLayout, page_layout
from .text.hyphens import Vocabulary
from .text.tokens import page_tokens


class OcrPaused(Exception):
    """The time for OCR is up after `pages` pages. Reading the file again goes on from there: OCR keeps what it reads."""

    def __init__(self, pages: int) -> None:
        super().__init__(pages)
        self.pages = pages


@dataclass(frozen=True, slots=True)
class Layouts:
    """`warnings` tell, in one line each and without the file's name, what was not read as it stands in the file.

    `vocabulary` holds the spellings of all its pages, also those that were not laid out.
    """

    pages: tuple[PageLayout, ...]
    warnings: tuple[str, ...]
    vocabulary: Vocabulary


def vocabulary_of(document: Any) -> Vocabulary:
    """The spellings of a pypdfium2 document, for de-hyphenation."""
    return Vocabulary(_raw_text(document, index) for index in range(len(document)))


def _raw_text(document: Any, index: int) -> str:
    try:
        text: str = document[index].get_textpage().get_text_range()
        return text
    except pdfium.PdfiumError:
        return ""  # a broken page


def read_page(document: Any, number: int, settings: Settings) -> PageLayout:
    """Layout of one page (from 1) of a pypdfium2 document, by OCR where its text is of no use."""
    page = document[number - 1]
    text = page_tokens(page)
    return page_layout(page, number, recognized(page, settings) if needs_ocr(page, text) else text)


def read_layouts(document: Any, settings: Settings, deadline: float | None = None) -> Layouts:
    """Layouts of the first `max_pages` pages, with OCR for the first `ocr_pages` of those whose text is of no use.

    Raises OcrPaused when a page as slow as the slowest so far could not be recognized before `deadline`
    (time.monotonic()); the first one is always tried.
    """
    count = min(len(document), settings.max_pages)
    reasons: Counter[Reason] = Counter()
    pages, left_out, broken, texts = [], [], [], []
    slowest = 0.0  # seconds
    for number in range(1, count + 1):
        try:
            page = document[number - 1]
        except pdfium.PdfiumError:
            broken.append(number)
            continue
        text = page_tokens(page)
        texts.append(text.raw)
        reason = needs_ocr(page, text)
        if reason is not None and reasons.total() == settings.ocr_pages:
            left_out.append(number)
            continue
        if reason is not None:
            start = time.monotonic()
            if deadline is not None and reasons and start + slowest > deadline:
                raise OcrPaused(reasons.total())
            reasons[reason] += 1
            text = recognized(page, settings)
            slowest = max(slowest, time.monotonic() - start)
        pages.append(page_layout(page, number, text))
    warnings = _warnings(len(document), count, reasons, left_out, broken, settings)
    texts += (_raw_text(document, index) for index in range(count, len(document)))
    return Layouts(tuple(pages), tuple(warnings), Vocabulary(texts))


def _warnings(
    total: int,
    count: int,
    reasons: Counter[Reason],
    left_out: list[int],
    broken: list[int],
    settings: Settings,
) -> list[str]:
    warnings = []
    if broken:
        warnings.append(f"broken and left out: {_listed(broken)}")
    if count < total:
        warnings.append(f"has {total} pages, only the first {count} were read (setting max_pages)")
    if reasons["unmapped"]:
        warnings.append(f"fonts without Unicode meaning on {_pages(reasons['unmapped'])}: read by OCR")
    if reasons["scanned"]:
        warnings.append(f"no text, only an image, on {_pages(reasons['scanned'])}: read by OCR")
    if left_out:
        first = (
            f"page {left_out[0]}" if len(left_out) == 1 else f"{len(left_out)} pages from page {left_out[0]}"
        )
        warnings.append(f"not read, OCR would be needed: {first} (setting ocr_pages, {settings.ocr_pages})")
    return warnings


def _listed(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    shown = ", ".join(map(str, numbers[:5]))
    return f"pages {shown}" + (f" and {len(numbers) - 5} more" if len(numbers) > 5 else "")


def _pages(number: int) -> str:
    return "1 page" if number == 1 else f"{number} pages"
