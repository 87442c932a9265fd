"""Papers as Word, HTML, EPUB, Markdown, XML (JATS, TEI) and plain text.

types     a document as a list of parts         markup    headings, paragraphs, lists and tables of an element tree
html      web pages and XML                     word      Word files, by way of HTML      epub      EPUB books
markdown  Markdown, by way of HTML              plain     plain text                      build     a document as a Paper
read      a file to a Paper, with the PDF beside it
"""

from __future__ import annotations

from pathlib import Path

# A document of BESIDE_PDF is taken for the text of the PDF of its name beside it; one of another format is left aside there.
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
    """True if `path` is a paper in one of these formats by its name; files such as "README.md" are none."""
    return path.suffix.lower() in SUFFIXES and path.stem.lower() not in _NOTES
