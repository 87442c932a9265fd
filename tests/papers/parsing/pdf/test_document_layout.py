from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen import canvas

from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings


def test_pages_without_text_beside_pages_with_text_are_named(tmp_path: Path) -> None:
    pdf = canvas.Canvas(str(tmp_path / "gaps.pdf"))
    for number in range(1, 11):
        if number in (1, 5):
            pdf.drawString(72, 700, f"Page {number} has a line of text that can be read")
        pdf.showPage()
    pdf.save()
    (warning,) = read_paper(tmp_path / "gaps.pdf", Settings()).warnings
    assert warning == "gaps.pdf: no text found on pages 2, 3, 4, 6, 7 and 3 more"
