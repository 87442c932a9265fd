"""Read papers as Word, HTML, EPUB, Markdown, XML (JATS, TEI) and plain text.

- types: represent a document as a list of parts.
- markup: list headings, paragraphs, lists and tables of an element tree.
- html: read web pages and XML.
- archives: read Word files (by way of HTML) and EPUB books.
- texts: read Markdown (by way of HTML) and plain text.
- entries: print bibliography entries of XML as text.
- build: turn a document into a Paper.
- read: read a file, with the PDF next to it, into a Paper.
"""

from __future__ import annotations

from pathlib import Path

# A document in a format of BESIDE_PDF counts as the text of a PDF with the same name next to it. A document in another
# format is ignored if there is such a PDF.
SUFFIXES = (".docx", ".html", ".htm", ".xhtml", ".epub", ".md", ".markdown", ".xml", ".nxml", ".txt")
BESIDE_PDF = (".md", ".markdown", ".xml", ".nxml")
_NOTES = (
    "readme",
    "license",
    "licence",
    "copying",
    "notice",
    "changelog",
    "changes",
    "authors",
    "contributing",
    "notes",
    "todo",
)


def is_document(path: Path) -> bool:
    """True if the name of `path` is that of a paper in one of these formats.

    Files such as "README.md" are not papers.
    """
    return path.suffix.lower() in SUFFIXES and path.stem.lower() not in _NOTES
