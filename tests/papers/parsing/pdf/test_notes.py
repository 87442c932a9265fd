"""Highlights and comments of readers, added to a real paper."""

import ctypes
import json
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest

from citehop.cli.main import main
from citehop.indexes.build.build import build
from citehop.papers.parsing.pdf.notes import read_notes
from citehop.settings import Settings

SENTENCE = "A total of 169 patients"
COMMENT = "Größe der Stichprobe prüfen"


@pytest.fixture
def annotated(shared: Path, tmp_path: Path) -> Path:
    """A real paper whose fifth page has a highlight with a comment, and a comment beside the text."""
    (source,) = shared.glob("fields/medicine/Smith2016*.pdf")
    document = pdfium.PdfDocument(source)
    page = document[4]
    text = page.get_textpage()
    found = text.search(SENTENCE).get_next()
    boxes = [text.get_charbox(index) for index in range(found[0], found[0] + found[1])]
    left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
    highlight = raw.FPDFPage_CreateAnnot(page, raw.FPDF_ANNOT_HIGHLIGHT)
    quad = raw.FS_QUADPOINTSF(left, top, right, top, left, bottom, right, bottom)
    raw.FPDFAnnot_AppendAttachmentPoints(highlight, quad)
    raw.FPDFAnnot_SetRect(highlight, raw.FS_RECTF(left, top, right, bottom))
    set_contents(highlight, COMMENT)
    beside = raw.FPDFPage_CreateAnnot(page, raw.FPDF_ANNOT_TEXT)
    raw.FPDFAnnot_SetRect(beside, raw.FS_RECTF(10, 700, 30, 680))
    set_contents(beside, "ask Ann")
    for annotation in (highlight, beside):
        raw.FPDFPage_CloseAnnot(annotation)
    folder = tmp_path / "papers"
    folder.mkdir()
    document.save(folder / "smith.pdf")
    return folder


def set_contents(annotation: Any, text: str) -> None:
    data = (text + "\0").encode("utf-16-le")
    units = ctypes.cast(ctypes.create_string_buffer(data), ctypes.POINTER(raw.FPDF_WCHAR))
    assert raw.FPDFAnnot_SetStringValue(annotation, b"Contents", units)


def test_a_highlight_has_the_words_it_marks_and_the_comment(annotated: Path) -> None:
    marked, beside = read_notes(annotated / "smith.pdf")
    assert (marked.kind, marked.page, marked.comment) == ("highlight", 5, COMMENT)
    assert SENTENCE in marked.text
    assert len(marked.text) < 2 * len(SENTENCE)
    assert 50 < marked.bbox.y0 < marked.bbox.y1 < 750
    assert (beside.kind, beside.text, beside.comment) == ("comment", "", "ask Ann")


def test_notes_are_listed_and_found(
    annotated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(home=str(tmp_path / "home"), embedding_model="none")
    build(annotated, "noted", None, settings)
    assert main(["notes", "noted", "--home", settings.home]) == 0
    printed = capsys.readouterr().out
    assert f"reader: {COMMENT}" in printed
    assert "page 5, highlight by a reader" in printed
    assert main(["notes", "noted", "--search", "patients", "--json", "--home", settings.home]) == 0
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    assert SENTENCE in note["text"]
    assert main(["notes", "noted", "--search", "glaciers", "--home", settings.home]) == 4
