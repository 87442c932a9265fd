from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.pdfgen import canvas

from citehop.papers.parsing.ocr.pages import needs_ocr
from citehop.papers.parsing.pdf import document_layout
from citehop.papers.parsing.pdf.pages import page_text
from citehop.papers.parsing.pdf.text.tokens import PageText, extract_tokens
from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

from ..drawn import draw_text, read_pages


def test_pages_without_text_beside_pages_with_text_are_named(tmp_path: Path) -> None:
    line = (72, 700, "A page has a line of text that can be read")
    pages = [[line] if number in (1, 5) else [] for number in range(1, 11)]
    warning, *_ = read_pages(tmp_path / "gaps.pdf", *pages).warnings
    assert warning == "gaps.pdf: no text found on pages 2, 3, 4, 6, 7 and 3 more"


def test_the_date_of_a_scanned_file_is_not_the_year_of_its_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = (72, 760, "A Practical Gauge of Snow", "Helvetica-Bold", 18)
    assert read_pages(tmp_path / "scan.pdf", [title, *draw_text(700, 1)]).year is not None
    monkeypatch.setattr(document_layout, "needs_ocr", lambda *_: "scanned")
    monkeypatch.setattr(document_layout, "recognize_page", lambda page, _: extract_tokens(page))
    paper = read_paper(tmp_path / "scan.pdf", Settings())
    assert (paper.title, paper.year) == ("A Practical Gauge of Snow", None)


def test_pages_with_some_unmapped_characters_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def extract_part(page: object) -> PageText:
        text = extract_tokens(page)
        share, in_text = shares.pop(0)
        return replace(
            text, unmapped=round(share * text.characters), unmapped_text=round(in_text * text.characters)
        )

    shares = [(0.05, 0.05), (0.2, 0.2), (0.0, 0.0), (0.29, 0.29), (0.6, 0.05)]
    monkeypatch.setattr(document_layout, "extract_tokens", extract_part)
    pages = [
        [(72, 700, f"Page {number} has a line of text that can be read")] for number in range(len(shares))
    ]
    text, labels, *_ = read_pages(tmp_path / "fonts.pdf", *pages).warnings
    assert (
        text == "fonts.pdf: fonts without Unicode mapping on pages 2 and 4: some of the text cannot be read"
    )
    assert labels == "fonts.pdf: fonts without Unicode mapping on page 5: labels of figures cannot be read"


@pytest.mark.parametrize(
    ("unmapped", "in_text", "reason"),
    [(100, 100, None), (600, 500, "unmapped"), (600, 90, None), (900, 0, "unmapped")],
)
def test_labels_of_figures_alone_are_not_read_by_ocr(unmapped: int, in_text: int, reason: str | None) -> None:
    text = PageText((), 1000, unmapped, unmapped_text=in_text)
    assert needs_ocr(None, text) == reason


def test_line_numbers_of_a_short_last_page_are_no_text(tmp_path: Path) -> None:
    pdf = canvas.Canvas(str(tmp_path / "draft.pdf"))
    for page, lines in enumerate((40, 40, 6)):
        for line in range(lines):
            pdf.drawRightString(50, 760 - 15 * line, str(40 * page + line + 1))
            pdf.drawString(
                72, 760 - 15 * line, f"Barley and oats grew in row {line + 100} of the field in the north"
            )
        pdf.showPage()
    pdf.save()
    text = page_text(tmp_path / "draft.pdf", 3)
    assert text == " ".join(
        f"Barley and oats grew in row {line + 100} of the field in the north" for line in range(6)
    )
