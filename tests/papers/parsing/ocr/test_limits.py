"""Pages without usable text: which are read by OCR, and what happens when the time for it is up."""

import importlib
import time
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from citehop.papers.parsing import pool
from citehop.papers.parsing.pdf import document_layout as layouts
from citehop.papers.parsing.pdf.document_layout import OcrPaused, lay_out_document
from citehop.papers.parsing.pdf.pages import open_pdf
from citehop.papers.parsing.pdf.text.tokens import PageText
from citehop.papers.parsing.pool import Problem, read_papers
from citehop.papers.parsing.worker import ParseJob, Paused, run_job
from citehop.papers.types import Paper
from citehop.settings import Settings

PAGES = 4


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """A PDF of pictures of pages."""
    pages = []
    for number in range(PAGES):
        page = Image.new("RGB", (300, 400), "white")
        ImageDraw.Draw(page).text((40, 40), f"Page {number}", fill="black")
        pages.append(page)
    path = tmp_path / "scan.pdf"
    pages[0].save(path, save_all=True, append_images=pages[1:])
    return path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Stands for OCR: notes each page that it is asked for."""
    asked: list[int] = []

    def recognize_page(page: object, settings: Settings) -> PageText:
        asked.append(len(asked))
        return PageText((), 0, 0)

    monkeypatch.setattr(layouts, "recognize_page", recognize_page)
    return asked


def test_pages_beyond_the_limit_are_left_out_with_a_warning(scan: Path, read: list[int]) -> None:
    with open_pdf(scan) as document:
        found = lay_out_document(document, Settings(ocr_pages=3))
    assert (len(read), [page.number for page in found.pages]) == (3, [1, 2, 3])
    assert found.warnings[-1] == "not read, OCR would be needed: page 4 (setting ocr_pages, 3)"


def test_without_a_deadline_time_does_not_matter(scan: Path, read: list[int]) -> None:
    with open_pdf(scan) as document:
        assert len(lay_out_document(document, Settings(parse_seconds=0)).pages) == PAGES


def test_ocr_pauses_at_the_deadline_after_one_page_at_least(scan: Path, read: list[int]) -> None:
    with open_pdf(scan) as document, pytest.raises(OcrPaused) as pause:
        lay_out_document(document, Settings(), time.monotonic() - 1)
    assert (pause.value.pages, len(read)) == (1, 1)
    assert run_job(ParseJob(scan), Settings(parse_seconds=0)) == Paused(1)


# A worker that pauses once more for each reading, as one does whose OCR keeps what it read; "stuck" gets nowhere.
PAUSING = """
from citehop.papers.types import Paper
from citehop.papers.parsing.worker import Paused

def serve(pipe, settings):
    pipe.send("ready")
    seen = {}
    while True:
        job = pipe.recv()
        name = job.path.stem
        seen[name] = seen.get(name, 0) + 1
        if name == "stuck":
            pipe.send(Paused(1))
        else:
            pipe.send(Paused(seen[name]) if seen[name] < 4 else Paper(name, "fine"))
"""


def test_a_paused_file_is_read_on_until_it_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pausing_reader.py").write_text(PAUSING)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(pool, "serve", importlib.import_module("pausing_reader").serve)
    answers = dict(read_papers([Path("slow.pdf"), Path("stuck.pdf")], Settings(workers=1)))
    assert isinstance(answers[Path("slow.pdf")], Paper)
    stuck = answers[Path("stuck.pdf")]
    assert isinstance(stuck, Problem)
    assert stuck.cause.startswith("stuck.pdf: OCR of one page takes too long")
