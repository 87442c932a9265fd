"""Read a document, and a PDF with the same name next to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ....errors import UsageError
from ...types import Paper
from ..latex.merge_pdf import merge_sources_with_pdf, prints_sources
from ..latex.paper import ReadPdf, find_pdf_by_name
from . import BESIDE_PDF
from .archives import read_epub, read_word
from .build import build_paper
from .html import read_html, read_xml
from .texts import read_markdown, read_plain
from .types import MarkedText


def read_document(path: Path, paper_id: str, crops_dir: Path | None, read_pdf: ReadPdf) -> Paper:
    """Read the document at `path`.

    Markdown and XML are merged with a PDF of the same name next to them if the PDF prints their text: text and
    structure are from the document, pages and boxes from the PDF, which `read_pdf` reads. If the PDF prints another
    text, the PDF is read instead. Raise UsageError for a file that cannot be read or has no text.
    """
    data = path.read_bytes()
    try:
        document = _READERS[path.suffix.lower()](data)
    except UsageError as error:
        raise UsageError(f"{path.name}: {error}") from error
    if not any(part.text for part in document.parts):
        raise UsageError(f"{path.name}: no text in it")
    pdf = find_pdf_of_document(path)
    paper = build_paper(document, path, paper_id, None if pdf else crops_dir)
    paper = replace(paper, sha256=hashlib.sha256(data).hexdigest())
    if pdf is None:
        return paper
    printed = read_pdf(pdf, crops_dir, paper_id)
    if prints_sources(printed, paper):
        return replace(merge_sources_with_pdf(paper, printed), source=path.name)
    warning = f"{path.name}: {pdf.name} prints another text, and was read in its place"
    return replace(printed, warnings=(*printed.warnings, warning))


def find_pdf_of_document(path: Path) -> Path | None:
    """Return the PDF next to `path` with the same name, if the format of `path` is merged with PDFs; otherwise None."""
    return find_pdf_by_name(path) if path.suffix.lower() in BESIDE_PDF else None


def _read_text(data: bytes) -> str:
    return data.decode("utf-8-sig", "replace")


_READERS: Mapping[str, Callable[[bytes], MarkedText]] = {
    **dict.fromkeys((".html", ".htm", ".xhtml"), read_html),
    **dict.fromkeys((".xml", ".nxml"), read_xml),
    **dict.fromkeys((".md", ".markdown"), lambda data: read_markdown(_read_text(data))),
    ".txt": lambda data: read_plain(_read_text(data)),
    ".docx": read_word,
    ".epub": read_epub,
}
