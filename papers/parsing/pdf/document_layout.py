"""Lay out all pages of a document, with OCR for pages without usable text."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium

from ....settings import Settings
from ..ocr.pages import Reason, needs_ocr, recognize_page
from .layout.headers_footers import drop_running_tables
from .layout.page_regions import PageLayout, lay_out_page
from .sideways import load_page
from .text.hyphens import Vocabulary
from .text.text_page import load_text_page
from .text.tokens import PageText, extract_tokens

# Share of a page's characters without Unicode mapping from which a warning is given. Sound papers with symbol fonts
# stay below this share; pages with three times this share are read by OCR.
_PARTLY_UNMAPPED = 0.1

UNMAPPED = "fonts without Unicode mapping"  # beginning of a warning


class OcrPaused(Exception):
    """Raised when the time for OCR ends after `pages` pages.

    Parsing the file again continues after these pages, because OCR results are cached.
    """

    def __init__(self, pages: int) -> None:
        super().__init__(pages)
        self.pages = pages


@dataclass(frozen=True, slots=True)
class DocumentLayout:
    """The layouts of a document's pages.

    `warnings` describe the pages that could not be read directly from the file, one line per warning, without the
    file's name. `vocabulary` covers all pages, including pages that were not laid out. `scanned` holds the numbers of
    the pages that consist only of images.
    """

    pages: tuple[PageLayout, ...]
    warnings: tuple[str, ...]
    vocabulary: Vocabulary
    scanned: frozenset[int] = frozenset()


def build_vocabulary(document: Any) -> Vocabulary:
    """Collect the spellings of words in a pypdfium2 document, for joining hyphenated words."""
    return Vocabulary(_read_raw_text(document, index) for index in range(len(document)))


def _read_raw_text(document: Any, index: int) -> str:
    try:
        text: str = load_text_page(document[index]).get_text_range()
        return text
    except pdfium.PdfiumError:
        return ""  # a broken page


def lay_out_page_with_ocr(document: Any, number: int, settings: Settings) -> PageLayout:
    """Lay out one page (`number` counts from 1) of a pypdfium2 document, by OCR if its text is unusable."""
    page = load_page(document, number)
    text = extract_tokens(page)
    return lay_out_page(page, number, recognize_page(page, settings) if needs_ocr(page, text) else text)


def lay_out_document(document: Any, settings: Settings, deadline: float | None = None) -> DocumentLayout:
    """Lay out the first `max_pages` pages of a document; use OCR for at most `ocr_pages` pages with unusable text.

    Raise OcrPaused if a page as slow as the slowest so far would not finish before `deadline` (time.monotonic()). The
    first page that needs OCR is always tried.
    """
    count = min(len(document), settings.max_pages)
    reasons: dict[Reason, list[int]] = {"unmapped": [], "scanned": []}
    pages, left_out, broken, empty, hidden = [], [], [], [], []
    texts: dict[int, PageText] = {}
    partial: list[int] = []
    labels: list[int] = []
    slowest = 0.0  # seconds
    for number in range(1, count + 1):
        try:
            page = load_page(document, number)
        except pdfium.PdfiumError:
            broken.append(number)
            continue
        text = extract_tokens(page)
        texts[number] = text
        if text.hidden:
            hidden.append(number)
        reason = needs_ocr(page, text)
        recognized = sum(map(len, reasons.values()))
        if reason is not None and recognized == settings.ocr_pages:
            left_out.append(number)
            continue
        if reason is not None:
            start = time.monotonic()
            if deadline is not None and recognized and start + slowest > deadline:
                raise OcrPaused(recognized)
            reasons[reason].append(number)
            text = recognize_page(page, settings)
            slowest = max(slowest, time.monotonic() - start)
        if not text.tokens:
            empty.append(number)
        elif reason is None and text.unmapped > _PARTLY_UNMAPPED * text.characters:
            is_text = text.unmapped_text > _PARTLY_UNMAPPED * text.characters
            (partial if is_text else labels).append(number)
        pages.append(lay_out_page(page, number, text, texts))
    warnings = _build_warnings(
        len(document), count, reasons, left_out, broken, empty, partial, labels, settings
    )
    if hidden:
        warnings.append(f"text that is not seen on {describe_pages(hidden)}: left out")
    spellings = [text.raw for text in texts.values()]
    spellings += (_read_raw_text(document, index) for index in range(count, len(document)))
    return DocumentLayout(
        tuple(drop_running_tables(pages)),
        tuple(warnings),
        Vocabulary(spellings),
        frozenset(reasons["scanned"] + left_out),
    )


def _build_warnings(
    total: int,
    count: int,
    reasons: Mapping[Reason, Sequence[int]],
    left_out: Sequence[int],
    broken: Sequence[int],
    empty: Sequence[int],
    partial: Sequence[int],
    labels: Sequence[int],
    settings: Settings,
) -> list[str]:
    warnings = []
    if broken:
        warnings.append(f"broken and left out: {describe_pages(broken)}")
    if count < total:
        warnings.append(f"has {total} pages, only the first {count} were read (setting max_pages)")
    if reasons["unmapped"]:
        pages = describe_pages(reasons["unmapped"])
        warnings.append(f"{UNMAPPED} on {pages}: read by OCR")
    if reasons["scanned"]:
        warnings.append(f"no text, only an image, on {describe_pages(reasons['scanned'])}: read by OCR")
    if empty:
        warnings.append(f"no text found on {describe_pages(empty)}")
    if partial:
        pages = describe_pages(partial)
        warnings.append(f"{UNMAPPED} on {pages}: some of the text cannot be read")
    if labels:
        warnings.append(f"{UNMAPPED} on {describe_pages(labels)}: labels of figures cannot be read")
    if left_out:
        pages = describe_pages(left_out)
        warnings.append(f"not read, OCR would be needed: {pages} (setting ocr_pages, {settings.ocr_pages})")
    return warnings


def describe_pages(numbers: Sequence[int]) -> str:
    """Describe page numbers: "page 3", "pages 1, 2 and 9", or for more than six the first five and "and 4 more"."""
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    if len(numbers) > 6:
        return f"pages {', '.join(map(str, numbers[:5]))} and {len(numbers) - 5} more"
    return f"pages {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
