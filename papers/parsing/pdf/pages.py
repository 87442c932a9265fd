"""Open and render pages of a PDF, and return the text against which quotes are verified."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from PIL import Image

from ....errors import UsageError
from ....settings import Settings
from ...shared_results import SharedResults
from ...types import Word
from .document_layout import build_vocabulary, lay_out_page_with_ocr
from .layout.page_regions import PageLayout
from .sideways import load_page
from .text.hyphens import Vocabulary, join_words

# PDFium has global state: two threads in it at once crash or read garbage. Separate processes are safe.
_PDFIUM = threading.RLock()
# Many questions verify quotes from the same page, and laying out a page takes .1 s.
_WORDS: SharedResults[tuple[Word, ...]] = SharedResults(64)


@contextmanager
def open_pdf(path: Path) -> Iterator[Any]:
    """Open the PDF at `path` as a pypdfium2 document and close it at the end; other threads wait until then.

    Raise UsageError for a file that is missing, empty, not a PDF, encrypted, broken or without pages.
    """
    data_problem = _check_header(path)
    if data_problem:
        raise UsageError(f"{path.name}: {data_problem}")
    with _PDFIUM, _open_document(path) as document:
        yield document


@contextmanager
def _open_document(path: Path) -> Iterator[Any]:
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        raise UsageError(f"{path.name}: {_describe_error(error)}") from error
    try:
        if len(document) < 1:
            raise UsageError(f"{path.name}: the PDF has no pages")
        yield document
    finally:
        document.close()


def _check_header(path: Path) -> str:
    try:
        with path.open("rb") as file:
            head = file.read(1024)
    except IsADirectoryError:
        return "is a folder, not a PDF"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    if not head:
        return "the file is empty"
    if b"%PDF-" not in head:
        return "not a PDF (no %PDF header)"
    return ""


def _describe_error(error: Exception) -> str:
    text = str(error).lower()
    if "password" in text or "security" in text:
        return "the PDF is encrypted and needs a password; save a copy without one"
    return "broken PDF: its structure cannot be read"


def join_layout_words(layout: PageLayout, vocabulary: Vocabulary) -> list[Word]:
    """Return the words of a page in the order head, flow, notes, captions, words of figures and tables, foot."""
    return join_words((line.words for line in layout.lines()), vocabulary)


def page_words(pdf_path: Path, page: int, settings: Settings | None = None) -> tuple[Word, ...]:
    """Return the words of a page (from 1) in reading order, with boxes in page points.

    A word broken over two lines is ONE word with the box of its first part; its hyphen is dropped if the document
    elsewhere spells the word without it. Joined by single spaces, the words are `page_text`. Raise UsageError for a
    page that does not exist.
    """
    used = settings or Settings()
    key = _file_key(pdf_path), page, used
    return _WORDS.get(key, lambda: _page_words(pdf_path, page, used))


def _page_words(pdf_path: Path, page: int, settings: Settings) -> tuple[Word, ...]:
    with open_page(pdf_path, page) as document:
        layout = lay_out_page_with_ocr(document, page, settings)
        return tuple(join_layout_words(layout, build_vocabulary(document)))


def _file_key(path: Path) -> tuple[str, int, int, int]:
    """Return path, inode, modification time and size of a file, with zeros if it does not exist."""
    try:
        state = path.stat()
    except OSError:
        return str(path), 0, 0, 0
    return str(path), state.st_ino, state.st_mtime_ns, state.st_size


def page_text(pdf_path: Path, page: int, settings: Settings | None = None) -> str:
    """Return the words of a page joined by single spaces.

    It contains verbatim the part of every Block that is on this page, because both are built from the same lines, in
    the same order and by the same rules (hyphens at line ends, ligatures expanded, raised digits as "¹²"). Only a word
    broken between two pieces of a block may differ by its hyphen.
    """
    return " ".join(word.text for word in page_words(pdf_path, page, settings))


@contextmanager
def open_page(path: Path, page: int) -> Iterator[Any]:
    """Open the PDF as `open_pdf` does, after a check that the page (from 1) exists and can be read."""
    with open_pdf(path) as document:
        if not 1 <= page <= len(document):
            raise UsageError(f"{path.name}: has {len(document)} pages, no page {page}")
        try:
            document[page - 1]
        except pdfium.PdfiumError:
            raise UsageError(f"{path.name}: page {page} is broken and cannot be read") from None
        yield document


def render_page(pdf_path: Path, page: int, dpi: float, *, annotations: bool = True) -> Image.Image:
    """Render the page (from 1) as an RGB image; one point is dpi / 72 pixels.

    With `annotations`, highlights and comments that readers added to the file are drawn.
    """
    with open_page(pdf_path, page) as document:
        loaded = load_page(document, page)
        image: Image.Image = loaded.render(scale=dpi / 72, draw_annots=annotations).to_pil()
        return image.convert("RGB")


def page_size(pdf_path: Path, page: int) -> tuple[float, float]:
    """Return the width and height of a page (from 1) in points."""
    with open_page(pdf_path, page) as document:
        width, height = load_page(document, page).get_size()
        return float(width), float(height)
